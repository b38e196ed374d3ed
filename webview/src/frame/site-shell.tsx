import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { ContentsEntry } from "../../../server/src/core/preview/view/page-view.ts";
import type {
  FrameBanner,
  FramePage,
  SiteShellView,
} from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { useOwnId } from "../components/tabs.tsx";
import { useWide } from "../paint/page-context.ts";
import { lookStyle, textOn, useAppearance, useFonts } from "./appearance.ts";
import { type ChangedPages, ChangedPagesContext, noChangedPages } from "./change-marks.tsx";
import { ContentsList } from "./contents-list.tsx";
import { Eyebrow } from "./directory.tsx";
import {
  FrameContext,
  type FrameServices,
  placeMark,
  useFrame,
  FrameTextsContext,
  getFrameTexts,
} from "./frame-context.ts";
import { InlineNodes } from "./links.tsx";
import { PageFoot } from "./page-foot.tsx";
import { PageMenu } from "./page-menu.tsx";
import { OpenPlaces, Sidebar } from "./sidebar.tsx";
import { NavbarLinks, TabBar, TopBar } from "./top-bar.tsx";

interface BannerProps {
  readonly banner: FrameBanner;
}

/** The announcement above every page. Closed, it stays closed until it says something else. */
export function Banner({ banner }: BannerProps): VNode | null {
  const { state } = useFrame();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const key = `frame:banner:${banner.text.slice(0, 200)}`;
  if (state.get(key) === true) return null;
  const style = {
    ...(banner.light && {
      "--site-banner-light": banner.light,
      "--site-on-banner-light": textOn(banner.light),
    }),
    ...(banner.dark && { "--site-banner-dark": banner.dark, "--site-on-banner-dark": textOn(banner.dark) }),
  };
  return (
    <section
      class="dw-site-banner"
      aria-label="Announcement"
      data-type={banner.type}
      style={style}
      {...placeMark(banner.at)}
    >
      <div class="dw-site-banner-text">
        <InlineNodes nodes={banner.content} />
      </div>
      {banner.dismissible && (
        <button
          type="button"
          class="dw-site-icon-button dw-site-banner-close"
          aria-label="Close the announcement"
          onClick={() => {
            state.set(key, true);
            repaint();
          }}
        >
          <Glyph name="cross" />
        </button>
      )}
    </section>
  );
}

export interface SiteShellProps {
  readonly frame: SiteShellView;
  readonly services: FrameServices;
  readonly contents: readonly ContentsEntry[];
  /** The author looks at the other mode, whatever the site says. */
  readonly appearance?: "light" | "dark";
  /** Pages that are marked in the sidebar. */
  readonly changedPages?: ChangedPages | undefined;
  /** When the file was last changed, as readers are told it. */
  readonly lastChanged?: string;
  /** Paints the page into its place. */
  readonly children: (slots: PageSlots) => ComponentChildren;
}

/** What the page is given to put in its own places. */
export interface PageSlots {
  readonly appearance: "light" | "dark";
  /** Above the title. */
  readonly eyebrow: ComponentChildren;
  /** Beside the text; absent where the page has no place for it. */
  readonly contents: ComponentChildren;
  /** Below the text. */
  readonly after: ComponentChildren;
}

/** From this width on the pages stand beside the text; below it they are a drawer. */
const widthWithSidebar = 1024;

/** Modes without a sidebar, and without headings at the side (organize/pages of the service's docs). */
const withoutSidebar: ReadonlySet<string> = new Set(["custom", "center"]);
const withoutContents: ReadonlySet<string> = new Set(["wide", "custom", "center", "frame", "assistant"]);

