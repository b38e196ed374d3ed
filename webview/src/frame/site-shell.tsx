import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { ContentsEntry } from "../../../server/src/core/preview/view/page-view.ts";
import type { FrameBanner, FramePage, SiteShellView } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { useUniqueId } from "../components/tabs.tsx";
import { useIsWide } from "../paint/page-context.ts";
import { createSiteStyle, getTextColor, useAppearance, useFonts } from "./appearance.ts";
import { ContentsList } from "./contents-list.tsx";
import { Eyebrow } from "./directory.tsx";
import {
  type ChangedPages,
  ChangedPagesContext,
  FrameContext,
  type FrameServices,
  FrameLabelsContext,
  getFrameLabels,
  noChangedPages,
  getSourceAttributes,
  useFrame,
} from "./frame-context.tsx";
import { InlineNodes } from "./links.tsx";
import { PageFoot } from "./page-foot.tsx";
import { PageMenu } from "./page-menu.tsx";
import { NavigableFrame, Sidebar } from "./sidebar.tsx";
import { NavbarLinks, TabBar, TopBar } from "./top-bar.tsx";

interface BannerProps {
  readonly banner: FrameBanner;
}

/** The announcement above each page. If a reader closes the banner, it stays closed until its text changes. */
export function Banner({ banner }: BannerProps): VNode | null {
  const { state } = useFrame();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const key = `frame:banner:${banner.text.slice(0, 200)}`;
  if (state.get(key) === true) return null;
  const style = {
    ...(banner.light && {
      "--site-banner-light": banner.light,
      "--site-on-banner-light": getTextColor(banner.light),
    }),
    ...(banner.dark && {
      "--site-banner-dark": banner.dark,
      "--site-on-banner-dark": getTextColor(banner.dark),
    }),
  };
  return (
    <section
      class="dw-site-banner"
      aria-label="Announcement"
      data-type={banner.type}
      style={style}
      {...getSourceAttributes(banner.location)}
    >
      <div class="dw-site-banner-text">
        <InlineNodes nodes={banner.content} />
      </div>
      {banner.isDismissible && (
        <button
          type="button"
          class="dw-site-icon-button dw-site-banner-close"
          aria-label="Close announcement"
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
  /** The mode in which the author is viewing the page, regardless of the site's setting. */
  readonly appearance?: "light" | "dark";
  /** Pages that are marked as changed in the sidebar. */
  readonly changedPages?: ChangedPages | undefined;
  /** The date on which the file was last changed, as readers see it. */
  readonly lastChangedDate?: string;
  /** Renders the page inside the site. */
  readonly children: (slots: PageSlots) => ComponentChildren;
}

/** The content that the page renders in its own layout. */
export interface PageSlots {
  readonly appearance: "light" | "dark";
  /** Content above the title. */
  readonly eyebrow: ComponentChildren;
  /** Content next to the text. `undefined` if the page mode doesn't have this column. */
  readonly contents: ComponentChildren;
  /** Content below the text. */
  readonly footContent: ComponentChildren;
}

/**
 * The minimum width, in pixels, at which the sidebar is next to the text. In narrower windows, the sidebar is a drawer.
 */
const minWidthWithSidebar = 1024;

/**
 * Page modes without a sidebar, and page modes without a table of contents, as documented by the service under
 * organize/pages.
 */
const modesWithoutSidebar: ReadonlySet<string> = new Set(["custom", "center"]);
const modesWithoutContents: ReadonlySet<string> = new Set(["wide", "custom", "center", "frame", "assistant"]);

/** The site around a page: bars at the top, the sidebar on the left, and content for the page's own columns. */
export function SiteShell(props: SiteShellProps): VNode {
  const { frame, services, contents, appearance: forcedAppearance, lastChangedDate, changedPages, children } = props;
  const { look, surroundings, menu, page } = frame;
  const root = useRef<HTMLDivElement>(null);
  const mainRef = useRef<HTMLElement>(null);
  const mainId = useUniqueId();
  const appearance = useAppearance(look.appearance, services.state, forcedAppearance);
  const isWide = useIsWide(root, minWidthWithSidebar);
  const drawer = useDrawer(page.slug, isWide);
  const style = useMemo(
    () => createSiteStyle(look, appearance.effectiveMode, services),
    [look, appearance.effectiveMode, services],
  );
  useFonts(look.fonts, services.toResourceUrl);
  const counterpartUrls = useMemo(() => groupCounterpartsByLevel(page), [page]);
  const frameLabels = useMemo(() => getFrameLabels(menu.language), [menu.language]);
  const hasSidebar = !modesWithoutSidebar.has(page.mode);
  const hasTabs = menu.levels.some(({ kind }) => kind === "tab");
  const hasDrawer = hasSidebar && !isWide;
  // The bars are memoized because each keystroke changes only the page, and rendering them again could involve
  // thousands of entries.
  const bars = useMemo(
    () => (
      <>
        {surroundings.banner && <Banner banner={surroundings.banner} />}
        <header class="dw-site-header">
          <TopBar
            frame={frame}
            appearance={appearance}
            counterparts={counterpartUrls}
            drawer={hasDrawer ? drawer : undefined}
          />
          {menu.levels.map((level, index) => level.kind === "tab" && <TabBar key={index} level={level} />)}
        </header>
      </>
    ),
    [frame, appearance.effectiveMode, !appearance.toggle, hasDrawer, drawer.isOpen],
  );
  const sidebar = useMemo(
    () => (
      <ChangedPagesContext.Provider value={changedPages ?? noChangedPages}>
        <Sidebar frame={frame} counterparts={counterpartUrls} />
        {!isWide && <NavbarLinks surroundings={surroundings} />}
      </ChangedPagesContext.Provider>
    ),
    [frame, isWide, changedPages],
  );
  const eyebrow = useMemo(() => <EyebrowRow page={page} />, [page]);
  const footContent = useMemo(
    () => <PageFoot frame={frame} lastChangedDate={lastChangedDate} />,
    [frame, lastChangedDate],
  );
  return (
    <FrameContext.Provider value={services}>
      <FrameLabelsContext.Provider value={frameLabels}>
        <div
          ref={root}
          class="dw-root"
          style={style}
          dir={menu.direction}
          lang={menu.language ?? "en"}
          data-appearance={appearance.effectiveMode}
          data-theme={look.theme}
          data-tabs={hasTabs ? "" : undefined}
        >
          <NavigableFrame
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
                mainRef.current?.focus();
              }}
            >
              Skip to content
            </a>
            {bars}
            <div class="dw-site-columns">
              {hasSidebar && (
                <div id={drawer.id} class="dw-site-sidebar" hidden={!isWide && !drawer.isOpen}>
                  {sidebar}
                </div>
              )}
              {drawer.isOpen && !isWide && <div class="dw-site-veil" onClick={drawer.toggle} />}
              <main ref={mainRef} id={mainId} class="dw-site-main" tabIndex={-1}>
                {children({
                  appearance: appearance.effectiveMode,
                  eyebrow,
                  contents: renderAside(page, contents),
                  footContent,
                })}
              </main>
            </div>
          </NavigableFrame>
        </div>
      </FrameLabelsContext.Provider>
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

/**
 * Returns the table of contents, along with the page menu if the site places the menu in the same column. Returns
 * `undefined` if the page mode doesn't have a column next to the text.
 */
function renderAside({ mode, contextual }: FramePage, contents: readonly ContentsEntry[]): ComponentChildren {
  if (modesWithoutContents.has(mode)) return undefined;
  const hasMenu = contextual?.display === "toc";
  if (contents.length === 0 && !hasMenu) return undefined;
  return (
    <>
      {contents.length > 0 && <ContentsList contents={contents} />}
      {hasMenu && <PageMenu contextual={contextual} />}
    </>
  );
}

/**
 * Returns the state of the drawer that readers open to find a page. The drawer closes when Escape is pressed, when
 * another page opens, or when the window becomes wide.
 */
function useDrawer(slug: string, isWide: boolean) {
  const id = useUniqueId();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [slug, isWide]);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key === "Escape") setOpen(false);
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [isOpen]);
  return { id, isOpen, toggle: () => setOpen((wasOpen) => !wasOpen) };
}

/** Returns the URLs of the page's counterparts in other languages and versions, by level and choice. */
function groupCounterpartsByLevel({ counterparts }: FramePage): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const urlsByLevel = new Map<number, Map<number, string>>();
  for (const { level, choice, href } of counterparts) {
    const urlsByChoice = urlsByLevel.get(level) ?? new Map<number, string>();
    urlsByLevel.set(level, urlsByChoice.set(choice, href));
  }
  return urlsByLevel;
}
