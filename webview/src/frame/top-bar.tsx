import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type {
  FrameLevel,
  FrameLook,
  FrameSurroundings,
  SiteFrame,
} from "../../../server/src/core/preview/view/site-frame.ts";
import type { Appearance } from "./use-appearance.ts";
import { sourceAddress, useFrame } from "./frame-context.ts";
import { FrameGlyph } from "./frame-glyph.tsx";
import { useWords } from "./frame-words.ts";
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
  const words = useWords();
  const { search } = surroundings;
  return (
    <div class="dw-site-topbar">
      {drawer && (
        <button
          type="button"
          class="dw-site-icon-button dw-site-drawer-button"
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
        class="dw-site-search"
        aria-label={search.prompt ?? words.search}
        disabled={!onSearch}
        onClick={onSearch}
        {...placeMark(search.at)}
      >
        <FrameGlyph name="search" />
        <span>{search.prompt ?? words.search}</span>
      </button>
      <NavbarLinks surroundings={surroundings} />
      {appearance.toggle && (
        <button
          type="button"
          class="dw-site-icon-button"
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

/** The picture of the logo, or the name of the site where there is none to be shown. */
function Logo({ look, dark }: LogoProps): VNode {
  const services = useFrame();
  const { logo, name, nameAt } = look;
  const source = logo && sourceAddress(services, dark ? logo.dark : logo.light);
  const [failed, setFailed] = useState<string>();
  const at = logo?.at ?? nameAt ?? { file: "docs.json", range: { start: 0, end: 0 } };
  const link = {
    href: logo?.link.href ?? look.home,
    at,
    ...(logo?.link.external && { external: true as const }),
  };
  return (
    <ChromeLink link={link} class="dw-site-logo">
      {source === undefined || source === failed ? (
        <span class="dw-site-name">{name}</span>
      ) : (
        <img src={source} alt={name} onError={() => setFailed(source)} />
      )}
    </ChromeLink>
  );
}

interface NavbarLinksProps {
  readonly surroundings: Pick<FrameSurroundings, "links" | "primary">;
}

/** Links at the end of the bar; in a narrow window they stand below the pages. */
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
