import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { IconLibrary } from "../../server/src/core/config/icons/icon-names.ts";
import type { IconPack } from "../../server/src/core/config/icons/icons.ts";
import type { IconFinder } from "../../server/src/core/preview/frame/frame-links.ts";
import { createSiteFrame } from "../../server/src/core/preview/frame/site-frame.ts";
import { createIconView } from "../../server/src/core/preview/drawing.ts";
import type { PageView } from "../../server/src/core/preview/view/page-view.ts";
import type { SiteShellView } from "../../server/src/core/preview/view/site-frame.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import type { OpenPage } from "./open-page.ts";
import { el, p, pageOf } from "./view-of.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface FrameShowing {
  readonly frame: SiteShellView;
  readonly appearance?: "light" | "dark";
  /** The page to show. By default, a test page with headings is shown. If it's `null`, there's no page. */
  readonly view?: PageView | null;
}

export interface PaintedFrame {
  readonly page: Page;
  readonly show: (showing: FrameShowing) => Promise<void>;
  /** Returns the messages from the frame to its host, with the oldest first. */
  readonly posted: () => Promise<readonly (readonly [string, unknown])[]>;
}

const drawings = new Map<IconLibrary, IconPack>();

/** Draws icons from the shipped libraries. */
export const drawn: IconFinder = (name, library, style) => {
  const known =
    drawings.get(library) ??
    (JSON.parse(readFileSync(path.join(root, `server/icons/${library}.json`), "utf8")) as IconPack);
  drawings.set(library, known);
  return createIconView(library, known, name, style);
};

export function frameIn(site: Site, slug: string): SiteShellView {
  return createSiteFrame(site, slug, { reader: "human", signedIn: false, groups: [] }, drawn);
}

const headings = ["Install", "Configure", "Publish"];

/** A page that is long enough to be scrolled. */
const somePage = pageOf(
  headings.map((text) => [
    el("h2", { id: text.toLowerCase() }, text),
    ...Array.from({ length: 8 }, (_, i) => p(`Paragraph ${i + 1} about this. `.repeat(30))),
  ]),
  {
    head: { title: "A page", description: "About it.", mode: "default" },
    contents: headings.map((text, i) => ({ id: text.toLowerCase(), text, depth: 2, line: i * 10 })),
  },
);

let bundled: Promise<{ readonly script: string; readonly style: string }> | undefined;

/** Opens a Chromium page that renders the site frame, using the policy of the editor's webview. */
export async function paintedFrame(openPage: OpenPage, width = 1400): Promise<PaintedFrame> {
  bundled ??= bundle();
  const { script, style } = await bundled;
  const page = await openPage({ reducedMotion: "reduce", viewport: { width, height: 900 } }, { pool: "painted" });
  const policy =
    "default-src 'none'; script-src 'nonce-x'; style-src 'nonce-x'; img-src data:; font-src data:; connect-src 'none'";
  await page.setContent(`<!doctype html><html lang="en"><head><title>Painted</title>
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <style nonce="x">body{margin:0}${style}</style></head><body><div id="root"></div>
    <script nonce="x">${script.replaceAll("</script", "<\\/script")}</script></body></html>`);
  return {
    page,
    show: async ({ frame, appearance, view = somePage }) => {
      const given = JSON.stringify(JSON.stringify({ frame, appearance, view }));
      await page.evaluate(`window.painted.show(JSON.parse(${given}))`);
    },
    posted: () => page.evaluate<[string, unknown][]>("window.painted.posted"),
  };
}

const entry = `
import { render, createElement } from "preact";
import { NotFoundPage } from "./webview/src/frame/directory.tsx";
import { SiteShell } from "./webview/src/frame/site-shell.tsx";
import { PaintPage } from "./webview/src/host/paint-page.tsx";
import { createReaderState } from "./webview/src/paint/page-context.ts";
import "./webview/src/styles/page.css";
import "./webview/src/frame/styles/frame.css";

const posted = [];
const state = createReaderState();
const tell = (name) => (value) => void posted.push([name, value]);
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="24"><rect width="120" height="24" rx="6" fill="#7aa6a1"/></svg>';
const toResourceUrl = (path) => "data:image/svg+xml," + encodeURIComponent(picture);
const handle = { current: null };
const common = { state, toResourceUrl, shownHosts: new Set() };
const services = {
  ...common, opensTabs: false, onNavigate: tell("navigate"), onOpen: tell("open"), onSearch: () => tell("search")(""),
  onReveal: (id) => { tell("reveal")(id); void handle.current?.revealId(id); },
  onPageMenu: tell("menu"),
};
const pageServices = {
  ...common, onLinkFollowed: tell("follow"), onShowHost() {}, onCopy() {}, onShowSource() {},
  audience: { reader: "human", signedIn: false, groups: [] },
};
window.painted = {
  posted,
  async show({ frame, appearance, view }) {
    const children = (slots) => view
      ? createElement(PaintPage, { page: view, services: pageServices, handle, ...slots })
      : createElement(NotFoundPage, { look: frame.look, url: "/guides/strat", suggestion: { href: "/guides/start", title: "Start" } });
    render(createElement(SiteShell, { frame, services, contents: view?.contents ?? [], appearance, children }), document.getElementById("root"));
    await new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 0)), 0));
  },
};
`;

async function bundle(): Promise<{ readonly script: string; readonly style: string }> {
  const { outputFiles } = await build({
    stdin: { contents: entry, loader: "tsx", resolveDir: root },
    absWorkingDir: root,
    outdir: path.join(root, "out"),
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    target: "chrome122",
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  const text = (end: string): string => outputFiles.find((file) => file.path.endsWith(end))?.text ?? "";
  return { script: text(".js"), style: text(".css") };
}
