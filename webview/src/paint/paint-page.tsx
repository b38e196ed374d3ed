import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageView, ViewBlock } from "../../../server/src/core/preview/view/page-view.ts";
import { UpdateFilter } from "../components/update.tsx";
import { ViewSwitch } from "../components/view.tsx";
import { EndpointBar } from "../endpoint/endpoint-bar.tsx";
import { EndpointContext, type EndpointServices } from "../endpoint/endpoint-context.ts";
import { EndpointSamples } from "../endpoint/endpoint-samples.tsx";
import { EndpointSections } from "../endpoint/endpoint-sections.tsx";
import { keyBlocks, type PaintedBlock } from "./block-keys.ts";
import { followLinks } from "./follow-links.ts";
import { LayoutContext, PageContext, type PageServices } from "./page-context.ts";
import { updateTags, useViewTitles, ViewsContext, viewsOf } from "./page-views.ts";
import { PageHeading } from "./page-heading.tsx";
import { usePageSheets } from "./page-sheets.ts";
import { paintNodes } from "./paint-nodes.tsx";
import { PaintBlock } from "./paint-block.tsx";
import { usePaintedCount } from "./painted-count.ts";
import { revealId, revealLine } from "./reveal.ts";
import { statesAbove } from "./state-keys.ts";
import { useWide } from "./use-wide.ts";

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
const mostNested = 12;

/** Has whatever hides a field of the endpoint opened. */
async function openField(
  id: string,
  want: (id: string) => void,
  root: { readonly current: HTMLElement | null },
): Promise<void> {
  want(id);
  for (let i = 0; i < mostNested; i++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if ([...(root.current?.querySelectorAll("[id]") ?? [])].some((element) => element.id === id)) return;
  }
}

const withoutHost: EndpointServices = { linkTo: (anchor) => `#${anchor}`, onSpec: () => {} };

/** From this many blocks on, those out of sight are not laid out. */
const manyBlocks = 80;

/** Modes in which nothing stands beside the text. */
const withoutAside: ReadonlySet<string> = new Set(["wide", "custom", "frame", "center"]);

/** A page as readers see it, without the site around it. */
export function PaintPage(props: PaintPageProps): VNode {
  const { page, services, appearance, eyebrow, contents, after, handle } = props;
  const endpointHost = props.endpoint ?? withoutHost;
  const [wanted, setWanted] = useState<string>();
  const endpointServices = useMemo(() => ({ ...endpointHost, wanted }), [endpointHost, wanted]);
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
  const asked = useRef<PageHandle>(null);
  asked.current = {
    revealId: async (id) => {
      const painted = { page, state: services.state, root: root.current, paintAll: all };
      if (page.endpoint) await openField(id, setWanted, root);
      return revealId(id, painted);
    },
    revealLine: (line) =>
      revealLine(line, { page, state: services.state, root: root.current, paintAll: all }),
  };
  useEffect(() => {
    if (!handle) return;
    handle.current = {
      revealId: async (id) => asked.current?.revealId(id),
      revealLine: async (line) => asked.current?.revealLine(line),
    };
    return () => {
      handle.current = null;
    };
  }, [handle]);
  const onClick = followLinks(services.onFollow, (id) => void asked.current?.revealId(id));

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
                <Blocks blocks={page.blocks} count={count} />
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

/** Nodes of blocks that are gone are kept up to as many more. */
const mostForgotten = 200;

interface PaintedAs {
  readonly block: ViewBlock;
  readonly above: string | undefined;
  readonly lazy: boolean;
}

interface BlocksProps {
  readonly blocks: readonly ViewBlock[];
  readonly count: number;
}

function Blocks({ blocks, count }: BlocksProps): VNode {
  const painted = useRef<readonly PaintedBlock[]>([]);
  const lastKey = useRef(0);
  // The same node again is not looked into: of thousands of blocks an edit concerns one.
  const known = useRef(new Map<string, { readonly is: PaintedAs; readonly node: VNode }>());
  const keyed = useMemo(() => {
    const ids = blocks.map(({ id }) => id);
    painted.current = keyBlocks(painted.current, ids, () => `k${++lastKey.current}`);
    return painted.current;
  }, [blocks]);
  const above = useMemo(() => statesAbove(blocks), [blocks]);
  const lazy = blocks.length >= manyBlocks;
  const rest = blocks.slice(count);
  const restLines = rest.length > 0 ? (rest.at(-1)?.lines[1] ?? 0) - (rest[0]?.lines[0] ?? 0) + 1 : 0;
  return (
    <>
      {blocks.slice(0, count).map((block, index) => {
        const key = keyed[index]?.key ?? "";
        const is = { block, above: above[index], lazy };
        const was = known.current.get(key);
        if (was?.is.block === block && was.is.above === is.above && was.is.lazy === lazy) return was.node;
        const node = <PaintBlock key={key} {...is} />;
        if (known.current.size > blocks.length * 2 + mostForgotten) known.current.clear();
        known.current.set(key, { is, node });
        return node;
      })}
      {restLines > 0 && (
        <div key="rest" class="dw-rest" style={{ "--dw-block-lines": String(restLines) }} aria-busy="true" />
      )}
    </>
  );
}
