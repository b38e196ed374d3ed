import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import { UpdateFilter } from "../components/update.tsx";
import { ViewSwitch } from "../components/view.tsx";
import { EndpointContext, type EndpointServices } from "../endpoint/endpoint-context.ts";
import { EndpointSamples } from "../endpoint/endpoint-samples.tsx";
import { EndpointBar, EndpointSections } from "../endpoint/endpoint.tsx";
import { followLinks } from "./follow-links.ts";
import { LayoutContext, PageContext, type PageServices } from "./page-context.ts";
import { PageHeading } from "./page-heading.tsx";
import { usePageSheets } from "./page-sheets.ts";
import { updateTags, useViewTitles, ViewsContext, viewsOf } from "./page-views.ts";
import { PaintBlocks } from "./paint-blocks.tsx";
import { paintNodes } from "./paint-nodes.tsx";
import { usePaintedCount } from "./painted-count.ts";
import { revealId, revealLine } from "./reveal.ts";
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
