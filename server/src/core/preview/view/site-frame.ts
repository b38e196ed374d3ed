import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import type { IconView, ViewNode } from "./page-view.ts";

/**
 * The site around a page, as readers see it. Plain data, painted by `webview/src/frame`. Unchanged parts are the same
 * objects as before, so a host sends only the others. It contains only the menu that lists the page, never the full
 * navigation.
 */
export interface SiteShellView {
  /** The site's own style sheets, sanitized. Undefined if there are none. */
  readonly sheet?: string;
  /** Style sheets of the site that `sheet` doesn't contain, at least not completely. Undefined if it contains all. */
  readonly unappliedSheets?: readonly UnappliedSheet[];
  readonly look: FrameLook;
  readonly surroundings: PreviousAndNext;
  readonly menu: FrameMenu;
  readonly page: FramePage;
}

/** The reason why the preview doesn't apply a style sheet of the site. */
export interface UnappliedSheet {
  readonly file: SitePath;
  /** Larger than 1 MB; not readable as text; after the first 50 files or 2 MB; beyond the total limit on rules. */
  readonly reason: "too-large" | "unreadable" | "too-many" | "too-many-rules";
}

/** The location of a text in docs.json or a file that it includes, which a click can open. */
export type FramePlace = SiteLocation;

export interface FrameLook {
  /** Empty if docs.json doesn't set one. */
  readonly name: string;
  readonly nameAt?: FramePlace;
  /** The URL path of the first page. */
  readonly home: string;
  readonly theme: FrameTheme;
  readonly themeAt?: FramePlace;
  readonly logo?: FrameImage & { readonly link: FrameLink };
  readonly favicon?: FrameImage;
  readonly colors: {
    /** `#0A5C63`. */
    readonly primary?: string;
    readonly light?: string;
    readonly dark?: string;
    readonly at?: FramePlace;
  };
  readonly appearance: {
    readonly initial: "system" | "light" | "dark";
    /** Whether readers can't switch modes. */
    readonly strict: boolean;
    readonly at?: FramePlace;
  };
  readonly background: {
    readonly picture?: FrameImage;
    readonly decoration?: "gradient" | "grid" | "windows";
    readonly light?: string;
    readonly dark?: string;
    readonly at?: FramePlace;
  };
  readonly fonts: { readonly heading?: FrameFont; readonly body?: FrameFont };
  readonly variations?: {
    readonly options: readonly { readonly id: string; readonly label: string; readonly at: FramePlace }[];
  };
  readonly notFound: FrameNotFound;
}

export type FrameTheme =
  "mint" | "maple" | "palm" | "willow" | "linden" | "almond" | "aspen" | "luma" | "sequoia";

/** A file in the site, or a URL on the web, which isn't loaded before the author allows it. */
export type FrameSource =
  { readonly file: SitePath } | { readonly url: string; readonly host: string; readonly file?: never };

export interface FrameImage {
  readonly light: FrameSource;
  readonly dark: FrameSource;
  readonly at: FramePlace;
}

export interface FrameFont {
  readonly family: string;
  readonly weight?: number;
  readonly source?: FrameSource;
  readonly format?: "woff" | "woff2";
  readonly at: FramePlace;
}

/** What readers get at a URL without a page. */
export interface FrameNotFound {
  /** Whether the published site redirects to its first page instead. */
  readonly redirect: boolean;
  readonly title?: string;
  readonly description?: readonly ViewNode[];
  readonly at?: FramePlace;
}

/** What is shown at the top and bottom of every page on the site or language. */
export interface PreviousAndNext {
  readonly banner?: FrameBanner;
  readonly links: readonly FrameNavbarLink[];
  readonly primary?: FrameNavbarLink;
  readonly search: { readonly prompt?: string; readonly at?: FramePlace };
  readonly socials: readonly (FrameLink & { readonly network: string })[];
  readonly columns: readonly {
    readonly header?: string;
    readonly at: FramePlace;
    readonly items: readonly FrameLink[];
  }[];
  readonly footerAt?: FramePlace;
}

export interface FrameBanner {
  readonly content: readonly ViewNode[];
  /** The text as written. A dismissed banner stays hidden until this text changes. */
  readonly text: string;
  readonly dismissible: boolean;
  readonly type: "info" | "warning" | "critical";
  readonly light?: string;
  readonly dark?: string;
  readonly at: FramePlace;
}

export interface FrameNavbarLink extends FrameLink {
  readonly type: "link" | "button" | "github" | "discord";
}

export interface FrameLink {
  readonly label: string;
  readonly icon?: FrameIcon;
  /**
   * The link target: a path on this site with its base path (`/docs/guides/start`), or a full URL. Undefined if there
   * is no target.
   */
  readonly href?: string;
  /** Set if the link leaves the site. */
  readonly external?: true;
  /** Set if the target doesn't exist. The diagnostics report it. */
  readonly missing?: true;
  readonly at: FramePlace;
}

