import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import type { IconView, ViewNode } from "./page-view.ts";

/**
 * The site around a page as readers see it, as plain data that `webview/src/frame` paints. Parts that haven't changed
 * remain the same objects, so a host can send only the changed parts. The data contains only the menu that lists the
 * page, never the full navigation.
 */
export interface SiteShellView {
  /** The site's own style sheets, sanitized. Undefined if the site has no style sheets. */
  readonly sheet?: string;
  /** Style sheets that are missing from `sheet` completely or in part. Undefined if none are missing. */
  readonly unappliedSheets?: readonly UnappliedSheet[];
  readonly look: FrameAppearance;
  readonly surroundings: SiteSurroundings;
  readonly menu: FrameMenu;
  readonly page: FramePage;
}

/** One of the site's style sheets that the preview doesn't apply, and the reason. */
export interface UnappliedSheet {
  readonly file: SitePath;
  /**
   * The reason. `too-large`: the file is larger than 1 MB. `unreadable`: the file can't be read as text. `too-many`:
   * the file comes after the first 50 files or 2 MB. `too-many-rules`: the style sheets have too many rules in total.
   */
  readonly reason: "too-large" | "unreadable" | "too-many" | "too-many-rules";
}

/** The source location of text, in docs.json or an included file. A click on the text can open this location. */
export type FrameLocation = SiteLocation;

export interface FrameAppearance {
  /** The site's name. Empty if docs.json doesn't set one. */
  readonly name: string;
  readonly nameLocation?: FrameLocation;
  /** The URL path of the first page. */
  readonly home: string;
  readonly theme: FrameTheme;
  readonly themeLocation?: FrameLocation;
  readonly logo?: FrameImage & { readonly link: FrameLink };
  readonly favicon?: FrameImage;
  readonly colors: {
    /** The primary color, such as `#0A5C63`. */
    readonly primary?: string;
    readonly light?: string;
    readonly dark?: string;
    readonly location?: FrameLocation;
  };
  readonly appearance: {
    readonly initialMode: "system" | "light" | "dark";
    /** Whether the mode is fixed, so readers can't switch it. */
    readonly isStrict: boolean;
    readonly location?: FrameLocation;
  };
  readonly background: {
    readonly image?: FrameImage;
    readonly decoration?: "gradient" | "grid" | "windows";
    readonly light?: string;
    readonly dark?: string;
    readonly location?: FrameLocation;
  };
  readonly fonts: { readonly heading?: FrameFont; readonly body?: FrameFont };
  readonly variations?: {
    readonly options: readonly { readonly id: string; readonly label: string; readonly location: FrameLocation }[];
  };
  readonly notFoundPage: FrameNotFound;
}

export type FrameTheme = "mint" | "maple" | "palm" | "willow" | "linden" | "almond" | "aspen" | "luma" | "sequoia";

/** A file in the site, or a URL on the web. Files on the web aren't loaded until the author allows it. */
export type FrameSource =
  | { readonly file: SitePath }
  | { readonly url: string; readonly host: string; readonly file?: never };

export interface FrameImage {
  readonly light: FrameSource;
  readonly dark: FrameSource;
  readonly location: FrameLocation;
}

export interface FrameFont {
  readonly family: string;
  readonly weight?: number;
  readonly source?: FrameSource;
  readonly format?: "woff" | "woff2";
  readonly location: FrameLocation;
}

/** The page that readers see at a URL that doesn't exist. */
export interface FrameNotFound {
  /** Whether the published site redirects to its first page instead of showing this page. */
  readonly redirectsToFirstPage: boolean;
  readonly title?: string;
  readonly description?: readonly ViewNode[];
  readonly location?: FrameLocation;
}

/** The content at the top and bottom of every page in the site or in the current language. */
export interface SiteSurroundings {
  readonly banner?: FrameBanner;
  readonly links: readonly FrameNavbarLink[];
  readonly primary?: FrameNavbarLink;
  readonly search: { readonly prompt?: string; readonly location?: FrameLocation };
  readonly socials: readonly (FrameLink & { readonly network: string })[];
  readonly columns: readonly {
    readonly header?: string;
    readonly location: FrameLocation;
    readonly items: readonly FrameLink[];
  }[];
  readonly footerLocation?: FrameLocation;
}

export interface FrameBanner {
  readonly content: readonly ViewNode[];
  /** The text as written. A dismissed banner stays hidden until this text changes. */
  readonly text: string;
  readonly isDismissible: boolean;
  readonly type: "info" | "warning" | "critical";
  readonly light?: string;
  readonly dark?: string;
  readonly location: FrameLocation;
}

export interface FrameNavbarLink extends FrameLink {
  readonly type: "link" | "button" | "github" | "discord";
}

export interface FrameLink {
  readonly label: string;
  readonly icon?: FrameIcon;
  /**
   * The link's target: a path on this site with its base path (`/docs/guides/start`), or a full URL. Undefined if the
   * link has no target.
   */
  readonly href?: string;
  /** Set if the link leaves the site. */
  readonly isExternal?: true;
  /** Set if the target doesn't exist. Diagnostics report this. */
  readonly isMissing?: true;
  readonly location: FrameLocation;
}

/** An icon or an image. The icon includes its shapes if the site's library contains it. */
export type FrameIcon = IconView | { readonly image: FrameSource };

