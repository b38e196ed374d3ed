import type { LoadedSite } from "./site-loader.ts";

/** How far a scan had come. A later scan shows itself from where the last good snapshot is. */
export function stageOf(loaded: LoadedSite | undefined): number {
  const { pages = false, specs = false } = loaded?.site.loaded ?? {};
  return Number(pages) + Number(specs);
}
