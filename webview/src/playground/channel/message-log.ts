import type { AnswerCheck } from "../../../../server/src/core/request/response/verdict.ts";
import type { LogEntry } from "./conversation-view.ts";

/** Kept at most: of more than that nobody looks at the oldest. */
const most = { entries: 2_000, text: 20_000_000 } as const;

/** Messages in the order in which they came and went. */
export class MessageLog {
  #entries: LogEntry[] = [];
  #size = 0;
  #last = 0;
  dropped = 0;

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  add(entry: Omit<LogEntry, "number">): LogEntry {
    const added = { ...entry, number: ++this.#last };
    this.#entries.push(added);
    this.#size += entry.text.length;
    let gone = Math.max(0, this.#entries.length - most.entries);
    for (const { text } of this.#entries.slice(0, gone)) this.#size -= text.length;
    while (this.#size > most.text && gone < this.#entries.length - 1)
      this.#size -= this.#entries[gone++]?.text.length ?? 0;
    if (gone > 0) this.#entries.splice(0, gone);
    this.dropped += gone;
    return added;
  }

  check(number: number, check: AnswerCheck | "waiting" | "skipped"): void {
    const at = this.#entries.findIndex((each) => each.number === number);
    const entry = this.#entries[at];
    if (entry) this.#entries[at] = { ...entry, check };
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
    this.dropped = 0;
  }
}

/** `00 ff 0a` of base64: bytes as people compare them, of long ones the beginning. */
export function bytesAsText(base64: string): string {
  const bytes = atob(base64.slice(0, 400_000));
  return Array.from(bytes, (each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");
}
