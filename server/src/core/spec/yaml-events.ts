import { EVENT_ID, parseEvents, YAMLException } from "js-yaml";

/**
 * The parts of js-yaml that Docwright uses: its parser's events, which contain offsets, and its dumper (see
 * ARCHITECTURE.md).
 */
export { dump, EVENT_ID, getScalarValue, SCALAR_STYLE, YAMLException } from "js-yaml";

export type YamlEvent = ReturnType<typeof parseEvents>[number];
export type YamlScalarEvent = Extract<YamlEvent, { type: 4 }>;

/** An error that is thrown if text exceeds the limit for keys and values. */
export class TooManyValues extends Error {}

/**
 * Returns the events in YAML text that is nested at most `depth` levels. All events are in memory at the same time, and
 * each takes up a few hundred bytes, so parsing stops at about `max` keys and values. Throws `TooManyValues` if there
 * are more, and a `YAMLException` if the YAML is invalid.
 */
export function yamlEvents(text: string, depth: number, max: number): readonly YamlEvent[] {
  let source = text;
  for (let retries = Math.min(maxRetries, maxRetriedLength / text.length); ; retries--)
    try {
      const events = eventsOf(source, depth, max);
      return source === text ? events : events.map((event) => withLineBreaks(event, text));
    } catch (error) {
      const joined = retries > 0 && isIndentationError(error) && joinLines(source, error.mark.position);
      if (!joined) throw error;
      source = joined;
    }
}

/**
 * The maximum number of lines in a file that aren't indented far enough, and the maximum number of characters that are
 * read again because of them.
 */
const maxRetries = 1000;
const maxRetriedLength = 20_000_000;

type IndentationError = YAMLException & { readonly mark: NonNullable<YAMLException["mark"]> };

/**
 * Whether the error is about indentation. YAML requires the lines of a list in brackets to be indented further than its
 * key. js-yaml 5 enforces this, but the service uses js-yaml 4, which only warns about it. Some published
 * specifications contain a `]` that isn't indented further than its key.
 */
function isIndentationError(error: unknown): error is IndentationError {
  return (
    error instanceof YAMLException && error.reason === "deficient indentation" && error.mark !== undefined
  );
}

/**
 * Returns the text with the line breaks before `at` replaced by spaces, so that offsets don't change. Returns undefined
 * if the previous line may end with a comment, because the next line would become part of the comment.
 */
function joinLines(text: string, at: number): string | undefined {
  const [blank = ""] = /\s*$/.exec(text.slice(Math.max(0, at - maxBlankLength), at)) ?? [];
  const start = at - blank.length;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (!/[\r\n]/.test(blank) || line.includes("#")) return undefined;
  return text.slice(0, start) + blank.replace(/[\r\n]/g, " ") + text.slice(at);
}

const maxBlankLength = 1000;

/** If the text of a value spans several lines, marks its event, because the value isn't the same as its text. */
function withLineBreaks(event: YamlEvent, text: string): YamlEvent {
  return event.type === EVENT_ID.SCALAR &&
    event.fast &&
    text.slice(event.valueStart, event.valueEnd).includes("\n")
    ? { ...event, fast: false }
    : event;
}

function eventsOf(text: string, depth: number, max: number): readonly YamlEvent[] {
  // Almost every event is at least one character long, so no limit is needed for short text.
  if (text.length <= max) return parseEvents(text, { maxDepth: depth });
  return parseEvents(text, { maxDepth: countedLimit(depth, max) as unknown as number });
}

/**
 * Returns the depth limit as an object that also limits the number of values. The depth is js-yaml's only limit.
 * Because js-yaml reads the limit before each key and value, this object can count them.
 */
function countedLimit(depth: number, max: number): { readonly valueOf: () => number } {
  let count = 0;
  return {
    valueOf() {
      if (++count > max) throw new TooManyValues();
      return depth;
    },
  };
}
