import type { ChannelOutline, OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { generatedPages, type GeneratedPage } from "../specs/generated-pages.ts";
import type { Site } from "../site.ts";
import type { PageDifference, PageFace } from "./difference.ts";
import type { OperationPair } from "./match-operations.ts";

/** Pages of one and the same entry or element for one and the same operation are one page. */
export interface PagePair {
  readonly before: GeneratedPage | undefined;
  readonly after: GeneratedPage | undefined;
}

/** The pages made of the specification at `path` in two states of a site, each with its other self. */
export function matchPages(
  before: Site,
  after: Site,
  path: SitePath,
  operations: readonly OperationPair[],
): readonly PagePair[] {
  const others = new Map<OperationOutline | ChannelOutline, OperationOutline | ChannelOutline>();
  for (const pair of operations) if (pair.before && pair.after) others.set(pair.after, pair.before);
  const [old, young] = [before, after].map((site) => site.specs.get(path));
  for (const [channel, other] of sameChannels(old, young)) others.set(channel, other);
  const left = new Map<GeneratedPage["node"], Map<unknown, GeneratedPage>>();
  for (const page of pagesOf(before, path)) {
    const ofNode = left.get(page.node) ?? new Map<unknown, GeneratedPage>();
    ofNode.set(sourceOf(page), page);
    left.set(page.node, ofNode);
  }
  const pairs = pagesOf(after, path).map((page): PagePair => {
    const ofNode = left.get(page.node);
    const key = others.get(sourceOf(page));
    const old = key && ofNode?.get(key);
    if (old) ofNode?.delete(key);
    return { before: old, after: page };
  });
  const gone = [...left.values()].flatMap((pages) => [...pages.values()]);
  return [...pairs, ...gone.map((page) => ({ before: page, after: undefined }))];
}

function pagesOf(site: Site, path: SitePath): readonly GeneratedPage[] {
  return generatedPages(site).filter(({ spec }) => spec.path === path);
}

/** What a page is made of. */
export function sourceOf({ target }: GeneratedPage): OperationOutline | ChannelOutline {
  return target.kind === "channel" ? target.channel : target.operation;
}

function sameChannels(
  before: SpecOutline | undefined,
  after: SpecOutline | undefined,
): readonly (readonly [ChannelOutline, ChannelOutline])[] {
  const byId = new Map(before?.channels.map((channel) => [channel.id, channel]));
  return (after?.channels ?? []).flatMap((channel) => {
    const old = byId.get(channel.id);
    return old ? [[channel, old] as const] : [];
  });
}

/** Those of which readers see something else in the menu or the address. */
export function comparePages(pairs: readonly PagePair[]): readonly PageDifference[] {
  return pairs.flatMap(({ before, after }): PageDifference[] => {
    const one = before && faceOf(before);
    const other = after && faceOf(after);
    if (!one || !other) return [{ kind: one ? "removed" : "added", before: one, after: other }];
    return JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [{ kind: "changed", before: one, after: other }];
  });
}

function faceOf({ slug, title, sidebarTitle, groups, listed }: GeneratedPage): PageFace {
  return { slug, title: sidebarTitle ?? title, groups, listed };
}
