import { type BlockPlace, type PageUpdate, type PageView, type PartOfPage, sameBlocks, type SameBlocks, type ViewBlock, withSameBlocks } from "../../core/preview/view/page-view.ts";

/** What one version of a page has beside the one before. */
export interface PageNews {
  readonly page: PartOfPage;
  /** Blocks of the one before that stay, around those of `order`; absent where there is none before. */
  readonly same?: SameBlocks;
  readonly order: readonly BlockPlace[];
  readonly fresh: PageUpdate["fresh"];
}

export interface WholePage {
  readonly page: Omit<PageView, "blocks">;
  readonly blocks: readonly ViewBlock[];
}

/** What to tell whoever has `before`; everything where that is undefined. */
export function pageNews(before: WholePage | undefined, { page, blocks }: WholePage): PageNews {
  if (!before) return { page, order: blocks.map(placeOf), fresh: nodesOf(blocks) };
  const same = sameBlocks(before.blocks, blocks);
  const between = blocks.slice(same.head, blocks.length - same.tail);
  const gone = before.blocks.slice(same.head, before.blocks.length - same.tail);
  const known = new Set(gone.map(({ id }) => id));
  const fresh = nodesOf(between.filter(({ id }) => !known.has(id)));
  return { page: newsOf(page, before.page), same, order: between.map(placeOf), fresh };
}

/** The other way round; undefined for news of something that is not known. */
export function withNews(
  before: WholePage | undefined,
  { page, same, order, fresh }: PageNews,
): WholePage | undefined {
  const known = before?.page;
  const { contents = known?.contents, palette = known?.palette, styles = known?.styles } = page;
  if ((same && !before) || !contents || !palette || styles === undefined) return undefined;
  const gone = lazily(() => new Map(before?.blocks.map(({ id, nodes }) => [id, nodes])));
  const between = order.map((place) => ({ ...place, nodes: fresh[place.id] ?? gone().get(place.id) ?? [] }));
  const blocks = same && before ? withSameBlocks(before.blocks, same, between) : between;
  return { page: { ...page, contents, palette, styles }, blocks };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What is kept is the same value for as long as it says the same. */
function newsOf(
  { contents, palette, styles, ...rest }: WholePage["page"],
  before: WholePage["page"],
): PartOfPage {
  return {
    ...rest,
    ...(contents !== before.contents && { contents }),
    ...(palette !== before.palette && { palette }),
    ...(styles !== before.styles && { styles }),
  };
}

function nodesOf(blocks: readonly ViewBlock[]): PageUpdate["fresh"] {
  return Object.fromEntries(blocks.map(({ id, nodes }) => [id, nodes]));
}

function placeOf(block: ViewBlock): BlockPlace {
  const { nodes: _, ...place } = block;
  return place;
}
