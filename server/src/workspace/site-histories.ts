import { noFormerFiles, type FormerFiles } from "../core/site/files/former-files.ts";
import { said } from "../core/text/message.ts";
import { FormerFilesReader } from "./former-files.ts";
import type { LiveSite } from "./live-site.ts";

const untrusted: FormerFiles = {
  ...noFormerFiles,
  note: said("Renames of the past are not looked for, as this workspace is not trusted."),
};

/** What became of former files of each site, as far as git may be asked and has answered. */
export class SiteHistories {
  readonly #readers = new WeakMap<LiveSite, FormerFilesReader>();
  readonly #former = new WeakMap<LiveSite, FormerFiles>();

  /** Resolves when what is known holds for the last commit of each site. */
  async read(sites: readonly LiveSite[], mayAskGit: boolean): Promise<void> {
    await Promise.all(
      sites.map(async (live) => {
        if (!mayAskGit) return this.#former.set(live, untrusted);
        const reader = this.#readers.get(live) ?? new FormerFilesReader(live.root);
        this.#readers.set(live, reader);
        return this.#former.set(live, await reader.read());
      }),
    );
  }

  of(live: LiveSite): FormerFiles {
    return this.#former.get(live) ?? noFormerFiles;
  }
}
