import { EVENT_ID, parseEvents, YAMLException } from "js-yaml";

/** The parts of js-yaml that are used: its events, which contain offsets, and its dumper (see ARCHITECTURE.md). */
export { dump, EVENT_ID, getScalarValue, SCALAR_STYLE, YAMLException } from "js-yaml";

export type YamlEvent = ReturnType<typeof parseEvents>[number];
export type YamlScalarEvent = Extract<YamlEvent, { type: 4 }>;

/** An error that is thrown if text exceeds the limit for keys and values. */
export class TooManyValues extends Error {}

/**
 * Returns the events in YAML text that is nested at most `depth` levels. All events are in memory at once, at a few
 * hundred bytes each, so parsing stops at about `max` keys and values. Throws TooManyValues, or a YAMLException for
 * invalid YAML.
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
 * The maximum number of insufficiently indented lines in a file, and the maximum number of characters that are read
 * again because of them.
 */
const maxRetries = 1000;
const maxRetriedLength = 20_000_000;

type IndentationError = YAMLException & { readonly mark: NonNullable<YAMLException["mark"]> };

/**
 * Whether the error is about indentation. YAML requires the lines of a list in brackets to be indented further than its
 * key. js-yaml 5 enforces this, while the js-yaml 4 of the service only warns, and published specifications contain `]`
 * below its key.
 */
function isIndentationError(error: unknown): error is IndentationError {
  return (
    error instanceof YAMLException && error.reason === "deficient indentation" && error.mark !== undefined
  );
}

/**
 * Returns the text with spaces instead of the line breaks before `at`, so that no offset changes. Returns undefined if
 * the previous line may end with a comment, which would then contain the next line.
 */
function joinLines(text: string, at: number): string | undefined {
  const [blank = ""] = /\s*$/.exec(text.slice(Math.max(0, at - maxBlankLength), at)) ?? [];
  const start = at - blank.length;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (!/[\r\n]/.test(blank) || line.includes("#")) return undefined;
  return text.slice(0, start) + blank.replace(/[\r\n]/g, " ") + text.slice(at);
}

const maxBlankLength = 1000;

/**
 * Marks the value of an event as spanning several lines if its original text does. Such a value isn't simply a part of
 * the text.
 */
function withLineBreaks(event: YamlEvent, text: string): YamlEvent {
  return event.type === EVENT_ID.SCALAR &&
    event.fast &&
    text.slice(event.valueStart, event.valueEnd).includes("\n")
    ? { ...event, fast: false }
    : event;
}

function eventsOf(text: string, depth: number, max: number): readonly YamlEvent[] {
  // Almost every event is at least one character long.
  if (text.length <= max) return parseEvents(text, { maxDepth: depth });
  return parseEvents(text, { maxDepth: countedLimit(depth, max) as unknown as number });
}

/**
 * Returns the depth limit as an object that also limits the number of values. js-yaml has no limit other than the
 * depth. It reads that limit before each key and value, so this object counts the reads.
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
