/** js-yaml's events, which carry offsets; nothing else of it is used (ARCHITECTURE.md). */
export { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from "js-yaml";
import type { parseEvents } from "js-yaml";

export type YamlEvent = ReturnType<typeof parseEvents>[number];
export type YamlScalarEvent = Extract<YamlEvent, { type: 4 }>;
