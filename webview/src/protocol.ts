/**
 * What a preview and whoever hosts it say to each other: the extension by messages of its webview, `docwright preview`
 * over HTTP. Types only, each message a whole snapshot; what comes from the page is checked by the host.
 */
import type { PageUpdate } from "../../server/src/core/preview/view/page-view.ts";

export type ToPage = { readonly kind: "page"; readonly update: PageUpdate };

export type FromPage = { readonly kind: "ready" };
