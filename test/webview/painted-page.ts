import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { PageView } from "../../server/src/core/preview/view/page-view.ts";
import type { OpenPage } from "./open-page.ts";

/** The options for showing a page. */
export interface Showing {
  readonly appearance?: "light" | "dark";
  readonly width?: number;
  /** Whether to scroll to the top first. */
  readonly startsAtTop?: boolean;
  readonly audience?: {
    readonly reader: "human" | "agent";
    readonly signedIn: boolean;
    readonly groups: readonly string[];
  };
  readonly shownHosts?: readonly string[];
  readonly variation?: string;
}

export interface PaintedPage {
  readonly page: Page;
  /** Paints a view. The state of the page, such as open tabs, is preserved between calls. */
  readonly show: (view: PageView, showing?: Showing) => Promise<void>;
  /** Returns the messages from the page to its host, with the oldest first. */
  readonly calls: () => Promise<readonly (readonly [string, ...unknown[]])[]>;
  readonly revealLine: (line: number) => Promise<string | undefined>;
  readonly revealId: (id: string) => Promise<string | undefined>;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

let bundled: Promise<{ readonly script: string; readonly style: string }> | undefined;

/** Opens a Chromium page that renders views with the components of the preview and contains nothing else. */
export async function paintedPage(openPage: OpenPage, { policy: isGuarded = true } = {}): Promise<PaintedPage> {
  bundled ??= bundle();
  const { script, style } = await bundled;
  const page = await openPage({ reducedMotion: "reduce" }, isGuarded ? { pool: "painted" } : {});
  const policy =
    "default-src 'none'; script-src 'nonce-x'; style-src 'nonce-x'; img-src data:; font-src data:; connect-src 'none'";
  await page.setContent(`<!doctype html><html lang="en"><head><title>Painted</title>
    ${isGuarded ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : ""}
    <style nonce="x">body{margin:0}${style}</style></head><body><div id="root"></div>
    <script nonce="x">${script.replaceAll("</script", "<\\/script")}</script></body></html>`);
  const ask = (text: string, given?: unknown): Promise<unknown> =>
    page.evaluate(
      `window.painted.${text}(${given === undefined ? "" : `JSON.parse(${JSON.stringify(JSON.stringify(given))})`})`,
    );
  return {
    page,
    show: async (view, showing = {}) => {
      if (showing.width) await page.setViewportSize({ width: showing.width, height: 900 });
      await ask("show", { view, showing });
    },
    calls: async () => (await ask("calls")) as [string, ...unknown[]][],
    revealLine: async (line) => (await ask("revealLine", line)) as string | undefined,
    revealId: async (id) => (await ask("revealId", id)) as string | undefined,
  };
}

/** The script that runs in the page. It shows views and records the page's messages. */
const entry = `
import { render, createElement } from "preact";
import { PaintPage } from "./webview/src/host/paint-page.tsx";
import { createReaderState } from "./webview/src/paint/page-context.ts";
import "./webview/src/styles/page.css";

const calls = [];
const handle = { current: null };
const state = createReaderState();
const kept = new Map();
const same = (name, value) => {
  const text = JSON.stringify(value);
  if (kept.get(name)?.text !== text) kept.set(name, { text, value });
  return kept.get(name).value;
};
let services;
// A fake Mermaid that draws a box, or nothing if it can't parse the diagram.
const drawDiagram = async (source, into) => {
  if (source.startsWith("bad")) return "The diagram can’t be drawn.";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of [["width", "300"], ["height", "200"], ["viewBox", "0 0 300 200"]]) svg.setAttribute(name, value);
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  text.setAttribute("y", "100");
  text.textContent = source;
  svg.append(text);
  into.replaceChildren(svg);
};
const settle = () => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 0)), 0));
window.painted = {
  calls: () => calls,
  state,
  async show({ view, showing }) {
    const hosts = same("hosts", showing.shownHosts ?? []);
    const audience = same("audience", showing.audience ?? { reader: "human", signedIn: false, groups: [] });
    if (services?.hosts !== hosts || services?.audience !== audience)
      services = {
        hosts, audience, state,
        toResourceUrl: (address) => address.startsWith("/missing") ? undefined : "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="240"><rect width="640" height="240" fill="#7aa6a1"/><circle cx="320" cy="120" r="70" fill="#f3e9d2"/></svg>'),
        onLinkFollowed: (href) => calls.push(["follow", href]),
        onShowHost: (host) => calls.push(["show-host", host]),
        onCopy: (text) => calls.push(["copy", text]),
        onShowSource: (line, file) => calls.push(["source", line, file]),
        drawDiagram,
        shownHosts: new Set(hosts),
        variation: showing.variation,
      };
    // Unchanged blocks keep their identity, as they do in the preview.
    const blocks = view.blocks.map((block) => ({ ...block, nodes: same("block " + block.id, block.nodes) }));
    const page = { ...view, blocks };
    document.body.style.background = showing.appearance === "dark" ? "#0f1216" : "#ffffff";
    render(createElement(PaintPage, { page, services, appearance: showing.appearance ?? "light", startsAtTop: showing.startsAtTop, handle }), document.getElementById("root"));
    await settle();
  },
  revealLine: async (line) => (await handle.current.revealLine(line))?.textContent,
  revealId: async (id) => (await handle.current.revealId(id))?.textContent,
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
