import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type {
  FrameChoice,
  FrameLevel,
  FrameAppearance,
  SiteSurroundings,
  SiteShellView,
} from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { useUniqueId } from "../components/tabs.tsx";
import type { Appearance } from "./appearance.ts";
import { getSourceAttributes, getImageUrl, useFrame, useFrameLabels } from "./frame-context.tsx";
import { ChromeLink, FrameGlyph, LinkIcon } from "./links.tsx";
import { usePopup } from "../components/popup.ts";
import { getSwitcherProps } from "./sidebar.tsx";
import { ChoiceLink, Switcher } from "./switcher.tsx";

interface TopBarProps {
  readonly frame: SiteShellView;
  readonly appearance: Appearance;
  readonly counterparts: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** The state of the drawer, or `undefined` if the sidebar isn't a drawer. */
  readonly drawer: { readonly isOpen: boolean; readonly toggle: () => void; readonly id: string } | undefined;
}

/** Levels shown in the bar itself. */
const barLevelKinds: ReadonlySet<FrameLevel["kind"]> = new Set(["version", "language"]);

/** The bar with the site's logo, versions, languages, search, and links. */
export function TopBar({ frame, appearance, counterparts, drawer }: TopBarProps): VNode {
  const { look, surroundings, menu } = frame;
  const { onSearch } = useFrame();
  const frameLabels = useFrameLabels();
  const { search } = surroundings;
  return (
    <div class="dw-site-topbar">
      {drawer && (
        <button
          type="button"
          class="dw-site-icon-button dw-site-drawer-button"
          aria-expanded={drawer.isOpen}
          aria-controls={drawer.id}
          aria-label="Site navigation"
          onClick={drawer.toggle}
        >
          <FrameGlyph name="menu" />
        </button>
      )}
      <Logo look={look} isDark={appearance.effectiveMode === "dark"} />
      {menu.levels.map((level, index) =>
        barLevelKinds.has(level.kind) ? (
          <Switcher key={index} level={level} {...getSwitcherProps(counterparts, index)} />
        ) : null,
      )}
      <button
        type="button"
        class="dw-site-search"
        aria-label={search.prompt ?? frameLabels.search}
        disabled={!onSearch}
        onClick={onSearch}
        {...getSourceAttributes(search.location)}
      >
        <FrameGlyph name="search" />
        <span>{search.prompt ?? frameLabels.search}</span>
      </button>
      <NavbarLinks surroundings={surroundings} />
      {appearance.toggle && (
        <button
          type="button"
          class="dw-site-icon-button"
          aria-label={appearance.effectiveMode === "dark" ? "Switch to light mode" : "Switch to dark mode"}
          onClick={appearance.toggle}
        >
          <FrameGlyph name={appearance.effectiveMode === "dark" ? "sun" : "moon"} />
        </button>
      )}
    </div>
  );
}

interface LogoProps {
  readonly look: FrameAppearance;
  readonly isDark: boolean;
}

/** The logo image, or the name of the site if there's no image that can be shown. */
function Logo({ look, isDark }: LogoProps): VNode {
  const services = useFrame();
  const { logo, name, nameLocation } = look;
  const source = logo && getImageUrl(services, isDark ? logo.dark : logo.light);
  const [failedSource, setFailedSource] = useState<string>();
  const location = logo?.location ?? nameLocation ?? { file: "docs.json", range: { start: 0, end: 0 } };
  const link = {
    href: logo?.link.href ?? look.home,
    location,
    ...(logo?.link.isExternal && { isExternal: true as const }),
  };
  return (
    <ChromeLink link={link} class="dw-site-logo">
      {source === undefined || source === failedSource ? (
        <span class="dw-site-name">{name}</span>
      ) : (
        <img src={source} alt={name} onError={() => setFailedSource(source)} />
      )}
    </ChromeLink>
  );
}

interface NavbarLinksProps {
  readonly surroundings: Pick<SiteSurroundings, "links" | "primary">;
}

/** The links at the end of the bar. In a narrow window, they're below the pages. */
export function NavbarLinks({ surroundings: { links, primary } }: NavbarLinksProps): VNode | null {
  if (links.length === 0 && !primary) return null;
  return (
    <nav class="dw-site-navbar" aria-label="Links">
      <ul>
        {links.map((link, index) => (
          <li key={index}>
            <ChromeLink link={link} class="dw-site-navbar-link">
              <LinkIcon icon={link.icon} />
              <span>{link.label}</span>
            </ChromeLink>
          </li>
        ))}
        {primary && (
          <li>
            <ChromeLink link={primary} class="dw-site-primary">
              <LinkIcon icon={primary.icon} />
              <span>{primary.label}</span>
            </ChromeLink>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface TabBarProps {
  readonly level: FrameLevel;
}

/** The site's tabs. A tab that has a menu opens the menu. All other tabs are links. */
export function TabBar({ level }: TabBarProps): VNode {
  return (
    <nav class="dw-site-tabbar" aria-label="Tabs">
      <ul>
        {level.choices.map((choice, index) => (
          <li key={index} data-align={choice.align}>
            <Tab choice={choice} isCurrent={index === level.current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TabProps {
  readonly choice: FrameChoice;
  readonly isCurrent: boolean;
}

function Tab({ choice, isCurrent }: TabProps): VNode {
  const content = (
    <>
      <LinkIcon icon={choice.icon} color={choice.color} />
      <span>{choice.label}</span>
      {choice.isExternal && <Glyph name="outward" class="dw-site-choice-mark" />}
    </>
  );
  if (!choice.menu || choice.menu.length === 0)
    return (
      <ChromeLink link={choice} class="dw-site-tab" current={isCurrent ? "true" : undefined}>
        {content}
      </ChromeLink>
    );
  return <TabMenu choice={choice} isCurrent={isCurrent} content={content} />;
}

interface TabMenuProps extends TabProps {
  readonly content: VNode;
}

function TabMenu({ choice, isCurrent, content }: TabMenuProps): VNode {
  const { root, open, setOpen, onKeyDown } = usePopup();
  const id = useUniqueId();
  const { menu = [], currentItemIndex } = choice;
  return (
    <div ref={root} class="dw-site-tab-menu" onKeyDown={onKeyDown}>
      <button
        type="button"
        class="dw-site-tab"
        aria-expanded={open}
        aria-controls={id}
        aria-current={isCurrent ? "true" : undefined}
        {...getSourceAttributes(choice.location)}
        onClick={() => setOpen(!open)}
      >
        {content}
        <Glyph name="down" class="dw-site-switcher-arrow" />
      </button>
      <div id={id} class="dw-site-popup dw-site-popup-menu" data-popup hidden={!open}>
        <ul aria-label={choice.label}>
          {menu.map((item, index) => (
            <li key={index}>
              <ChoiceLink
                kind="item"
                choice={item}
                isCurrent={index === currentItemIndex}
                onChosen={() => setOpen(false)}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
