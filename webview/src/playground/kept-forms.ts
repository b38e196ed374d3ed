import { readRequestValues } from "../../../server/src/core/request/protocol/request-schema.ts";
import type { RequestValues } from "../../../server/src/core/request/form/request-values.ts";
import type { PlaygroundPort } from "./playground-port.ts";
import type { SendOptions } from "./playground-view.ts";

/** What outlives a page that is loaded again: plain data, the newest last. */
interface Kept {
  readonly values: readonly (readonly [key: string, values: RequestValues])[];
  readonly options: SendOptions;
}

/** More than anybody fills in, and what a browser's tab has room for. UTF-16 units. */
const most = { forms: 60, text: 1_000_000 } as const;

export const usualOptions: SendOptions = { followRedirects: false };

/** What was filled in for a form, by its key. */
export function keptValues(port: PlaygroundPort, key: string): RequestValues | undefined {
  return readKept(port.kept()).values.find(([each]) => each === key)?.[1];
}

export function keptOptions(port: PlaygroundPort): SendOptions {
  return readKept(port.kept()).options;
}

/** Forms that were filled in long ago give way. */
export function keepValues(
  port: PlaygroundPort,
  key: string,
  filled: RequestValues,
  options: SendOptions,
): void {
  const kept = readKept(port.kept());
  const values = [
    ...kept.values.filter(([each]) => each !== key).slice(1 - most.forms),
    [key, filled] as const,
  ];
  let size = 0;
  const fitting = values.toReversed().filter(([, each]) => (size += JSON.stringify(each).length) < most.text);
  port.keep({ values: fitting.toReversed(), options });
}

/** Written by us, but maybe by an older version. */
function readKept(value: unknown): Kept {
  const { values, options } = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return {
    values: Array.isArray(values) ? values.flatMap(readEntry) : [],
    options: isOptions(options) ? options : usualOptions,
  };
}

function readEntry(entry: unknown): (readonly [string, RequestValues])[] {
  if (!Array.isArray(entry)) return [];
  const [key, value] = entry as readonly unknown[];
  const isRecord = typeof value === "object" && value !== null;
  const values = isRecord ? readRequestValues(value as Record<string, unknown>) : undefined;
  return typeof key === "string" && values ? [[key, values]] : [];
}

function isOptions(value: unknown): value is SendOptions {
  return (
    typeof value === "object" &&
    value !== null &&
    "followRedirects" in value &&
    typeof value.followRedirects === "boolean"
  );
}
