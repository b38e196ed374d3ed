import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import type { Page } from "playwright-core";
import { builtForAll } from "../../harness/build-into.ts";
import "../../harness/fake-vscode.ts";
import { createPreviewHtml } from "../../../client/src/preview/preview-panel.ts";
import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import type { SiteShellView } from "../../../server/src/core/preview/view/site-frame.ts";
import { createShellPage } from "../../../server/src/preview-server/shell-page.ts";
import type { ToPage } from "../../../webview/src/protocol.ts";
import type { OpenPage } from "../open-page.ts";
import { numberIn } from "./payload.ts";
import { projectFolder } from "./payload-views.ts";
import { permissivePaint } from "./permissive-paint.ts";
import { maxWait } from "../../harness/eventually.ts";

/** The protections that are active on a stage. */
export interface Guards {
  /** The policy of the webview, the policy of the browser preview, or no policy. */
  readonly policy: "editor" | "browser" | "none";
  /** The product's painter, or a painter that creates everything it receives. */
  readonly painter: "real" | "permissive";
  readonly allowedHosts?: readonly string[];
}

/** The effects of the payloads that have been shown. */
export interface Outcome {
  /** The numbers of the payloads that have called the canary. */
  readonly ran: readonly number[];
  /** The URLs that have been requested, except for the preview's own files. */
  readonly requests: readonly string[];
  /** Events such as dialogs, windows, frames, navigations, and downloads. */
  readonly events: readonly string[];
  /** Messages from the page to its host. */
  readonly posted: readonly { readonly kind: string; readonly url?: string }[];
  /** Violations of the content security policy. */
  readonly violations: readonly string[];
}

export interface Stage {
  readonly page: Page;
  readonly show: (view: PageView, frame: SiteShellView) => Promise<void>;
  /**
   * Clicks all elements, dispatches all events that a handler may listen to, and waits until all pending actions are
   * done.
   */
  readonly exercise: () => Promise<void>;
  readonly outcome: () => Promise<Outcome>;
}

const own = "https://preview.test";
const assets = "https://assets.test";

/** The document that a page shows, and its effects. */
interface Session {
  readonly files: ReadonlyMap<string, string | Buffer>;
  readonly html: string;
  readonly headers: Record<string, string>;
  readonly ran: number[];
  readonly requests: string[];
  readonly events: string[];
}

/** The sessions of pages, which may be reused. */
const sessions = new WeakMap<Page, Session>();

function getSession(page: Page): Session {
  const found = sessions.get(page);
  if (!found) throw new Error("The page has no session.");
  return found;
}

/** How a stage is opened. */
interface Opening {
  /** Called before the document is loaded in a new page. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The pool of the page, as in `OpenPage`. */
  readonly pool?: string;
}

/**
 * Opens the preview's own document and script in a page. Every request is counted, and no request leaves the machine.
 */
export async function openStage(openPage: OpenPage, guards: Guards, { prepare, pool }: Opening = {}): Promise<Stage> {
  const files = await bundleOf(guards.painter);
  const { html, headers } = documentOf(guards, assets);
  const page = await openPage(
    { reducedMotion: "no-preference", acceptDownloads: true },
    { scriptsFail: guards.painter === "permissive", ...(pool !== undefined && { pool }) },
  );
  const isNew = !sessions.has(page);
  const [ran, requests, events]: [number[], string[], string[]] = [[], [], []];
  sessions.set(page, { files, html, headers, ran, requests, events });
  if (isNew) {
    await connect(page);
    await prepare?.(page);
  }
  await page.goto(`${own}/`);
  await waitUntil(page, "window.posted?.some((each) => each.kind === 'ready')");
  let version = 0;
  const send = (message: ToPage): Promise<unknown> =>
    page.evaluate(`window.postMessage(JSON.parse(${JSON.stringify(JSON.stringify(message))}), "*")`);
  return {
    page,
    show: async ({ blocks, ...view }, frame) => {
      await send({ kind: "frame", frame });
      await send({
        kind: "page",
        location: { file: "index.mdx", url: "/", title: view.head.title },
        update: {
          version: ++version,
          textVersion: 0,
          page: view,
          order: blocks.map(({ nodes: _nodes, ...block }) => block),
          newNodes: Object.fromEntries(blocks.map(({ id, nodes }) => [id, nodes])),
        },
      });
      await waitUntil(
        page,
        `window.posted.some((each) => each.kind === "painted" && each.version === ${version}) && !document.querySelector(".dw-rest[aria-busy]")`,
      );
    },
    exercise: async () => {
      await page.evaluate(`(${exerciseScript})(${guards.painter === "permissive"})`);
    },
    outcome: async () => ({
      ran: [...new Set(ran)].sort((a, b) => a - b),
      requests,
      events,
      posted: await page.evaluate<Outcome["posted"]>("window.posted"),
      violations: await page.evaluate<string[]>("window.violations"),
    }),
  };
}