/** An icon of the site's library, with its shapes if the library has it, or an image. */
export type FrameIcon = IconView | { readonly picture: FrameSource };

/** The navigation around the page, from its sections to the sidebar. */
export interface FrameMenu {
  /** Choices between sections, outermost first. */
  readonly levels: readonly FrameLevel[];
  /** Anchors from `global`, shown on every page below. */
  readonly globalAnchors: readonly FrameLink[];
  readonly sidebar: readonly SidebarItem[];
  /**
   * `true`: selecting a group opens its first page. `false`: it only expands the group. Undefined if the site leaves it
   * to the theme. The service doesn't document what its themes do, so the preview then expands or collapses the group.
   */
  readonly drilldown?: boolean;
  /** The code of the current language: `de`. */
  readonly language?: string;
  readonly direction: "ltr" | "rtl";
}

export type FrameLevelKind = "product" | "language" | "version" | "tab" | "dropdown" | "anchor" | "item";

export interface FrameLevel {
  readonly kind: FrameLevelKind;
  readonly choices: readonly FrameChoice[];
  /** The index of the section around the page. Undefined if only `global` defines such choices. */
  readonly current?: number;
}

export interface FrameChoice extends FrameLink {
  readonly description?: string;
  /** The badge of a version. */
  readonly tag?: string;
  readonly isDefault?: true;
  readonly color?: { readonly light?: string; readonly dark?: string };
  readonly align?: "end";
  /** Entries of its drop-down menu. */
  readonly menu?: readonly FrameChoice[];
  /** The index in `menu` of the entry around the page. */
  readonly currentItem?: number;
  /** Set for a link from `global`, which is shown on every page below. */
  readonly global?: true;
}

export type SidebarItem = SidebarGroup | SidebarPage;

export interface SidebarGroup {
  readonly kind: "group";
  /** The zero-based number of the item among all sidebar items in reading order. */
  readonly n: number;
  readonly label: string;
  readonly icon?: FrameIcon;
  readonly tag?: string;
  /** Whether it's initially expanded. Top-level groups always are. */
  readonly expanded: boolean;
  /** The root page, which a click on the title opens. */
  readonly href?: string;
  /** What a click opens under `drilldown`: the root page, or the first page below. */
  readonly first?: string;
  readonly items: readonly SidebarItem[];
  readonly at: FramePlace;
}

export interface SidebarPage {
  readonly kind: "page";
  readonly n: number;
  readonly label: string;
  readonly icon?: FrameIcon;
  readonly href: string;
  /** Set for a page with `url`, which links to another site. */
  readonly external?: true;
  readonly tag?: string;
  /** `GET`, `WEBHOOK`, `WSS`. */
  readonly method?: string;
  readonly deprecated?: true;
  readonly at: FramePlace;
}

/** What the frame shows for the page itself. */
export interface FramePage {
  /** `guides/start`. Empty if there is no page. */
  readonly slug: string;
  readonly href: string;
  readonly title: string;
  /** `default`, `wide`, `custom`, `frame`, `center`, `assistant`. */
  readonly mode: string;
  /**
   * The page's sidebar item (`n`), and the groups around it, outermost first. Undefined for a page that isn't in any
   * menu.
   */
  readonly current?: number;
  readonly open: readonly number[];
  /** Shown above the title: the group, or the full path. */
  readonly eyebrows: readonly FrameLink[];
  /** Whether `eyebrows` is the full path, shown as links. */
  readonly trail: boolean;
  readonly previous?: FrameLink;
  readonly next?: FrameLink;
  /** What a root page lists below its text. */
  readonly directory?: FrameDirectory;
  readonly contextual?: FrameContextMenu;
  readonly related: readonly FrameLink[];
  /** Whether readers see when the page was last changed. */
  readonly timestamp: boolean;
  /** The date that the page sets: `2026-03-31`. */
  readonly lastUpdated?: string;
  /** Counterparts of the page in other languages and versions, each with the language or version choice that opens it. */
  readonly elsewhere: readonly { readonly level: number; readonly choice: number; readonly href: string }[];
  /** Why the page isn't in any menu. */
  readonly unlisted?: "not-listed" | "hidden" | "audience";
}

export interface FrameDirectory {
  readonly style: "accordion" | "card";
  readonly items: readonly DirectoryItem[];
  /** The location of the setting, possibly on an ancestor element. */
  readonly at: FramePlace;
}

export interface DirectoryItem extends FrameLink {
  readonly description?: string;
  /** The pages and groups of a group. Undefined for a page. */
  readonly items?: readonly DirectoryItem[];
}

/** The contextual menu, which copies the page or opens it elsewhere. */
export interface FrameContextMenu {
  readonly display: "header" | "toc";
  readonly options: readonly {
    /** `copy`, `view`, `vscode`, or the title of a custom entry. */
    readonly name: string;
    readonly description?: string;
    readonly icon?: FrameIcon;
    readonly href?: string;
    readonly at: FramePlace;
  }[];
}
