import { render } from "preact";
import type { FrameLocation } from "../../../server/src/core/preview/view/site-frame.ts";
import { decodePercent } from "../../../server/src/core/text/decode-text.ts";
import { paintNodes } from "../components/paint-nodes.tsx";
import type { FrameServices } from "../frame/frame-context.tsx";
import type { DrawDiagram, PageServices } from "../paint/page-context.ts";
import type { FromPage, HostInfo, PreviewLocation } from "../protocol.ts";
import type { PageHandle } from "./paint-page.tsx";
import type { PersistedState } from "./persisted-state.ts";
import type { Transport } from "./transport.ts";

const sheetsByContainer = new WeakMap<HTMLElement, CSSStyleSheet>();

/**
 * Draws a diagram into an element. Returns an error message, or `undefined` on success. Mermaid is loaded when the
 * first diagram is drawn.
 */
export const renderDiagram: DrawDiagram = async (source, container, isDark) => {
  const { drawDiagram } = await import("../mermaid/draw-diagram.ts");
  const diagram = await drawDiagram(source, isDark ? "dark" : "light");
  if (diagram.kind === "fault") return diagram.message;
  const oldSheet = sheetsByContainer.get(container);
  sheetsByContainer.set(container, diagram.styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== oldSheet), diagram.styles];
  render(<>{paintNodes(diagram.nodes)}</>, container);
  return undefined;
};

/**
 * Returns the path of a site URL as the browser requests it. Escapes names, but preserves existing escapes and
 * everything after `?` or `#`. For example, `/images/a b.png?v=2` becomes `/images/a%20b.png?v=2`.
 */
export function toSiteUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const segments = path.split("/").map((name) => encodeURIComponent(decodePercent(name)));
  return segments.join("/") + (end < 0 ? "" : url.slice(end));
}

interface ServiceDependencies {
  readonly transport: Transport;
  readonly hostInfo: HostInfo;
  readonly persistedState: PersistedState;
  readonly handle: { readonly current: PageHandle | null };
  /** Called when the reader is about to open another page. */
  readonly onNavigate: () => void;
}

/** Creates the services that the page and the surrounding site need from their host. */
export function createPageServices({
  transport: { send },
  hostInfo,
  persistedState,
  handle,
  onNavigate,
}: ServiceDependencies): {
  readonly page: Omit<PageServices, "audience">;
  readonly frame: FrameServices;
} {
  const shownHosts: ReadonlySet<string> = new Set(hostInfo.allowedHosts);
  const resolveUrl = (url: string): string | undefined =>
    url.startsWith("/") && !url.startsWith("//") ? hostInfo.assets + toSiteUrl(url) : undefined;
  const followLink = (href: string, siteLocation?: FrameLocation): void => {
    if (/^(https?:)?\/\//i.test(href)) return openExternal(href, hostInfo, send);
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return openExternal(href, hostInfo, send);
    onNavigate();
    send({ kind: "navigate", url: href, ...(siteLocation && { from: siteLocation }) });
  };
  const sharedServices = { state: persistedState.reader, toResourceUrl: resolveUrl, shownHosts };
  return {
    page: {
      ...sharedServices,
      onLinkFollowed: (href) => followLink(href),
      drawDiagram: renderDiagram,
      onShowHost: (host) => send({ kind: "allowHost", host }),
      onCopy: (text) => void navigator.clipboard.writeText(text).catch(() => undefined),
      onShowSource: (line, file) => send({ kind: "show", ...(file !== undefined && { file }), at: { line } }),
    },
    frame: {
      ...sharedServices,
      onNavigate: followLink,
      onOpen: ({ file, range }) => send({ kind: "show", file, at: { range } }),
      onReveal: (id) => void handle.current?.revealId(id),
      // If an editor forwards the server under a path, an unmodified link would point outside that path.
      opensTabs: hostInfo.kind === "browser" && hostInfo.assets === "",
    },
  };
}

function openExternal(href: string, hostInfo: HostInfo, send: Transport["send"]): void {
  if (hostInfo.kind === "editor") send({ kind: "openExternal", url: href });
  else window.open(href, "_blank", "noopener,noreferrer");
}

/** Matches elements that aren't part of the page, such as scripts and the marks and controls of the preview. */
const excludedSelector =
  ".dw-fault, .dw-change, .dw-copy, .dw-field-tools, .dw-code-tools, [data-change='removed'], script";

/**
 * Returns the page and the site around it as a self-contained HTML file. Styles are inlined, scripts are omitted, and
 * links keep their targets. Only the site's images remain URLs.
 */
function toHtml(pageElement: HTMLElement, title: string): string {
  const copy = document.importNode(pageElement, true);
  for (const element of copy.querySelectorAll(excludedSelector)) element.remove();
  for (const element of copy.querySelectorAll("[hidden]"))
    if (element.getAttribute("hidden") === "until-found") element.removeAttribute("hidden");
  const titleElement = document.createElement("title");
  titleElement.textContent = title;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    titleElement.outerHTML,
    // The escape prevents a style sheet from closing the `<style>` element. Text from the author is never included
    // verbatim.
    `<style>\n${getStyleText().replaceAll("</", "<\\/")}\n</style>`,
  ];
  // The language of `.dw-root` is the one that is selected in the site's menu, whereas the document around it uses the
  // editor's language.
  const language = copy.querySelector<HTMLElement>(".dw-root")?.lang ?? "en";
  return `<!doctype html>\n<html lang="${language.replace(/[^\w-]/g, "")}">\n<head>\n${head.join("\n")}\n</head>\n<body>\n${copy.outerHTML}\n</body>\n</html>\n`;
}

/** Returns all CSS rules of the document, including those that scripts have added. */
function getStyleText(): string {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  return sheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");
}

/** Returns the file name for a saved page, such as `start.html` for `guides/start`. */
function createHtmlFileName(url: string): string {
  const name =
    url
      .replace(/[#?].*$/, "")
      .split("/")
      .filter(Boolean)
      .at(-1) ?? "index";
  return `${name.replace(/[^\w.-]+/g, "-")}.html`;
}

/**
 * Saves the page that is shown as a single HTML file. VS Code prompts for a location, whereas a browser saves the file
 * in its downloads folder.
 */
export function savePage(
  pageElement: HTMLElement | null,
  location: PreviewLocation,
  host: HostInfo["kind"],
  send: (message: FromPage) => void,
): void {
  if (!pageElement) return;
  const text = toHtml(pageElement, location.title);
  const name = createHtmlFileName(location.url ?? location.file ?? "");
  if (host === "editor") return send({ kind: "save", name, text });
  const url = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
