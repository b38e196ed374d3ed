/** Messages for previews and their playgrounds. */
import type { PreviewLocation, Reader, ToPage } from "../../../webview/src/protocol.ts";
import type { CodeTheme } from "../core/preview/highlighter.ts";
import { createNotification, createRequest } from "./message.ts";
import type { LspRange } from "./site.ts";

/**
 * Shows a page in a preview. The client chooses the name of the preview. If a preview with this name is already open,
 * it switches to the page.
 */
export const openPreview = createRequest<OpenPreviewParams, OpenPreviewResult>("docwright/preview/open");
export interface OpenPreviewParams {
  readonly preview: string;
  /**
   * The URI of a page. If the page isn't part of a site, it's shown without navigation or theme. For any other file in
   * a site, the preview shows the page at `url` or, if `url` is absent, the site's first page.
   */
  readonly uri: string;
  /** The URL path of a page, such as `/guides/start`. */
  readonly url?: string;
  readonly audience?: Reader;
  /** The hashes of components that the author has already allowed to run, from messages of the kind `component`. */
  readonly componentHashes?: readonly string[];
}
export type OpenPreviewResult =
  /**
   * `root` is the URI of the folder that contains docs.json. If the page isn't part of a site, `isSinglePage` is true,
   * and `root` is the client's folder that contains the page.
   */
  | { readonly ok: true; readonly root: string; readonly isSinglePage?: true }
  /** A sentence that explains why the preview can't be opened. */
  | { readonly ok: false; readonly reason: string };

/** Notifies the server that a preview has been closed. */
export const closePreview = createNotification<ClosePreviewParams>("docwright/preview/close");
export interface ClosePreviewParams {
  readonly preview: string;
}

/**
 * Forwards a message from the preview page to the server without changes. The server validates the message.
 */
export const previewMessage = createNotification<PreviewMessage>("docwright/preview/message");
export interface PreviewMessage {
  readonly preview: string;
  readonly message: unknown;
}

/**
 * Sends the server the colors for code in all previews. If no theme is sent, the site's own colors are used. Invalid
 * parts of a theme and themes without a background are ignored.
 */
export const previewCodeTheme = createNotification<PreviewCodeTheme>("docwright/preview/codeTheme");
export interface PreviewCodeTheme {
  readonly theme?: EditorCodeTheme;
}

/**
 * The editor's color theme, combined with all themes that it includes. The rules of included themes come before the
 * theme's own rules, which take precedence.
 */
export type EditorCodeTheme = CodeTheme;

/** Sends the client a message for the preview page, or an action that the editor should perform for a preview. */
export const previewPush = createNotification<PreviewPush>("docwright/preview/push");
export type PreviewPush = { readonly preview: string } & (
  | { readonly kind: "page"; readonly message: ToPage }
  /** Shows the author the location where something is defined. */
  | { readonly kind: "show"; readonly uri: string; readonly range: LspRange }
  /**
   * Reports that the preview shows a different page or, when it opens, its first page. `isLinkFollowed` is true if the
   * author has followed a link. `uri` is undefined if the page doesn't have a file.
   */
  | {
      readonly kind: "moved";
      readonly location: PreviewLocation;
      readonly uri?: string;
      readonly isLinkFollowed: boolean;
    }
  /** Requests that the client open the preview again, because its page is now part of a site. */
  | { readonly kind: "reopen" }
);

/** Returns whether a page has a playground or, if it doesn't, the reason. */
export const getPagePlayground = createRequest<PagePlaygroundParams, PagePlayground>("docwright/playground/page");
export interface PagePlaygroundParams {
  /** The URI of a file. */
  readonly uri: string;
}
export interface PagePlayground {
  /**
   * Whether the page has a playground. `no-page` means that the file isn't a page on a site. `no-operation` means that
   * the page doesn't document an operation. `unresolved` means that the page refers to an operation that doesn't exist.
   * `unfetched` means that the page's specification is remote and has no local copy.
   */
  readonly kind: "available" | "no-page" | "no-operation" | "unresolved" | "unfetched";
}

/** Returns the data about a site that the playground's relay needs, or null if the folder isn't a site. */
export const playgroundFacts = createRequest<PlaygroundSite, PlaygroundFacts | null>("docwright/playground/facts");
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
