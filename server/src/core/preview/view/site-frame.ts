import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import type { IconView, ViewNode } from "./page-view.ts";

/**
 * The site around a page, as readers see it. Plain data, painted by `webview/src/frame`. Parts that did not change are
 * the same values as before, so that a host sends only the others: of a page the menu that it stands in, never the whole
 * navigation.
 */
export interface SiteShellView {
  /** The site's own style sheets, made safe; absent where there are none. */
  readonly sheet?: string;
  /** Style sheets of the site that are not a part of `sheet`, or not as a whole; absent where all are. */
  readonly unappliedSheets?: readonly UnappliedSheet[];
  readonly look: FrameLook;
  readonly surroundings: PreviousAndNext;
  readonly menu: FrameMenu;
  readonly page: FramePage;
}

/** Why the preview doesn't apply a style sheet of the site. */
export interface UnappliedSheet {
  readonly file: SitePath;
  /** Larger than 1 MB; no text that can be read; after the first 50 files or 2 MB; beyond the rules that are read in all. */
  readonly reason: "too-large" | "unreadable" | "too-many" | "too-many-rules";
}

/** A text of docs.json, or of a file that it pulls in, which a click can open. */
export type FramePlace = SiteLocation;

export interface FrameLook {
  /** Empty where docs.json names none. */
  readonly name: string;
  readonly nameAt?: FramePlace;
  /** Address of the first page. */
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
    /** Readers cannot switch. */
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

/** A file of the site, or an address on the web, which is not loaded before the author agrees. */
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

/** What readers get at an address without a page. */
export interface FrameNotFound {
  /** The published site sends them to its first page instead. */
  readonly redirect: boolean;
  readonly title?: string;
  readonly description?: readonly ViewNode[];
  readonly at?: FramePlace;
}

/** What stands at the top and the foot of every page, of the site or of the language. */
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
  /** As written: by it a closed banner stays closed until its text changes. */
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
  /** Where a click leads: of this site with its base path (`/docs/guides/start`), or whole. Absent where it leads nowhere. */
  readonly href?: string;
  /** Leaves the site. */
  readonly external?: true;
  /** Nothing is there, as the problems say. */
  readonly missing?: true;
  readonly at: FramePlace;
}

/** Of the site's library, drawn where that has it, or a picture. */
export type FrameIcon = IconView | { readonly picture: FrameSource };

/** The way through the navigation to the page, and what readers find beside it. */
export interface FrameMenu {
  /** Choices between divisions, outermost first. */
  readonly levels: readonly FrameLevel[];
  /** Anchors of `global`, on every page below. */
  readonly globalAnchors: readonly FrameLink[];
  readonly sidebar: readonly SidebarItem[];
  /** `true`: a click on a group opens its first page; `false`: it only unfolds. */
  readonly drilldown: boolean;
  /** Code of the language around the page: `de`. */
  readonly language?: string;
  readonly direction: "ltr" | "rtl";
}

export type FrameLevelKind = "product" | "language" | "version" | "tab" | "dropdown" | "anchor" | "item";

export interface FrameLevel {
  readonly kind: FrameLevelKind;
  readonly choices: readonly FrameChoice[];
  /** Index of the one around the page; absent when only `global` brings such choices. */
  readonly current?: number;
}

export interface FrameChoice extends FrameLink {
  readonly description?: string;
  /** Badge of a version. */
  readonly tag?: string;
  readonly isDefault?: true;
  readonly color?: { readonly light?: string; readonly dark?: string };
  readonly align?: "end";
  /** Entries of its menu, which opens below it. */
  readonly menu?: readonly FrameChoice[];
  /** Index in `menu` of the one around the page. */
  readonly currentItem?: number;
  /** From `global`: a link on every page below. */
  readonly global?: true;
}

export type SidebarItem = SidebarGroup | SidebarPage;

export interface SidebarGroup {
  readonly kind: "group";
  /** Counts all items of the sidebar in reading order, from 0. */
  readonly n: number;
  readonly label: string;
  readonly icon?: FrameIcon;
  readonly tag?: string;
  /** Unfolded at first. Groups at the top are always. */
  readonly expanded: boolean;
  /** Its root page, which the title opens. */
  readonly href?: string;
  /** Where a click leads under `drilldown`: the root page or the first below. */
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
  /** A page with `url`: the entry leads away. */
  readonly external?: true;
  readonly tag?: string;
  /** `GET`, `WEBHOOK`, `WSS`. */
  readonly method?: string;
  readonly deprecated?: true;
  readonly at: FramePlace;
}

/** What the frame shows of the page itself. */
export interface FramePage {
  /** `guides/start`; empty where there is no page. */
  readonly slug: string;
  readonly href: string;
  readonly title: string;
  /** `default`, `wide`, `custom`, `frame`, `center`, `assistant`. */
  readonly mode: string;
  /** The page in the sidebar (`n`), and the groups around it, outermost first. Absent for a page that no menu shows. */
  readonly current?: number;
  readonly open: readonly number[];
  /** Above the title: the group, or the whole way. */
  readonly eyebrows: readonly FrameLink[];
  /** Whether that is the whole way, as links. */
  readonly trail: boolean;
  readonly previous?: FrameLink;
  readonly next?: FrameLink;
  /** What is below a root page. */
  readonly directory?: FrameDirectory;
  readonly contextual?: FrameContextMenu;
  readonly related: readonly FrameLink[];
  /** Whether readers see when the page was last changed. */
  readonly timestamp: boolean;
  /** Set in the page: `2026-03-31`. */
  readonly lastUpdated?: string;
  /** The same page in other languages and versions: a click on that choice leads there. */
  readonly elsewhere: readonly { readonly level: number; readonly choice: number; readonly href: string }[];
  /** Why no menu shows the page. */
  readonly unlisted?: "not-listed" | "hidden" | "audience";
}

export interface FrameDirectory {
  readonly style: "accordion" | "card";
  readonly items: readonly DirectoryItem[];
  /** The setting that says so, maybe of an element above. */
  readonly at: FramePlace;
}

export interface DirectoryItem extends FrameLink {
  readonly description?: string;
  /** Pages and groups of a group; absent for a page. */
  readonly items?: readonly DirectoryItem[];
}

/** The menu for copying a page or opening it elsewhere. */
export interface FrameContextMenu {
  readonly display: "header" | "toc";
  readonly options: readonly {
    /** `copy`, `view`, `vscode`; of an own entry its title. */
    readonly name: string;
    readonly description?: string;
    readonly icon?: FrameIcon;
    readonly href?: string;
    readonly at: FramePlace;
  }[];
}
