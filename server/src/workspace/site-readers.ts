import { pageWorkerFile } from "./page-thread.ts";
import { PreviewThread } from "./preview/preview-thread.ts";
import type { ReadSpecs } from "./site-loader.ts";
import { SpecReader } from "./spec-reader.ts";
import { userSyntaxCache } from "./syntax-cache.ts";
import { SyntaxReader } from "./syntax-reader.ts";

/** What reads the files of all sites in threads of its own. */
export interface SiteReaders {
  readonly readSpecs: ReadSpecs;
  readonly specs: SpecReader;
  readonly syntax: SyntaxReader;
  readonly pages: PreviewThread;
}

/** The readers of a language server; they live as long as it does. */
export function siteReaders(): SiteReaders {
  const cache = userSyntaxCache(pageWorkerFile());
  const specs = new SpecReader();
  return {
    readSpecs: specs.readSpecs,
    specs,
    syntax: new SyntaxReader({ cache }),
    pages: new PreviewThread(),
  };
}