/** The navigation around the page, from its sections to the sidebar. */
export interface FrameMenu {
  /** The levels at which readers choose between sections, with the outermost level first. */
  readonly levels: readonly FrameLevel[];
  /** Anchors from `global`, which are shown on all pages below the element that defines them. */
  readonly globalAnchors: readonly FrameLink[];
  readonly sidebar: readonly SidebarItem[];
  /**
   * If `true`, selecting a group opens its first page. If `false`, selecting a group only expands or collapses it.
   * Undefined if the site leaves this to the theme. In that case, the preview only expands or collapses the group,
   * because the service doesn't document what its themes do.
   */
  readonly hasDrilldown?: boolean;
  /** The code of the current language, such as `de`. */
  readonly language?: string;
  readonly direction: "ltr" | "rtl";
}

export type FrameLevelKind = "product" | "language" | "version" | "tab" | "dropdown" | "anchor" | "item";

export interface FrameLevel {
  readonly kind: FrameLevelKind;
  readonly choices: readonly FrameChoice[];
  /** The index of the choice that contains the page. Undefined if only `global` defines the choices. */
  readonly current?: number;
}

export interface FrameChoice extends FrameLink {
  readonly description?: string;
  /** The version's badge. */
  readonly tag?: string;
  readonly isDefault?: true;
  readonly color?: { readonly light?: string; readonly dark?: string };
  readonly align?: "end";
  /** Entries in the section's drop-down menu. */
  readonly menu?: readonly FrameChoice[];
  /** The index in `menu` of the entry that contains the page. */
  readonly currentItemIndex?: number;
  /** Set for a link from `global`, which is shown on all pages below the element that defines it. */
  readonly isGlobal?: true;
}

export type SidebarItem = SidebarGroup | SidebarPage;

export interface SidebarGroup {
  readonly kind: "group";
  /** The item's zero-based number among all sidebar items in reading order. */
  readonly n: number;
  readonly label: string;
  readonly icon?: FrameIcon;
  readonly tag?: string;
  /** Whether the group is initially expanded. Top-level groups always are. */
  readonly isExpanded: boolean;
  /** The root page, which opens when a reader clicks the title. */
  readonly href?: string;
  /** The URL that a click on the group opens if `hasDrilldown` is on: its root page, or the first page below it. */
  readonly first?: string;
  readonly items: readonly SidebarItem[];
  readonly location: FrameLocation;
}

export interface SidebarPage {
  readonly kind: "page";
  readonly n: number;
  readonly label: string;
  readonly icon?: FrameIcon;
  readonly href: string;
  /** Set for a page with a `url`, which makes it a link to another site. */
  readonly isExternal?: true;
  readonly tag?: string;
  /** The method of the page's operation, such as `GET`, `WEBHOOK`, or `WSS`. */
  readonly method?: string;
  readonly deprecated?: true;
  readonly location: FrameLocation;
}

/** The content that the frame shows for the page itself. */
export interface FramePage {
  /** The slug, such as `guides/start`. Empty if there is no page. */
  readonly slug: string;
  readonly href: string;
  readonly title: string;
  /** The page's mode: `default`, `wide`, `custom`, `frame`, `center`, or `assistant`. */
  readonly mode: string;
  /** The number (`n`) of the page's sidebar item. Undefined for a page that isn't in any menu. */
  readonly current?: number;
  readonly openGroupNumbers: readonly number[];
  /** The links above the title: only the page's group, or the full path. */
  readonly eyebrows: readonly FrameLink[];
  /** Whether `eyebrows` is the full path, shown as links. */
  readonly showsFullPath: boolean;
  readonly previous?: FrameLink;
  readonly next?: FrameLink;
  /** The list of pages and groups below the text of a group's root page. */
  readonly directory?: FrameDirectory;
  readonly contextual?: FrameContextMenu;
  readonly relatedPages: readonly FrameLink[];
  /** Whether readers see when the page was last changed. */
  readonly showsChangeDate: boolean;
  /** The date that the page sets, such as `2026-03-31`. */
  readonly lastUpdated?: string;
  /**
   * The page's counterparts in other languages and versions. Each is identified by its level and by the choice that
   * opens it.
   */
  readonly counterparts: readonly { readonly level: number; readonly choice: number; readonly href: string }[];
  /** The reason why the page isn't in any menu. */
  readonly unlistedReason?: "not-listed" | "hidden" | "audience";
}

export interface FrameDirectory {
  readonly style: "accordion" | "card";
  readonly items: readonly DirectoryItem[];
  /** The location of the setting, which may be on an ancestor element. */
  readonly location: FrameLocation;
}

export interface DirectoryItem extends FrameLink {
  readonly description?: string;
  /** The pages and groups in a group. Undefined for a page. */
  readonly items?: readonly DirectoryItem[];
}

/** The contextual menu, which copies the page or opens it elsewhere. */
export interface FrameContextMenu {
  readonly display: "header" | "toc";
  readonly options: readonly {
    /** The option's name, such as `copy`, `view`, or `vscode`, or the title of a custom entry. */
    readonly name: string;
    readonly description?: string;
    readonly icon?: FrameIcon;
    readonly href?: string;
    readonly location: FrameLocation;
  }[];
}
