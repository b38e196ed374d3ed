import type { VNode } from "preact";
import type {
  FrameLevel,
  FrameLook,
  FrameNavbarLink,
  SiteFrame,
} from "../../../server/src/core/preview/view/site-frame.ts";
import type { Appearance } from "./use-appearance.ts";
import { sourceAddress, useFrame } from "./frame-context.ts";
import { FrameGlyph } from "./frame-glyph.tsx";
import { placeMark } from "./frame-place.ts";
import { ChromeLink, LinkIcon } from "./link-parts.tsx";
import { sameIn } from "./sidebar.tsx";
import { Switcher } from "./switcher.tsx";

interface TopBarProps {
  readonly frame: SiteFrame;
  readonly appearance: Appearance;
  readonly same: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** Whether the pages can be opened as a drawer, and are. */
  readonly drawer: { readonly isOpen: boolean; readonly toggle: () => void; readonly id: string } | undefined;
}

/** Levels in the bar itself. */
const inBar: ReadonlySet<FrameLevel["kind"]> = new Set(["version", "language"]);

/** Logo, versions, languages, search and links of the site. */
export function TopBar({ frame, appearance, same, drawer }: TopBarProps): VNode {
  const { look, surroundings, menu } = frame;
  const { onSearch } = useFrame();
  const { search, links, primary } = surroundings;
  return (
    <div class="dw-topbar">
      {drawer && (
        <button
          type="button"
          class="dw-icon-button dw-drawer-button"
          aria-expanded={drawer.isOpen}
          aria-controls={drawer.id}
          aria-label="Pages of the site"
          onClick={drawer.toggle}
        >
          <FrameGlyph name="menu" />
        </button>
      )}
      <Logo look={look} dark={appearance.effective === "dark"} />
      {menu.levels.map((level, index) =>
        inBar.has(level.kind) ? <Switcher key={index} level={level} {...sameIn(same, index)} /> : null,
      )}
      <button
        type="button"
        class="dw-search"
        aria-label={search.prompt ?? "Search"}
        disabled={!onSearch}
        onClick={onSearch}
        {...placeMark(search.at)}
      >
        <FrameGlyph name="search" />
        <span>{search.prompt ?? "Search…"}</span>
      </button>
      <nav class="dw-navbar" aria-label="Links">
        <ul>
          {links.map((link, index) => (
            <li key={index}>
              <NavbarLink link={link} />
            </li>
          ))}
        </ul>
      </nav>
      {primary && (
        <ChromeLink link={primary} class="dw-primary">
          <LinkIcon icon={primary.icon} />
          <span>{primary.label}</span>
        </ChromeLink>
      )}
      {appearance.toggle && (
        <button
          type="button"
          class="dw-icon-button"
          aria-label={appearance.effective === "dark" ? "Show in light colours" : "Show in dark colours"}
          onClick={appearance.toggle}
        >
          <FrameGlyph name={appearance.effective === "dark" ? "sun" : "moon"} />
        </button>
      )}
    </div>
  );
}

interface LogoProps {
  readonly look: FrameLook;
  readonly dark: boolean;
}

/** The picture of the logo, or the name of the site. */
function Logo({ look, dark }: LogoProps): VNode {
  const services = useFrame();
  const { logo, name, nameAt } = look;
  const source = logo && sourceAddress(services, dark ? logo.dark : logo.light);
  const at = logo?.at ?? nameAt ?? { file: "docs.json", range: { start: 0, end: 0 } };
  const href = logo?.link.href ?? "/";
  return (
    <ChromeLink link={{ href, at, ...(logo?.link.external && { external: true }) }} class="dw-logo">
      {source === undefined ? <span class="dw-site-name">{name}</span> : <img src={source} alt={name} />}
    </ChromeLink>
  );
}

interface NavbarLinkProps {
  readonly link: FrameNavbarLink;
}

function NavbarLink({ link }: NavbarLinkProps): VNode {
  return (
    <ChromeLink link={link} class="dw-navbar-link">
      <LinkIcon icon={link.icon} />
      <span>{link.label}</span>
    </ChromeLink>
  );
}