/**
 * Polls from this process, because the policy doesn't allow the page to evaluate a condition that is given as a string.
 */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  for (const start = Date.now(); !(await page.evaluate(expression));)
    if (Date.now() - start > maxWait) throw new Error(`The condition never became true: ${expression}.`);
    else await page.waitForTimeout(20);
}

/** Returns the numbers of the payloads that have caused requests. */
export function findRequesters({ requests }: Outcome): number[] {
  return [...new Set(requests.flatMap((url) => numberIn(url) ?? -1))].sort((a, b) => a - b);
}

/** Returns the document of the preview and its response headers. The preview's files are below `assets`. */
export function documentOf(
  { policy, allowedHosts = [] }: Pick<Guards, "policy" | "allowedHosts">,
  assets: string,
): { readonly html: string; readonly headers: Record<string, string> } {
  const html = createPreviewHtml({
    cspSource: assets,
    script: `${assets}/bundle/preview.js`,
    style: `${assets}/bundle/preview.css`,
    assets: `${assets}/site`,
    allowedHosts,
    language: { language: { tag: "en", locale: "en" }, texts: {} },
  });
  const type = { "Content-Type": "text/html; charset=utf-8" };
  if (policy === "editor") return { html, headers: type };
  const bare = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  if (policy === "none") return { html: bare, headers: type };
  // Returns the same document with the policy of the browser preview, and with a different path for its files.
  const shell = createShellPage({ token: "t", allowedHosts, runId: "1", root: "/" });
  const header = shell.headers["Content-Security-Policy"] ?? "";
  const nonce = /'nonce-([^']+)'/.exec(header)?.[1] ?? "";
  return {
    html: bare.replace(/nonce="[^"]*"/g, `nonce="${nonce}"`),
    headers: {
      ...type,
      ...shell.headers,
      "Content-Security-Policy": header.replaceAll("'self'", `'self' ${assets}`),
    },
  };
}

/** Connects a new page to its session: files, and everything that its content does. */
async function connect(page: Page): Promise<void> {
  const context = page.context();
  const push = (event: string): void => void getSession(page).events.push(event);
  await context.exposeBinding("reportPwned", (_, number: unknown) => {
    getSession(page).ran.push(Number(number));
  });
  await context.addInitScript(hostScript);
  await context.route("**/*", async (route) => {
    const { html, headers, files, requests } = getSession(page);
    const url = route.request().url();
    if (url === `${own}/`) return route.fulfill({ body: html, headers });
    const file = url.startsWith(`${assets}/bundle/`) ? files.get(url.slice(`${assets}/bundle/`.length)) : undefined;
    if (file !== undefined)
      return route.fulfill({
        body: file,
        contentType: url.endsWith(".css") ? "text/css" : "text/javascript",
        headers: { "Access-Control-Allow-Origin": "*" },
      });
    const { origin } = new URL(url);
    if (origin !== own && origin !== assets) requests.push(url);
    // This response has no effect, so a page that tries to navigate away stays.
    return route.fulfill({ status: 204 });
  });
  page.on("dialog", (dialog) => {
    push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => push(`download ${download.url()}`));
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && !frame.url().startsWith(`${own}/`)) push(`left for ${frame.url()}`);
  });
  page.on("frameattached", (frame) => push(`frame ${frame.name()}`.trim()));
  page.on("websocket", (socket) => push(`socket ${socket.url()}`));
  page.on("worker", (worker) => push(`worker ${worker.url()}`));
  context.on("page", (other) => push(`window ${other.url()}`));
}

