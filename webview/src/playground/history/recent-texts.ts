import { BoundedMap } from "../../../../server/src/core/text/bounded-map.ts";
import type { HistoryEntry } from "../../../../server/src/core/request/protocol/playground-protocol.ts";

const most = 20;

/** Texts of the last answers, each with the entry that the host has made of it. The host keeps the beginning of each. */
export class RecentTexts {
  readonly #texts = new BoundedMap<string, string>(most);
  #expected: { readonly url: string; readonly milliseconds: number; readonly text: string } | undefined;

  readonly get = (id: string): string | undefined => this.#texts.get(id);

  readonly expect = (url: string, milliseconds: number, text: string): void => {
    this.#expected = { url, milliseconds, text };
  };

  take([newest]: readonly HistoryEntry[]): void {
    const expected = this.#expected;
    if (!newest || !expected || this.#texts.has(newest.id)) return;
    // Secrets are not in the host's copy of the address either, so both are the same text.
    if (newest.request.url !== expected.url || newest.milliseconds !== expected.milliseconds) return;
    this.#expected = undefined;
    this.#texts.set(newest.id, expected.text);
  }
}
