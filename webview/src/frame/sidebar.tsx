import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type {
  FrameLevel,
  FrameLink,
  SidebarItem,
  SiteFrame,
} from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { ChromeLink, LinkIcon } from "./link-parts.tsx";
import { SidebarItems } from "./sidebar-items.tsx";
import { Switcher } from "./switcher.tsx";

interface SidebarProps {
  readonly frame: SiteFrame;
  readonly same: ReadonlyMap<number, ReadonlyMap<number, string>>;
}

/** Levels that stand above the list of pages. */
const aboveList: ReadonlySet<FrameLevel["kind"]> = new Set(["product", "dropdown"]);

/** What stands beside the page: switchers, anchors, and the pages of the division. */
export function Sidebar({ frame, same }: SidebarProps): VNode {
  const { menu, page } = frame;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    let isCurrent = true;
    // With the layout that is made for painting, not one more before it.
    const frame = requestAnimationFrame(() => {
      const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
      const box = list.current?.closest<HTMLElement>(".dw-site-sidebar");
      if (!current || !box) return;
      const topInBox = () => current.getBoundingClientRect().top - box.getBoundingClientRect().top;
      // The list alone is moved, never the page.
      const scroll = () => {
        box.scrollTop += topInBox() - box.clientHeight / 3;
        return box.scrollTop;
      };
      if (topInBox() >= 0 && topInBox() <= box.clientHeight - 40) return;
      const scrolled = scroll();
      // In the fonts of the site, lines above may break elsewhere.
      void document.fonts.ready.then(() => {
        if (isCurrent && box.scrollTop === scrolled) scroll();
      });
    });
    return () => {
      isCurrent = false;
      cancelAnimationFrame(frame);
    };
  }, [page.slug, menu.sidebar]);
  return (
    <div class="dw-site-sidebar-inside">
      {menu.levels.map((level, index) =>
        aboveList.has(level.kind) ? <Switcher key={index} level={level} {...sameIn(same, index)} /> : null,
      )}
      <Anchors levels={menu.levels} globals={menu.globalAnchors} />
      <nav
        ref={list}
        class="dw-site-pages"
        aria-label="Pages"
        data-long={isLong(menu.sidebar) ? "" : undefined}
      >
        <SidebarItems
          items={menu.sidebar}
          depth={0}
          path=""
          current={page.current}
          open={page.open}
          drilldown={menu.drilldown}
        />
      </nav>
    </div>
  );
}

/** Entries out of sight are not laid out from so many on. */
const manyItems = 400;

function isLong(items: readonly SidebarItem[]): boolean {
  const last = items.at(-1);
  return (
    last !== undefined &&
    (last.kind === "group" && last.items.length > 0 ? isLong(last.items) : last.n > manyItems)
  );
}

/** For a property that may not be `undefined`. */
export function sameIn(
  same: SidebarProps["same"],
  level: number,
): { readonly same?: ReadonlyMap<number, string> } {
  const found = same.get(level);
  return found ? { same: found } : {};
}

interface AnchorsProps {
  readonly levels: readonly FrameLevel[];
  readonly globals: readonly FrameLink[];
}

function Anchors({ levels, globals }: AnchorsProps): VNode | null {
  const anchors = levels.filter(({ kind }) => kind === "anchor");
  if (anchors.length === 0 && globals.length === 0) return null;
  return (
    <nav class="dw-site-anchors" aria-label="Anchors">
      <ul>
        {anchors.flatMap(({ choices, current }, level) =>
          choices.map((choice, index) => (
            <Anchor
              key={`${level} ${index}`}
              link={choice}
              color={choice.color}
              current={index === current}
            />
          )),
        )}
        {globals.map((link, index) => (
          <Anchor
            key={`g${index}`}
            link={link}
            color={"color" in link ? (link.color as AnchorProps["color"]) : undefined}
          />
        ))}
      </ul>
    </nav>
  );
}

interface AnchorProps {
  readonly link: FrameLink;
  readonly color: { readonly light?: string; readonly dark?: string } | undefined;
  readonly current?: boolean;
}

function Anchor({ link, color, current }: AnchorProps): VNode {
  return (
    <li>
      <ChromeLink link={link} class="dw-site-anchor" current={current ? "true" : undefined}>
        <span class="dw-site-anchor-box">
          <LinkIcon icon={link.icon} color={color} />
        </span>
        <span>{link.label}</span>
        {link.external && <Glyph name="outward" class="dw-site-choice-mark" />}
      </ChromeLink>
    </li>
  );
}
