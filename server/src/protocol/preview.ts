/** Messages for previews and their playgrounds. */
import type { PagePlace, Reader, ToPage } from "../../../webview/src/protocol.ts";
import type { CodeTheme } from "../core/preview/highlighter.ts";
import { notification, request } from "./message.ts";
import type { PlaceRange } from "./site.ts";

/**
 * Shows a page in a preview whose name the client chooses. If that preview is already open, it switches to the page.
 */
export const openPreview = request<OpenPreview, OpenedPreview>("docwright/preview/open");
export interface OpenPreview {
  readonly preview: string;
  /** The URI of a page, or of another file in a site, which opens the page at `url` or the site's first page. */
  readonly uri: string;
  /** `/guides/start`. */
  readonly url?: string;
  readonly audience?: Reader;
  /** Hashes of components that the author has already allowed to run (`component` messages contain them). */
  readonly components?: readonly string[];
}
export type OpenedPreview =
  /** The URI of the folder that contains docs.json. */
  | { readonly ok: true; readonly root: string }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/** Notifies the server that the preview is closed. */
export const closePreview = notification<ClosePreview>("docwright/preview/close");
export interface ClosePreview {
  readonly preview: string;
}

/** Passes an unchanged message from the preview page to the server, which validates it. */
export const previewMessage = notification<PreviewMessage>("docwright/preview/message");
export interface PreviewMessage {
  readonly preview: string;
  readonly message: unknown;
}

/**
 * Sends the code colors for every preview to the server, or nothing to use the site's own. Invalid parts are left out,
 * and a theme without a background is ignored.
 */
export const previewCodeTheme = notification<PreviewCodeTheme>("docwright/preview/codeTheme");
export interface PreviewCodeTheme {
  readonly theme?: EditorCodeTheme;
}

/** The editor's color theme with all themes that it includes. Later rules come first. */
export type EditorCodeTheme = CodeTheme;

/** Sends the client a message for the preview page, or an editor action for a preview. */
export const previewPush = notification<PreviewPush>("docwright/preview/push");
export type PreviewPush = { readonly preview: string } & (
  | { readonly kind: "page"; readonly message: ToPage }
  /** Shows the author the location where something is defined. */
  | { readonly kind: "show"; readonly uri: string; readonly range: PlaceRange }
  /**
   * A notification that the preview shows another page, after a click on a link or for the first time. `uri` is
   * undefined for a page without a file.
   */
  | { readonly kind: "moved"; readonly place: PagePlace; readonly uri?: string; readonly followed: boolean }
);

/** Returns whether a page has a playground, or why it doesn't. */
export const playgroundOfPage = request<PageWithPlayground, PlaygroundOfPage>("docwright/playground/page");
export interface PageWithPlayground {
  /** The URI of a file. */
  readonly uri: string;
}
export interface PlaygroundOfPage {
  /**
   * Whether there's a playground. `no-page`: the file isn't a page on a site. `no-operation`: the page doesn't document
   * an operation. `unresolved`: it refers to one that doesn't exist. `unfetched`: its specification is remote and has
   * no local copy.
   */
  readonly kind: "available" | "no-page" | "no-operation" | "unresolved" | "unfetched";
}

/** Returns the data that the playground relay needs about a site, or null for a folder that isn't a site. */
export const playgroundFacts = request<PlaygroundSite, PlaygroundFacts | null>("docwright/playground/facts");
export interface PlaygroundSite {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
}
export interface PlaygroundFacts {
  /** The origins of the APIs that the site declares. */
  readonly targets: readonly { readonly origin: string; readonly declaredBy: string }[];
  /** The URL of the published docs. */
  readonly siteUrl?: string;
  /** The path of the playground proxy on the docs site, such as `/_service/api/request`. */
  readonly proxyPath: string;
}
