/** What the server and its editors say to each other about previews: a part of protocol.ts. */
import type { PagePlace, Reader, ToPage } from "../../webview/src/protocol.ts";
import type { CodeTheme } from "./core/preview/highlight/code-theme.ts";
import type { PlaceRange } from "./protocol.ts";

/**
 * Request to the server: a page is to be shown in a preview, which the client has given a name. A preview that is open
 * shows the other page. Params: `OpenPreview`, result: `OpenedPreview`.
 */
export const openPreview = "docwright/preview/open";
export interface OpenPreview {
  readonly preview: string;
  /** A page, or another file of a site: then the page at `url`, or the site's first. */
  readonly uri: string;
  /** `/guides/start`. */
  readonly url?: string;
  readonly audience?: Reader;
  /** Hashes of components that the author has had run before (`component` messages name them). */
  readonly components?: readonly string[];
}
export type OpenedPreview =
  /** URI of the folder that holds docs.json. */
  | { readonly ok: true; readonly root: string }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/** Notification to the server: the preview is closed. Params: `ClosePreview`. */
export const closePreview = "docwright/preview/close";
export interface ClosePreview {
  readonly preview: string;
}

/** Notification to the server: what the page says (`FromPage`), as it is; the server checks it. Params: `PreviewMessage`. */
export const previewMessage = "docwright/preview/message";
export interface PreviewMessage {
  readonly preview: string;
  readonly message: unknown;
}

/**
 * Notification to the server: the colours for code in every preview, or no longer any but the site's. What does not hold
 * up is left out, and a theme without a ground counts as none. Params: `PreviewCodeTheme`.
 */
export const previewCodeTheme = "docwright/preview/codeTheme";
export interface PreviewCodeTheme {
  readonly theme?: EditorCodeTheme;
}

/** The colour theme of the editor, with all that it includes; of rules the later ones come first. */
export type EditorCodeTheme = CodeTheme;

/** Notification to the client. Params: `PreviewPush`. */
export const previewPush = "docwright/preview/push";
export type PreviewPush = { readonly preview: string } & (
  | { readonly kind: "page"; readonly message: ToPage }
  /** The author wants to see where something is written. */
  | { readonly kind: "show"; readonly uri: string; readonly range: PlaceRange }
  /** Another page is shown: by a link, or for the first time. `uri` is absent for a page without a file. */
  | { readonly kind: "moved"; readonly place: PagePlace; readonly uri?: string; readonly followed: boolean }
);

/**
 * Request to the server: what the relay of playgrounds has to know of a site. Params: `PlaygroundSite`, result:
 * `PlaygroundFacts`, or null for a folder that is no site.
 */
export const playgroundFacts = "docwright/playground/facts";
export interface PlaygroundSite {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
}
export interface PlaygroundFacts {
  /** Where the site says that its APIs are (contracts.md §7). */
  readonly targets: readonly { readonly origin: string; readonly declaredBy: string }[];
  /** Where the docs are published. */
  readonly siteUrl?: string;
  /** Where the docs site takes requests of its playgrounds: `/_service/api/request`. */
  readonly proxyPath: string;
}
