import { isDeepStrictEqual } from "node:util";
import type { EditedTexts } from "../core/text/undo-edits.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";

const most = 20;
/** Of all texts together, in UTF-16 code units. */
const mostText = 20_000_000;

/**
 * The last edits that were planned of each site, by which they can be taken back; the oldest go first. Equal edits count
 * once: editors request the same edit again and again.
 */
export class RecentEdits<Made extends { readonly texts: EditedTexts }> {
  readonly #bySite = new WeakMap<LiveSite, readonly Made[]>();

  /** The last one last. */
  of(site: LiveSite): readonly Made[] {
    return this.#bySite.get(site) ?? [];
  }

  add(site: LiveSite, made: Made): void {
    const others = this.of(site).filter((one) => !isDeepStrictEqual(one, made));
    const all = [...others, made].slice(-most);
    let length = 0;
    const first = all.findLastIndex(({ texts }) => {
      for (const { after } of texts.values()) length += after.length;
      return length > mostText;
    });
    this.#bySite.set(site, all.slice(first + 1));
  }
}