/** A script that simulates the editor around the webview and defines the canary. */
const hostScript = `
window.posted = [];
window.violations = [];
{
  // A payload may call the canary thousands of times, and each report takes time in several processes.
  const reported = Object.create(null);
  window.pwned = (number) => {
    if (reported[number]) return;
    reported[number] = true;
    window.reportPwned(number);
  };
}
window.acquireVsCodeApi = () => ({
  postMessage: (message) => window.posted.push(JSON.parse(JSON.stringify(message))),
  getState: () => undefined,
  setState: () => {},
});
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(event.effectiveDirective + " " + (event.blockedURI || event.sample)));
`;

const exerciseScript = `async (follows) => {
  const types = ["click", "auxclick", "mouseover", "pointerenter", "focus", "keydown", "beforeinput", "submit", "load", "error", "toggle", "begin", "animationend"];
  const each = () => [...document.querySelectorAll("body > div *")].filter((element) => !Element.prototype.closest.call(element, ".dwt"));
  const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  for (const element of each()) {
    // An earlier click may have removed the element.
    if (!element.isConnected || !Element.prototype.matches.call(element, "a, area, button, input, label, summary, image, [role=tab], [href], [action]")) continue;
    try {
      if (element instanceof HTMLElement) HTMLElement.prototype.click.call(element);
      else element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
    } catch {}
    // Waits, because the next navigation would replace one whose URL hasn't been requested yet.
    if (follows && (element.hasAttribute("href") || element.hasAttribute("xlink:href") || element.form)) await rest(0);
  }
  await rest(20);
  for (const element of each())
    for (const type of types)
      try { element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true })); } catch {}
  const until = performance.now() + 15000;
  const isDrawing = () => [...document.querySelectorAll(".dw-diagram-source")].some((element) => !element.parentElement.querySelector(".dw-diagram-fault"));
  while (isDrawing() && performance.now() < until) await rest(50);
  await rest(40);
}`;

const bundles = new Map<Guards["painter"], Promise<ReadonlyMap<string, string | Buffer>>>();

/**
 * Returns the script and the chunks of the preview by name: as built for all tests, or bundled again if there's no such
 * build or the painter is replaced.
 */
export function bundleOf(painter: Guards["painter"]): Promise<ReadonlyMap<string, string | Buffer>> {
  const known =
    bundles.get(painter) ??
    (painter === "permissive"
      ? bundle([permissivePaint])
      : builtForAll === undefined
        ? bundle([])
        : readFiles(join(builtForAll, "webview")));
  bundles.set(painter, known);
  return known;
}

/** Reads all files in a folder and its subfolders. Returns their content by relative path. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [relative(folder, file).replaceAll("\\", "/"), await readFile(file)] as const),
    ),
  );
}

async function bundle(plugins: readonly Plugin[]): Promise<ReadonlyMap<string, string>> {
  const outdir = `${projectFolder}/out`;
  const { outputFiles } = await build({
    entryPoints: [
      { in: "webview/src/main.tsx", out: "preview" },
      { in: "webview/src/preview.css", out: "preview" },
    ],
    absWorkingDir: projectFolder,
    outdir,
    plugins: [...plugins],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: "esm",
    target: "chrome122",
    jsx: "automatic",
    jsxImportSource: "preact",
    chunkNames: "chunks/[name]-[hash]",
    loader: { ".woff2": "dataurl", ".woff": "empty", ".ttf": "empty" },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  return new Map(outputFiles.map((file) => [file.path.slice(outdir.length + 1).replaceAll("\\", "/"), file.text]));
}
