import { plainYamlValue } from "./plain-yaml-value.ts";
import { mostSpecNodes, type SpecTreeFault } from "./spec-node.ts";
import { noKey, rowKinds, TableBuilder, type SpecTable } from "./spec-table.ts";
import {
  EVENT_ID,
  getScalarValue,
  SCALAR_STYLE,
  type YamlEvent,
  type YamlScalarEvent,
} from "./yaml-events.ts";

/**
 * The table of a YAML file that has neither anchors nor tags, merge keys, keys that are no text, keys that stand twice
 * or several documents, as nearly all specifications; undefined for every other file.
 */
export function yamlTable(
  text: string,
  events: readonly YamlEvent[],
): { readonly table: SpecTable } | { readonly fault: SpecTreeFault } | undefined {
  const rows = new YamlRows(text, events.length);
  for (const event of events) if (!rows.take(event)) return rows.fault && { fault: rows.fault };
  return { table: rows.build() };
}

interface Open {
  readonly row: number;
  /** The keys of a map so far. */
  readonly keys: Set<string> | undefined;
}

class YamlRows {
  fault: SpecTreeFault | undefined;
  readonly #text: string;
  readonly #rows: TableBuilder;
  readonly #odd = new Map<number, YamlScalarEvent>();
  readonly #open: Open[] = [];
  #documents = 0;
  /** Where the last token ends. */
  #end = 0;
  /** The key that waits for its value. */
  #hasKey = false;
  #keyStart = noKey;
  #keyEnd = noKey;
  #oddKey: string | undefined;

  constructor(text: string, expected: number) {
    this.#text = text;
    this.#rows = new TableBuilder(Math.min(mostSpecNodes, expected));
  }

  /** False when the file is none for a table. */
  take(event: YamlEvent): boolean {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        return ++this.#documents === 1;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        if (isMarked(event) || !this.#mayAdd()) return false;
        const isMap = event.type === EVENT_ID.MAPPING;
        const kind = isMap ? rowKinds.map : rowKinds.list;
        const row = this.#add(kind, event.start, event.start + 1);
        this.#open.push({ row, keys: isMap ? new Set() : undefined });
        this.#end = event.start + 1;
        return true;
      }
      case EVENT_ID.SCALAR:
        return !isMarked(event) && this.#scalar(event);
      case EVENT_ID.ALIAS:
        return false;
      case EVENT_ID.POP:
        this.#close();
        return true;
    }
  }

  build(): SpecTable {
    const text = this.#text;
    const odd = this.#odd;
    return this.#rows.build(text, (row) => {
      const event = odd.get(row);
      const value = event ? getScalarValue(text, event) : "";
      return event?.style === SCALAR_STYLE.PLAIN ? plainYamlValue(value) : value;
    });
  }

  /** A value needs its key, and there may not be too many. */
  #mayAdd(): boolean {
    if (this.#rows.count >= mostSpecNodes) {
      const range = { start: this.#end, end: this.#end + 1 };
      this.fault = { kind: "too-large", text: "it has too many values", range };
      return false;
    }
    return this.#hasKey || !this.#open.at(-1)?.keys;
  }

  #add(kind: (typeof rowKinds)[keyof typeof rowKinds], start: number, end: number): number {
    const isEntry = this.#hasKey;
    this.#hasKey = false;
    const row = this.#rows.add(
      kind,
      start,
      end,
      isEntry ? this.#keyStart : noKey,
      isEntry ? this.#keyEnd : noKey,
    );
    if (isEntry && this.#oddKey !== undefined) this.#rows.oddKeys.set(row, this.#oddKey);
    return row;
  }

  #scalar(event: YamlScalarEvent): boolean {
    const isEmpty = event.valueStart < 0;
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    const quote = isQuoted ? 1 : 0;
    const start = isEmpty ? this.#end : event.valueStart - quote;
    const end = isEmpty ? this.#end : event.valueEnd + quote;
    this.#end = end;
    const keys = this.#open.at(-1)?.keys;
    if (keys && !this.#hasKey) return this.#key(event, keys, start, end);
    if (!this.#mayAdd()) return false;
    const isFast = event.fast || isEmpty;
    const kind = !isFast ? rowKinds.odd : isQuoted ? rowKinds.quoted : rowKinds.plain;
    const isBlock = !isQuoted && event.style !== SCALAR_STYLE.PLAIN;
    const row = this.#add(isBlock ? rowKinds.odd : kind, start, end);
    if (isBlock || !isFast) this.#odd.set(row, event);
    return true;
  }

  #key(event: YamlScalarEvent, keys: Set<string>, start: number, end: number): boolean {
    const isPlain = event.style === SCALAR_STYLE.PLAIN;
    const key = getScalarValue(this.#text, event);
    if ((isPlain && key === "<<") || keys.has(key)) return false;
    keys.add(key);
    this.#hasKey = true;
    this.#keyStart = start;
    this.#keyEnd = end;
    this.#oddKey = event.fast ? undefined : key;
    return true;
  }

  #close(): void {
    const open = this.#open.pop();
    if (!open) return;
    const first = this.#text.charCodeAt(this.#rows.startOf(open.row));
    // `{` and `[`: what closes them is no event of its own.
    if (first === 0x7b || first === 0x5b) {
      const closing = /^\s*,?\s*[}\]]/.exec(this.#text.slice(this.#end, this.#end + 200));
      if (closing) this.#end += closing[0].length;
    }
    this.#rows.close(open.row, Math.max(this.#rows.endOf(open.row), this.#end));
  }
}

/** Whether the value has an anchor or a tag. */
function isMarked({
  anchorStart,
  tagStart,
}: {
  readonly anchorStart: number;
  readonly tagStart: number;
}): boolean {
  return anchorStart >= 0 || tagStart >= 0;
}
