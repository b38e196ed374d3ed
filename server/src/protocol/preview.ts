/** Previews and their playgrounds. */
import { notification, request } from "./message.ts";
import type { PagePlace, Reader, ToPage } from "../../../webview/src/protocol.ts";
import type { CodeTheme } from "../core/preview/code-theme.ts";
import type { PlaceRange } from "./site.ts";

/** Shows a page in a preview, which the client has named. A preview that is open shows the other page. */
export const openPreview = request<OpenPreview, OpenedPreview>("docwright/preview/open");
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

/** To the server: the preview is closed. */
export const closePreview = notification<ClosePreview>("docwright/preview/close");
export interface ClosePreview {
  readonly preview: string;
}

/** To the server: a message of the page as it is, which the server checks. */
export const previewMessage = notification<PreviewMessage>("docwright/preview/message");
export interface PreviewMessage {
  readonly preview: string;
  readonly message: unknown;
}

/**
 * To the server: the colors for code in every preview, or none but the site's. Invalid parts are left out, and a
 * theme without a background counts as none.
 */
export const previewCodeTheme = notification<PreviewCodeTheme>("docwright/preview/codeTheme");
export interface PreviewCodeTheme {
  readonly theme?: EditorCodeTheme;
}

/** The colour theme of the editor, with all that it includes; of rules the later ones come first. */
export type EditorCodeTheme = CodeTheme;

/** To the client: a message for the page, or what the editor does for a preview. */
export const previewPush = notification<PreviewPush>("docwright/preview/push");
export type PreviewPush = { readonly preview: string } & (
  | { readonly kind: "page"; readonly message: ToPage }
  /** The author wants to see where something is written. */
  | { readonly kind: "show"; readonly uri: string; readonly range: PlaceRange }
  /** Another page is shown: by a link, or for the first time. `uri` is absent for a page without a file. */
  | { readonly kind: "moved"; readonly place: PagePlace; readonly uri?: string; readonly followed: boolean }
);

/** What the relay of playgrounds must know of a site; null for a folder that isn't a site. */
export const playgroundFacts = request<PlaygroundSite, PlaygroundFacts | null>("docwright/playground/facts");
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
