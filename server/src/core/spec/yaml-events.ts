import { EVENT_ID, parseEvents, YAMLException } from "js-yaml";

/**
 * The parts of js-yaml that Docwright uses: its dumper and its parser's events. The events contain offsets (see
 * ARCHITECTURE.md).
 */
export { dump, EVENT_ID, getScalarValue, SCALAR_STYLE, YAMLException } from "js-yaml";

export type YamlEvent = ReturnType<typeof parseEvents>[number];
export type YamlScalarEvent = Extract<YamlEvent, { type: 4 }>;

/** An error that is thrown if text has too many keys and values. */
export class TooManyValuesError extends Error {}

/**
 * Returns the events in YAML text that is nested at most `maxDepth` levels. Throws a `YAMLException` if the YAML is
 * invalid, and a `TooManyValuesError` if the text has more than about `maxValues` keys and values. The number is
 * limited because all events are in memory at the same time, and each of them takes up a few hundred bytes.
 */
export function parseYamlEvents(text: string, maxDepth: number, maxValues: number): readonly YamlEvent[] {
  let source = text;
  for (let remainingRetries = Math.min(maxRetries, maxRetriedLength / text.length); ; remainingRetries--)
    try {
      const events = parseWithLimit(source, maxDepth, maxValues);
      return source === text ? events : events.map((event) => markLineBreaks(event, text));
    } catch (error) {
      const joinedText = remainingRetries > 0 && isIndentationError(error) && joinLines(source, error.mark.position);
      if (!joinedText) throw error;
      source = joinedText;
    }
}

/**
 * The maximum number of lines in a file that aren't indented far enough. `maxRetriedLength` is the maximum number of
 * characters that are parsed again because of such lines.
 */
const maxRetries = 1000;
const maxRetriedLength = 20_000_000;

type IndentationError = YAMLException & { readonly mark: NonNullable<YAMLException["mark"]> };

/**
 * Whether the error is about indentation. YAML requires the lines of a list in brackets to be indented further than the
 * list's key. js-yaml 5 enforces this rule, but the service uses js-yaml 4, which only warns about violations. Some
 * published specifications contain a `]` that violates this rule.
 */
function isIndentationError(error: unknown): error is IndentationError {
  return error instanceof YAMLException && error.reason === "deficient indentation" && error.mark !== undefined;
}

/**
 * Returns the text with the line breaks before `offset` replaced by spaces, so offsets don't change. If the previous
 * line may end with a comment, returns undefined, because the next line would become part of the comment.
 */
function joinLines(text: string, offset: number): string | undefined {
  const [whitespace = ""] = /\s*$/.exec(text.slice(Math.max(0, offset - maxWhitespaceLength), offset)) ?? [];
  const start = offset - whitespace.length;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (!/[\r\n]/.test(whitespace) || line.includes("#")) return undefined;
  return text.slice(0, start) + whitespace.replace(/[\r\n]/g, " ") + text.slice(offset);
}

const maxWhitespaceLength = 1000;

/** If the text of a value spans several lines, marks its event, because the value differs from the text in the file. */
function markLineBreaks(event: YamlEvent, text: string): YamlEvent {
  return event.type === EVENT_ID.SCALAR && event.fast && text.slice(event.valueStart, event.valueEnd).includes("\n")
    ? { ...event, fast: false }
    : event;
}

function parseWithLimit(text: string, maxDepth: number, maxValues: number): readonly YamlEvent[] {
  // Almost every event is at least one character long, so no limit is needed for short text.
  if (text.length <= maxValues) return parseEvents(text, { maxDepth });
  return parseEvents(text, { maxDepth: createCountedLimit(maxDepth, maxValues) as unknown as number });
}

/**
 * Returns the depth limit as an object that also limits the number of values. js-yaml can limit only the depth, but
 * because it reads that limit before each key and value, the object can count them.
 */
function createCountedLimit(maxDepth: number, maxValues: number): { readonly valueOf: () => number } {
  let count = 0;
  return {
    valueOf() {
      if (++count > maxValues) throw new TooManyValuesError();
      return maxDepth;
    },
  };
}