/** The site around a page: bars above, pages at the left, and what the page puts into its own columns. */
export function SiteShell(props: SiteShellProps): VNode {
  const { frame, services, contents, appearance: forced, lastChanged, changedPages, children } = props;
  const { look, surroundings, menu, page } = frame;
  const root = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const mainId = useOwnId();
  const appearance = useAppearance(look.appearance, services.state, forced);
  const isWide = useWide(root, widthWithSidebar);
  const drawer = useDrawer(page.slug, isWide);
  const style = useMemo(
    () => lookStyle(look, appearance.effective, services),
    [look, appearance.effective, services],
  );
  useFonts(look.fonts, services.resource);
  const same = useMemo(() => samePages(page), [page]);
  const words = useMemo(() => getFrameTexts(menu.language), [menu.language]);
  const hasSidebar = !withoutSidebar.has(page.mode);
  const hasTabs = menu.levels.some(({ kind }) => kind === "tab");
  const hasDrawer = hasSidebar && !isWide;
  // A keystroke changes the page alone: what stands around it, maybe thousands of entries, is not gone through again.
  const bars = useMemo(
    () => (
      <>
        {surroundings.banner && <Banner banner={surroundings.banner} />}
        <header class="dw-site-header">
          <TopBar frame={frame} appearance={appearance} same={same} drawer={hasDrawer ? drawer : undefined} />
          {menu.levels.map((level, index) => level.kind === "tab" && <TabBar key={index} level={level} />)}
        </header>
      </>
    ),
    [frame, appearance.effective, !appearance.toggle, hasDrawer, drawer.isOpen],
  );
  const pages = useMemo(
    () => (
      <ChangedPagesContext.Provider value={changedPages ?? noChangedPages}>
        <Sidebar frame={frame} same={same} />
        {!isWide && <NavbarLinks surroundings={surroundings} />}
      </ChangedPagesContext.Provider>
    ),
    [frame, isWide, changedPages],
  );
  const eyebrow = useMemo(() => <EyebrowRow page={page} />, [page]);
  const after = useMemo(() => <PageFoot frame={frame} lastChanged={lastChanged} />, [frame, lastChanged]);
  return (
    <FrameContext.Provider value={services}>
      <FrameTextsContext.Provider value={words}>
        <div
          ref={root}
          class="dw-root"
          style={style}
          dir={menu.direction}
          lang={menu.language}
          data-appearance={appearance.effective}
          data-theme={look.theme}
          data-tabs={hasTabs ? "" : undefined}
        >
          <OpenPlaces
            class="dw-site"
            data-mode={page.mode}
            data-decoration={look.background.decoration}
            data-narrow={isWide ? undefined : ""}
            data-drawer={drawer.isOpen ? "" : undefined}
          >
            <a
              class="dw-site-skip"
              href={`#${mainId}`}
              onClick={(event) => {
                event.preventDefault();
                main.current?.focus();
              }}
            >
              Skip to the text
            </a>
            {bars}
            <div class="dw-site-columns">
              {hasSidebar && (
                <div id={drawer.id} class="dw-site-sidebar" hidden={!isWide && !drawer.isOpen}>
                  {pages}
                </div>
              )}
              {drawer.isOpen && !isWide && <div class="dw-site-veil" onClick={drawer.toggle} />}
              <main ref={main} id={mainId} class="dw-site-main" tabIndex={-1}>
                {children({
                  appearance: appearance.effective,
                  eyebrow,
                  contents: besideText(page, contents),
                  after,
                })}
              </main>
            </div>
          </OpenPlaces>
        </div>
      </FrameTextsContext.Provider>
    </FrameContext.Provider>
  );
}

interface EyebrowRowProps {
  readonly page: FramePage;
}

function EyebrowRow({ page }: EyebrowRowProps): VNode {
  return (
    <div class="dw-site-eyebrow-row">
      <Eyebrow page={page} />
      {page.contextual?.display === "header" && <PageMenu contextual={page.contextual} />}
    </div>
  );
}

/** Headings, and the page's menu where the site puts it there; nothing where the page has no place for them. */
function besideText({ mode, contextual }: FramePage, contents: readonly ContentsEntry[]): ComponentChildren {
  if (withoutContents.has(mode)) return undefined;
  const hasMenu = contextual?.display === "toc";
  if (contents.length === 0 && !hasMenu) return undefined;
  return (
    <>
      {contents.length > 0 && <ContentsList contents={contents} />}
      {hasMenu && <PageMenu contextual={contextual} />}
    </>
  );
}

/** Open while the reader looks for a page: another page, Escape or a wide window closes it. */
function useDrawer(slug: string, isWide: boolean) {
  const id = useOwnId();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [slug, isWide]);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === "Escape") setOpen(false);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [isOpen]);
  return { id, isOpen, toggle: () => setOpen((was) => !was) };
}

/** By level and choice: where the same page is in another language or version. */
function samePages({ elsewhere }: FramePage): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const levels = new Map<number, Map<number, string>>();
  for (const { level, choice, href } of elsewhere) {
    const known = levels.get(level) ?? new Map<number, string>();
    levels.set(level, known.set(choice, href));
  }
  return levels;
}
