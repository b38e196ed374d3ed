import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageHead, PageView, ViewBlock } from "../../../server/src/core/preview/view/page-view.ts";
import { paintNodes } from "../components/paint-nodes.tsx";
import { UpdateFilter } from "../components/update.tsx";
import { ViewSwitch } from "../components/view.tsx";
import { EndpointContext, type EndpointServices } from "../endpoint/endpoint-context.ts";
import { EndpointSamples } from "../endpoint/endpoint-samples.tsx";
import { EndpointBar, EndpointSections } from "../endpoint/endpoint.tsx";
import { LayoutContext, PageContext, type PageServices, useWide } from "../paint/page-context.ts";
import { usePageSheets } from "../paint/page-sheets.ts";
import { updateTags, useViewTitles, ViewsContext, viewsOf } from "../paint/page-views.ts";
import { followLinks } from "../paint/safe-attributes.ts";
import { revealId, revealLine } from "../paint/source-map.ts";
import { PaintBlocks } from "./paint-blocks.tsx";

interface PageHeadingProps {
  readonly head: PageHead;
  readonly eyebrow?: ComponentChildren;
  /** At the right of the title. */
  readonly children?: ComponentChildren;
}

/** Modes of pages that are a blank canvas. */
const blank: ReadonlySet<string> = new Set(["custom", "frame"]);

/** Title and description, which a blank page has not. */
export function PageHeading({ head, eyebrow, children }: PageHeadingProps): VNode | null {
  if (blank.has(head.mode)) return null;
  return (
    <header class="dw-heading">
      {eyebrow && <div class="dw-eyebrow">{eyebrow}</div>}
      <div class="dw-heading-row">
        <h1 class="dw-title">
          {head.title}
          {head.tag !== undefined && <span class="dw-title-tag">{head.tag}</span>}
          {head.deprecated && <span class="dw-title-tag dw-title-deprecated">Deprecated</span>}
        </h1>
        {children}
      </div>
      {head.description !== undefined && <p class="dw-description">{head.description}</p>}
    </header>
  );
}

type Lines = Pick<ViewBlock, "lines">;

/** Lines of text that fill any screen. */
const firstLines = 250;
/** Lines that fill most screens: what stands on a larger one below them comes in the next frame. */
const screenLines = 60;
/** As many again as are painted, up to this many: the whole page comes in few steps, none of them long. */
const maxAtOnce = 2000;
/** Pages up to this many lines are painted in one go. */
const shortPage = 600;

/**
 * How many blocks of a page to paint now: of a long one first what fills the screen, then more whenever there is nothing
 * else to do. `all` paints the rest at once, for when something further down is asked for. Of a page that is seen
 * `fromTop` the first screen comes before all else, however short the page is.
 */
export function usePaintedCount(
  page: string,
  blocks: readonly Lines[],
  fromTop: boolean,
): { readonly count: number; readonly all: () => void } {
  const total = blocks.length;
  const [painted, setPainted] = useState({ page, count: firstCount(blocks, fromTop) });
  const current = painted.page === page ? painted.count : firstCount(blocks, fromTop);
  // A page that was painted whole stays so, however long it grows.
  const full = useRef("");
  const count = full.current === page ? total : Math.min(current, total);
  if (count >= total) full.current = page;
  useEffect(() => {
    if (count >= total) return;
    return whenIdle(() => setPainted({ page, count: nextCount(blocks, count) }));
  }, [page, count, total]);
  return { count, all: () => setPainted({ page, count: Number.POSITIVE_INFINITY }) };
}

function firstCount(blocks: readonly Lines[], fromTop: boolean): number {
  if (fromTop) return countUpTo(blocks, 0, screenLines);
  const total = countUpTo(blocks, 0, shortPage);
  return total >= blocks.length ? total : countUpTo(blocks, 0, firstLines);
}

function nextCount(blocks: readonly Lines[], count: number): number {
  const isFirstScreen = linesOf(blocks, count) < firstLines;
  const lines = isFirstScreen ? shortPage : Math.min(linesOf(blocks, count), maxAtOnce);
  return countUpTo(blocks, count, lines);
}

/** How many blocks there are up to the one in which so many lines after block `from` are over. */
function countUpTo(blocks: readonly Lines[], from: number, lines: number): number {
  let count = from;
  let left = lines;
  while (count < blocks.length && left > 0) {
    const [first, last] = blocks[count]?.lines ?? [0, 0];
    left -= last - first + 2;
    count++;
  }
  return count;
}

function linesOf(blocks: readonly Lines[], count: number): number {
  return (blocks[count - 1]?.lines[1] ?? 0) - (blocks[0]?.lines[0] ?? 0) + 1;
}

function whenIdle(run: () => void): () => void {
  const handle = requestIdleCallback(run, { timeout: 100 });
  return () => cancelIdleCallback(handle);
}

