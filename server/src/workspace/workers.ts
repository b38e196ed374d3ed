import type { ReadSpecs } from "./analysis/load-site.ts";
import { userSyntaxCache } from "./mdx/mdx-cache.ts";
import { SyntaxReader } from "./mdx/mdx-validator.ts";
import { pageWorkerFile } from "./mdx/mdx-worker-host.ts";
import { PreviewThread } from "./preview/render-worker-host.ts";
import { SpecReader } from "./specs/spec-service.ts";

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
