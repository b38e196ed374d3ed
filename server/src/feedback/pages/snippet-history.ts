import type { Config } from "../../core/config/config.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import type { FileVersion } from "../../core/site/files/former-files.ts";
import { derive } from "../../core/text/view.ts";
import type { SnippetToPlace } from "../../protocol/feedback.ts";
import { matchBlocks } from "./match-blocks.ts";
import { type PageBlock, pageBlocks, type PageBlocks, readCode } from "./page-blocks.ts";

/**
 * The time in milliseconds for which readers can still see a version after the next one was committed. A site is
 * published later than that, and pages are cached.
 */
const maxDelay = 86_400_000;
/** The maximum numbers of versions that are searched before and after the one that the reader saw. */
const maxVersions = { before: 10, after: 3 };

/** The block with a snippet's code, followed from version to version to the current text. */
export interface FollowedSnippet {
  /**
   * The block's index in the current text. Undefined if the block was removed or can't be distinguished from others.
   */
  readonly at: number | undefined;
  /** Whether the version was committed when the reader saw the page. */
  readonly wasSeen: boolean;
}

/**
 * Finds the block with a snippet's code in the version of a page that was current at the snippet's time, and returns
 * its current position. If that version doesn't contain the code, earlier versions are searched, and then later ones,
 * because the commit's time can be too late. The block is followed through each version since then, because a changed
 * copy of a block that was removed later looks like the changed block itself. Returns undefined if no version contains
 * the code.
 */
export function followSnippet(
  snippet: SnippetToPlace,
  versions: readonly FileVersion[],
  now: PageBlocks,
  config: Config,
): FollowedSnippet | undefined {
  const { time = Infinity } = snippet;
  const { shape } = readCode(snippet.code);
  const current = versions.findLastIndex((version) => version.time <= time);
  const isShown = (at: number): boolean => (versions[at + 1]?.time ?? Infinity) > time - maxDelay;
  const before = [...versions.keys()].slice(Math.max(0, current - maxVersions.before), current + 1).reverse();
  const shown = before.filter(isShown);
  const rest = before.filter((at) => !isShown(at));
  const later = [...versions.keys()].slice(current + 1, current + 1 + maxVersions.after);
  for (const isNamed of namesOf(snippet))
    for (const candidates of [shown, ...rest.map((at) => [at]), ...later.map((at) => [at])]) {
      const [found, ...older] = candidates.flatMap((at) => {
        const version = versions[at];
        const blocks = version && blocksAt(version)(config);
        const copies = blocks ? findSameCode(blocks, shape) : [];
        const starts = copies.filter((copy) => blocks?.blocks[copy] && isNamed(blocks.blocks[copy]));
        return blocks && starts.length > 0 ? [{ at, blocks, copies, starts }] : [];
      });
      if (!found) continue;
      const wasSeen = found.at <= current;
      // The reader may have seen any of several blocks, including one that was removed before the page was published.
      const count = Math.max(found.starts.length, ...older.map(({ starts }) => starts.length));
      const following = [...versions.slice(found.at + 1).map((version) => blocksAt(version)(config)), now];
      const places = followBlocks(found.blocks, following);
      const ends = found.starts.flatMap((start) => places[start] ?? []);
      if (ends.length === count) return { at: Math.min(...ends), wasSeen };
      // A block may have been replaced by a later copy of it, or added again.
      const isOnly = [found, ...older].every(({ copies }) => copies.length === 1);
      const same = isOnly ? findOnlySame(snippet, now) : undefined;
      return { at: places.includes(same) ? undefined : same, wasSeen };
    }
  return undefined;
}

/**
 * Returns the only block with a snippet's code, or the only one that also has its title or language. Returns undefined
 * if there are several.
 */
export function findOnlySame(snippet: SnippetToPlace, blocks: PageBlocks): number | undefined {
  const copies = findSameCode(blocks, readCode(snippet.code).shape);
  for (const isNamed of namesOf(snippet)) {
    const [only, ...others] = copies.filter((at) => blocks.blocks[at] && isNamed(blocks.blocks[at]));
    if (only !== undefined) return others.length === 0 ? only : undefined;
  }
  return undefined;
}

/** A version's blocks as readers see them. Computed once per version and docs.json. */
const blocksAt = derive(({ text }: FileVersion) => {
  const { references } = scanPage("page.mdx", text);
  return (config: Config) => pageBlocks(references, config);
});

/** The positions of a version's blocks in the next version. Computed once per pair of versions. */
const placesIn = derive((version: PageBlocks) =>
  derive((next: PageBlocks) => matchBlocks(version.blocks, next.blocks)),
);

/** Returns the positions of a version's blocks in the last of the following versions. */
function followBlocks(
  version: PageBlocks,
  following: readonly PageBlocks[],
): readonly (number | undefined)[] {
  let places: readonly (number | undefined)[] = [...version.blocks.keys()];
  let before = version;
  for (const next of following) {
    const found = placesIn(before)(next);
    places = places.map((place) => (place === undefined ? undefined : found[place]));
    before = next;
  }
  return places;
}

/**
 * Computes the data of versions that all snippets share, in steps. Otherwise, finding the first snippet would take
 * long.
 */
export function* readVersions(versions: readonly FileVersion[], config: Config): Generator<void, void> {
  let before: PageBlocks | undefined;
  for (const version of versions) {
    const blocks = blocksAt(version)(config);
    yield;
    if (before) placesIn(before)(blocks);
    yield;
    before = blocks;
  }
}

type BlockFilter = (block: PageBlock) => boolean;

/**
 * Returns filters that distinguish blocks with the same code, with the strictest first. The service can report titles
 * and languages in a different form than the page contains, so the last filter matches every block.
 */
function namesOf({ filename = "", lang = "" }: SnippetToPlace): readonly BlockFilter[] {
  const isTitled: BlockFilter = (block) => block.filename === filename;
  const isInLang: BlockFilter = (block) => block.lang === lang.toLowerCase();
  return [
    ...(filename !== "" && lang !== "" ? [(block: PageBlock) => isTitled(block) && isInLang(block)] : []),
    ...(filename === "" ? [] : [isTitled]),
    ...(lang === "" ? [] : [isInLang]),
    () => true,
  ];
}

function findSameCode({ blocks }: PageBlocks, shape: string): readonly number[] {
  return blocks.flatMap((block, at) => (shape !== "" && block.shape === shape ? [at] : []));
}
