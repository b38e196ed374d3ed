import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageHead, PageView, ViewBlock } from "../../../server/src/core/preview/view/page-view.ts";
import { paintNodes } from "../components/paint-nodes.tsx";
import { UpdateFilter, ViewSwitch } from "../components/conditional-content.tsx";
import { EndpointContext, type EndpointServices } from "../endpoint/endpoint-context.ts";
import { EndpointBar, EndpointSamples, EndpointSections } from "../endpoint/endpoint.tsx";
import { LayoutContext, PageContext, type PageServices, useIsWide } from "../paint/page-context.ts";
import { usePageSheets } from "../paint/page-sheets.ts";
import { listUpdateTags, useViewTitles, ViewTitlesContext, getViews } from "../paint/page-views.ts";
import { createLinkHandler } from "../paint/safe-attributes.ts";
import { revealId, revealLine } from "../paint/source-map.ts";
import { PaintBlocks } from "./paint-blocks.tsx";

interface PageHeadingProps {
  readonly head: PageHead;
  readonly eyebrow?: ComponentChildren;
  /** Content to the right of the title. */
  readonly children?: ComponentChildren;
}

/** Page modes that render only the author's content. */
const blankModes: ReadonlySet<string> = new Set(["custom", "frame"]);

/** The title and description of a page. Blank pages don't have a heading. */
export function PageHeading({ head, eyebrow, children }: PageHeadingProps): VNode | null {
  if (blankModes.has(head.mode)) return null;
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

type BlockLines = Pick<ViewBlock, "lines">;

/** The number of lines that fills any screen. */
const maxScreenLines = 250;
/** The number of lines that fills most screens. On a larger screen, the remaining lines appear in the next frame. */
const screenLineCount = 60;
/**
 * The maximum number of lines that are rendered in one step. Each step doubles the number of rendered lines, so the
 * entire page is rendered in a few short steps.
 */
const maxStepLines = 2000;
/** Pages with up to this number of lines are rendered in one step. */
const maxShortPageLines = 600;

/**
 * Returns how many blocks on a page to render now. On a long page, the blocks that fill the screen are rendered first,
 * and more are rendered whenever the browser is idle. `paintRest` renders the rest immediately, for example, because a
 * position further down was requested. If `isFromTop` is true, the first screen is rendered before everything else,
 * even if the page is short.
 */
export function usePaintedCount(
  page: string,
  blocks: readonly BlockLines[],
  isFromTop: boolean,
): { readonly count: number; readonly paintRest: () => void } {
  const blockCount = blocks.length;
  const [paintedPart, setPaintedPart] = useState({ page, count: countFirstBlocks(blocks, isFromTop) });
  const paintedCount = paintedPart.page === page ? paintedPart.count : countFirstBlocks(blocks, isFromTop);
  // A fully rendered page stays fully rendered, regardless of how long it becomes.
  const fullyPaintedPage = useRef("");
  const count = fullyPaintedPage.current === page ? blockCount : Math.min(paintedCount, blockCount);
  if (count >= blockCount) fullyPaintedPage.current = page;
  useEffect(() => {
    if (count >= blockCount) return;
    return runWhenIdle(() => setPaintedPart({ page, count: getNextCount(blocks, count) }));
  }, [page, count, blockCount]);
  return { count, paintRest: () => setPaintedPart({ page, count: Number.POSITIVE_INFINITY }) };
}

function countFirstBlocks(blocks: readonly BlockLines[], isFromTop: boolean): number {
  if (isFromTop) return countUpTo(blocks, 0, screenLineCount);
  const firstCount = countUpTo(blocks, 0, maxShortPageLines);
  return firstCount >= blocks.length ? firstCount : countUpTo(blocks, 0, maxScreenLines);
}

function getNextCount(blocks: readonly BlockLines[], count: number): number {
  const isFirstScreen = countLines(blocks, count) < maxScreenLines;
  const lineCount = isFirstScreen ? maxShortPageLines : Math.min(countLines(blocks, count), maxStepLines);
  return countUpTo(blocks, count, lineCount);
}

/** Returns the number of blocks up to the one that completes this many lines after block `from`. */
function countUpTo(blocks: readonly BlockLines[], startIndex: number, lineCount: number): number {
  let count = startIndex;
  let remainingLineCount = lineCount;
  while (count < blocks.length && remainingLineCount > 0) {
    const [firstLine, lastLine] = blocks[count]?.lines ?? [0, 0];
    remainingLineCount -= lastLine - firstLine + 2;
    count++;
  }
  return count;
}

function countLines(blocks: readonly BlockLines[], count: number): number {
  return (blocks[count - 1]?.lines[1] ?? 0) - (blocks[0]?.lines[0] ?? 0) + 1;
}

function runWhenIdle(run: () => void): () => void {
  const handle = requestIdleCallback(run, { timeout: 100 });
  return () => cancelIdleCallback(handle);
}

export interface PaintPageProps {
  readonly page: PageView;
  readonly services: PageServices;
  readonly appearance: "light" | "dark";
  /** Content above the title: the name of the group that contains the page. */
  readonly eyebrow?: ComponentChildren;
  /** Content for the right column (“On this page”), unless the page itself places content in that column. */
  readonly contents?: ComponentChildren;
  /** Content below the text: the previous and next pages and the footer. */
  readonly footContent?: ComponentChildren;
  /** The services for a page that documents an endpoint. */
  readonly endpoint?: EndpointServices;
  /** Whether the page will be viewed from its top, so the top is rendered first. */
  readonly startsAtTop?: boolean;
  /** A ref that is set while the page is rendered. */
  readonly handle?: RefObject<PageHandle | null>;
}

/**
 * The methods of a rendered page. Both methods expand all collapsed content around a position and return the element at
 * the position if it exists.
 */
export interface PageHandle {
  readonly revealId: (id: string) => Promise<Element | undefined>;
  /** Reveals a zero-based line of the page's file. */
  readonly revealLine: (line: number) => Promise<Element | undefined>;
}

/** The maximum number of nested collapsed fields. Each level takes one frame to expand. */
const maxNestingDepth = 12;

/** Expands anything that hides a field of the endpoint. */
async function openField(
  id: string,
  requestAnchor: (id: string) => void,
  root: { readonly current: HTMLElement | null },
): Promise<void> {
  requestAnchor(id);
  for (let i = 0; i < maxNestingDepth; i++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if ([...(root.current?.querySelectorAll("[id]") ?? [])].some((element) => element.id === id)) return;
  }
}

const defaultEndpointServices: EndpointServices = { toLink: (anchor) => `#${anchor}`, onShowSpec: () => {} };

/** Page modes without a column next to the text. */
const modesWithoutAside: ReadonlySet<string> = new Set(["wide", "custom", "frame", "center"]);

/** A page as readers see it, without the surrounding site. */
export function PaintPage(props: PaintPageProps): VNode {
  const { page, services, appearance, eyebrow, contents, footContent, handle } = props;
  const endpointHost = props.endpoint ?? defaultEndpointServices;
  const [requestedAnchor, setRequestedAnchor] = useState<string>();
  const endpointServices = useMemo(
    () => ({ ...endpointHost, targetAnchor: requestedAnchor }),
    [endpointHost, requestedAnchor],
  );
  const root = useRef<HTMLDivElement>(null);
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const isWide = useIsWide(root, 1280) && !modesWithoutAside.has(page.head.mode);
  const joinedTags = listUpdateTags(page).join("\n");
  const layout = useMemo(
    () => ({
      aside: isWide ? (aside ?? undefined) : undefined,
      palette: page.palette,
      appearance,
      tags: joinedTags === "" ? [] : joinedTags.split("\n"),
    }),
    [isWide, aside, page.palette, appearance, joinedTags],
  );
  const views = useMemo(() => getViews(page), [page]);
  const viewTitles = useViewTitles(views);
  usePageSheets(page.styles, page.palette, page.codeColors, services.toResourceUrl);

  const { count, paintRest: paintAll } = usePaintedCount(page.path, page.blocks, props.startsAtTop === true);
  const pageHandle = useRef<PageHandle>(null);
  pageHandle.current = {
    revealId: async (id) => {
      const renderedPage = { page, state: services.state, root: root.current, paintAll };
      if (page.endpoint) await openField(id, setRequestedAnchor, root);
      return revealId(id, renderedPage);
    },
    revealLine: (line) => revealLine(line, { page, state: services.state, root: root.current, paintAll }),
  };
  // This must be a layout effect, because the host's other effects use the handle and can run before the page's
  // effects.
  useLayoutEffect(() => {
    if (!handle) return;
    handle.current = {
      revealId: async (id) => pageHandle.current?.revealId(id),
      revealLine: async (line) => pageHandle.current?.revealLine(line),
    };
    return () => {
      handle.current = null;
    };
  }, [handle]);
  const onClick = createLinkHandler(services.onLinkFollowed, (id) => void pageHandle.current?.revealId(id));

  return (
    <PageContext.Provider value={services}>
      <LayoutContext.Provider value={layout}>
        <ViewTitlesContext.Provider value={viewTitles}>
          <div
            ref={root}
            class="dw-page"
            data-appearance={appearance}
            data-mode={page.head.mode}
            data-wide={isWide}
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
              {footContent && <div class="dw-after">{footContent}</div>}
            </article>
            <aside ref={setAside} class="dw-aside" aria-label="Side column" data-empty={!contents || undefined}>
              {contents && <div class="dw-aside-contents">{contents}</div>}
            </aside>
          </div>
        </ViewTitlesContext.Provider>
      </LayoutContext.Provider>
    </PageContext.Provider>
  );
}
