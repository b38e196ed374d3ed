import type { Page } from "playwright-core";

/** A screenshot of the sample site in the preview. */
export interface PicturePage {
  /** The base name of the image file. */
  readonly name: string;
  readonly url: string;
  /** The width in pixels. The default is 1000. At a width of 1024 or more, the sidebar is shown next to the text. */
  readonly width?: number;
  readonly dark?: true;
  /** The selector of the element that is scrolled to the top of the window. */
  readonly from?: string;
  /** The selector of an element that must be present, in addition to the text, before the page is complete. */
  readonly awaits?: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

export const pictureHeight = 800;

export const picturePages: readonly PicturePage[] = [
  { name: "start", url: "/", width: 1280 },
  { name: "start-dark", url: "/", width: 1280, dark: true },
  { name: "text", url: "/guides/authentication" },
  { name: "components", url: "/quickstart" },
  {
    name: "tabs",
    url: "/guides/webhooks/verify-signatures",
    from: "[role=tablist]",
  },
  { name: "code", url: "/guides/tracking/register-shipments", from: ".dw-code", dark: true },
  { name: "maths", url: "/guides/tracking/arrival-estimates", from: ".dw-maths-display" },
  { name: "diagram", url: "/guides/tracking/overview", from: ".dw-diagram", awaits: ".dw-diagram svg" },
  { name: "directory", url: "/guides/tracking/exceptions", width: 1280 },
  { name: "tree-and-steps", url: "/berths/book-a-berth" },
  { name: "endpoint-page", url: "/api-reference/upload-document", width: 1280 },
  { name: "operation", url: "/api-reference/shipments/register-a-shipment", width: 1280 },
  { name: "operation-dark", url: "/api-reference/shipments/register-a-shipment", dark: true },
  { name: "channel", url: "/events/channels/shipments/shipment-movements", width: 1280 },
  { name: "changelog", url: "/changelog" },
  { name: "phone", url: "/quickstart", width: 375 },
  {
    name: "drawer-dark",
    url: "/guides/tracking/customs-holds",
    width: 375,
    dark: true,
    prepare: (page) => page.getByRole("button", { name: "Site navigation" }).click(),
  },
  { name: "not-found", url: "/guides/autentication", width: 1280 },
  { name: "other-language", url: "/de/quickstart", width: 1280 },
  { name: "other-version", url: "/v1/overview", width: 1280 },
];
