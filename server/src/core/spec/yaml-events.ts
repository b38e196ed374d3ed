/** What of js-yaml is used: its events, which carry offsets, and its writer (ARCHITECTURE.md). */
export { dump, EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from "js-yaml";
import type { parseEvents } from "js-yaml";

export type YamlEvent = ReturnType<typeof parseEvents>[number];
export type YamlScalarEvent = Extract<YamlEvent, { type: 4 }>;