export interface PaintPageProps {
  readonly page: PageView;
  readonly services: PageServices;
  readonly appearance: "light" | "dark";
  /** Above the title: the group that the page is in. */
  readonly eyebrow?: ComponentChildren;
  /** In the right column, while the page itself puts nothing there: “on this page”. */
  readonly contents?: ComponentChildren;
  /** Under the text: previous and next, the footer. */
  readonly after?: ComponentChildren;
  /** For a page that documents an endpoint. */
  readonly endpoint?: EndpointServices;
  /** Whether it is going to be looked at from its top, so that this is painted before all else. */
  readonly fromTop?: boolean;
  /** Set while the page is painted. */
  readonly handle?: RefObject<PageHandle | null>;
}

/** What can be asked of a painted page. Both open whatever hides the place, and answer its element if there is one. */
export interface PageHandle {
  readonly revealId: (id: string) => Promise<Element | undefined>;
  /** A line of the page's file, from 0. */
  readonly revealLine: (line: number) => Promise<Element | undefined>;
}

/** Fields that hold each other open one after the other, a frame each. */
const maxNested = 12;

/** Has whatever hides a field of the endpoint opened. */
async function openField(
  id: string,
  want: (id: string) => void,
  root: { readonly current: HTMLElement | null },
): Promise<void> {
  want(id);
  for (let i = 0; i < maxNested; i++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if ([...(root.current?.querySelectorAll("[id]") ?? [])].some((element) => element.id === id)) return;
  }
}

const withoutHost: EndpointServices = { linkTo: (anchor) => `#${anchor}`, onSpec: () => {} };

/** Modes in which nothing stands beside the text. */
const withoutAside: ReadonlySet<string> = new Set(["wide", "custom", "frame", "center"]);

/** A page as readers see it, without the site around it. */
export function PaintPage(props: PaintPageProps): VNode {
  const { page, services, appearance, eyebrow, contents, after, handle } = props;
  const endpointHost = props.endpoint ?? withoutHost;
  const [requested, setRequested] = useState<string>();
  const endpointServices = useMemo(() => ({ ...endpointHost, wanted: requested }), [endpointHost, requested]);
  const root = useRef<HTMLDivElement>(null);
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const wide = useWide(root, 1280) && !withoutAside.has(page.head.mode);
  const tagList = updateTags(page).join("\n");
  const layout = useMemo(
    () => ({
      aside: wide ? (aside ?? undefined) : undefined,
      palette: page.palette,
      appearance,
      tags: tagList === "" ? [] : tagList.split("\n"),
    }),
    [wide, aside, page.palette, appearance, tagList],
  );
  const views = useMemo(() => viewsOf(page), [page]);
  const titles = useViewTitles(views);
  usePageSheets(page.styles, page.palette, page.codeGround, services.resource);

  const { count, all } = usePaintedCount(page.path, page.blocks, props.fromTop === true);
  const requests = useRef<PageHandle>(null);
  requests.current = {
    revealId: async (id) => {
      const painted = { page, state: services.state, root: root.current, paintAll: all };
      if (page.endpoint) await openField(id, setRequested, root);
      return revealId(id, painted);
    },
    revealLine: (line) =>
      revealLine(line, { page, state: services.state, root: root.current, paintAll: all }),
  };
  useEffect(() => {
    if (!handle) return;
    handle.current = {
      revealId: async (id) => requests.current?.revealId(id),
      revealLine: async (line) => requests.current?.revealLine(line),
    };
    return () => {
      handle.current = null;
    };
  }, [handle]);
  const onClick = followLinks(services.onFollow, (id) => void requests.current?.revealId(id));

  return (
    <PageContext.Provider value={services}>
      <LayoutContext.Provider value={layout}>
        <ViewsContext.Provider value={titles}>
          <div
            ref={root}
            class="dw-page"
            data-appearance={appearance}
            data-mode={page.head.mode}
            data-wide={wide}
            onClick={onClick}
          >
            <article class="dw-article">
              <PageHeading head={page.head} eyebrow={eyebrow}>
                <ViewSwitch views={views} paint={paintNodes} />
              </PageHeading>
              {page.endpoint && (
                <EndpointContext.Provider value={endpointServices}>
                  <EndpointBar endpoint={page.endpoint} />
                </EndpointContext.Provider>
              )}
              <UpdateFilter />
              <div class="dw-prose">
                <PaintBlocks blocks={page.blocks} count={count} />
                {page.endpoint && (
                  <EndpointContext.Provider value={endpointServices}>
                    <EndpointSections endpoint={page.endpoint} />
                    <EndpointSamples endpoint={page.endpoint} />
                  </EndpointContext.Provider>
                )}
              </div>
              {after && <div class="dw-after">{after}</div>}
            </article>
            <aside
              ref={setAside}
              class="dw-aside"
              aria-label="Beside the page"
              data-empty={!contents || undefined}
            >
              {contents && <div class="dw-aside-contents">{contents}</div>}
            </aside>
          </div>
        </ViewsContext.Provider>
      </LayoutContext.Provider>
    </PageContext.Provider>
  );
}
