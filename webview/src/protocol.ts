import type { FoundPage, PageUpdate } from "../../server/src/core/preview/view/page-view.ts";
import type { FramePlace, SiteShellView } from "../../server/src/core/preview/view/site-frame.ts";
import type {
  FromPlayground,
  ToPlayground,
} from "../../server/src/core/request/protocol/playground-protocol.ts";

/**
 * What a preview and whoever hosts it say to each other: the extension by messages of its webview, `docwright preview`
 * over HTTP. Types only, each message a whole snapshot; what comes from the page is checked by the host
 * (`workspace/preview/messages.ts`).
 */

export type ToPage =
  /** `goTo` names the part of the page that the address names. */
  | {
      readonly kind: "page";
      readonly update: PageUpdate;
      readonly place: PagePlace;
      readonly goTo?: string;
    }
  /** The site around the page: at first all of it, then the parts that are others. */
  | { readonly kind: "frame"; readonly frame: Partial<SiteShellView> }
  /** There is no page at this address. */
  | { readonly kind: "missing"; readonly missing: MissingPage }
  /** The site or the page is being read; what is shown stays. */
  | { readonly kind: "loading"; readonly place: PagePlace }
  /** The newest text can't be shown, or only a part of it: the text says why. What was painted last stays. */
  | { readonly kind: "fault"; readonly text: string; readonly canRetry?: boolean }
  /** The editor has been scrolled, or its cursor set, to this line of this file, from 0. */
  | {
      readonly kind: "reveal";
      readonly file: string;
      readonly line: number;
      readonly why: "scroll" | "cursor";
    }
  /** The page as Markdown, as it was asked for. */
  | { readonly kind: "markdown"; readonly text: string }
  /** What a search of the site has found. */
  | { readonly kind: "found"; readonly query: string; readonly pages: readonly FoundPage[] }
  /** What the editor wants to be given back when it opens the preview again. */
  | { readonly kind: "remember"; readonly state: unknown }
  /** A component to be run in a sandbox as the author has agreed, or why it is not; `stale`: it has changed since. */
  | ({ readonly kind: "component"; readonly file: string; readonly name: string } & (
      | {
          readonly state: "script";
          /** Put into a document of its own, and nowhere else. */
          readonly script: string;
          /** `sha256-…` of the script, for the document's policy. */
          readonly integrity: string;
          /** Of the file and what it imports. */
          readonly hash: string;
        }
      | { readonly state: "refused"; readonly text: string }
      | { readonly state: "stale" }
    ))
  /** What is another than before. */
  | { readonly kind: "settings"; readonly settings: Partial<PageSettings> }
  /** What the document may load is another: it is to be loaded anew. */
  | { readonly kind: "reload" }
  | { readonly kind: "playground"; readonly message: ToPlayground };

/** Which page is shown. */
export interface PagePlace {
  /** POSIX, in the site; absent for a page that a specification makes. */
  readonly file?: string;
  /** `/guides/start`; absent for a file that readers have no address for. */
  readonly url?: string;
  readonly title: string;
}

export interface MissingPage {
  /** As asked for: `/guides/strat`. */
  readonly url: string;
  /** For the author: why nothing is there. */
  readonly text: string;
  /** The page that was meant, most likely. */
  readonly nearest?: { readonly url: string; readonly title: string };
}

/** What decides about the page besides the site. */
export interface PageSettings {
  readonly audience: Reader;
  /** Groups that pages and menus of the site name, sorted. */
  readonly groups: readonly string[];
  /** Whether the page is shown beside its text at the last commit; absent where git may not be asked. */
  readonly compared?: boolean;
  /** Pages that are others than at the last commit, by their address in menus; empty where they are not compared. */
  readonly changedPages?: Readonly<Record<string, PageChange>>;
  /** Whether the author may have components run. */
  readonly runs?: boolean;
  /** Whether the preview stays at its page when another is edited. Absent where there is no editor. */
  readonly locked?: boolean;
}

export type PageChange = "added" | "changed";

/** Who reads: as `Audience` of the renderer. */
export interface Reader {
  readonly reader: "human" | "agent";
  readonly signedIn: boolean;
  readonly groups: readonly string[];
}

export type FromPage =
  /** Nothing is known here: everything is to be sent. */
  | { readonly kind: "ready" }
  /** The update of this version is painted, so the next may come. */
  | { readonly kind: "painted"; readonly version: number; readonly milliseconds: number }
  /** A link of the page or the menu was followed; \`from\`: what of docs.json stands there, a tab it may be. */
  | { readonly kind: "navigate"; readonly url: string; readonly from?: FramePlace }
  /** The line of the page's file at the upper edge, from 0. */
  | { readonly kind: "scrolled"; readonly line: number }
  /** Where it is written is to be shown: by line from 0 (`file` for what a snippet says), or by characters. */
  | {
      readonly kind: "show";
      readonly file?: string;
      readonly at:
        { readonly line: number } | { readonly range: { readonly start: number; readonly end: number } };
    }
  | { readonly kind: "audience"; readonly audience: Reader }
  /** Pages of the site with these words are to be found. */
  | { readonly kind: "search"; readonly query: string }
  /** Images of this host on the web may be loaded. */
  | { readonly kind: "allowHost"; readonly host: string }
  /** The page is to be shown beside its text at the last commit, or no longer. */
  | { readonly kind: "compare"; readonly on: boolean }
  /** A component of this file is to be run: the author has clicked, or had it run before as it is. */
  | {
      readonly kind: "runComponent";
      readonly file: string;
      readonly name: string;
      readonly clicked: boolean;
    }
  /** The author asks for another attempt to render the page. */
  | { readonly kind: "retry" }
  /** The text of the page is wanted as Markdown. */
  | { readonly kind: "markdown" }
  /** A file is to be saved where the author says. The editor alone is asked; a browser saves by itself. */
  | { readonly kind: "save"; readonly name: string; readonly text: string }
  | { readonly kind: "openExternal"; readonly url: string }
  | { readonly kind: "openInBrowser" }
  | { readonly kind: "lock"; readonly locked: boolean }
  | { readonly kind: "playground"; readonly message: FromPlayground };

/** What a document brings along of its page, as JSON in `data-begun`: under which name it is shown, and what is to be painted. */
export interface InitialPreviewState {
  readonly preview: string;
  readonly messages: readonly ToPage[];
}

/** What the document says about its host, as JSON in `data-host` of its body. */
export interface HostInfo {
  readonly kind: "editor" | "browser";
  /** What stands before the path of a site's file: `https://…/site`; for `browser` the way up to it, `../`. */
  readonly assets: string;
  /** Hosts on the web whose images may be loaded. */
  readonly allowedHosts: readonly string[];
  /** For `browser`: what each message and each request to the relay carries. */
  readonly token?: string;
  /** For `editor`: what was remembered. */
  readonly state?: unknown;
}
