import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { DocumentLanguage } from "../../server/src/core/text/page-language.ts";
import { createPanelDocument } from "../../server/src/feedback/panel/panel-document.ts";
import { builtForAll } from "../harness/build-into.ts";
import { project } from "../harness/source-files.ts";
import { themes } from "./editor-themes.ts";
import type { OpenPage } from "./open-page.ts";

/** The scripts and style sheets of the webviews that have their own editor tab. */
const entries = {
  feedback: ["panel-app.tsx", "styles.css"],
  overview: ["overview-app.tsx", "overview.css"],
} as const;

export type WebviewName = keyof typeof entries;

export interface WebviewOptions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly theme?: keyof typeof themes | undefined;
  readonly language?: DocumentLanguage | undefined;
  /** The folder of the built webview. If it isn't set, the build of the test run is used. */
  readonly bundle?: string | undefined;
  /** The time at which the clock of the page starts. */
  readonly now?: number | undefined;
  /** Called for each message from the page. */
  readonly onMessage: (message: unknown) => void;
}

/** A webview in a page as the editor shows it. */
export interface WebviewStage {
  readonly page: Page;
  /** Opens the webview, which can't receive messages before then. */
  readonly load: () => Promise<void>;
  readonly post: (message: unknown) => Promise<void>;
  /** Returns requests, dialogs, windows, downloads, and violations of the content security policy. */
  readonly events: () => Promise<readonly string[]>;
}

const english: DocumentLanguage = { language: { tag: "en", locale: "en" }, texts: {} };

export async function prepareWebview(
  openPage: OpenPage,
  name: WebviewName,
  { width = 1200, height = 800, theme = "light", language = english, bundle, now, onMessage }: WebviewOptions,
): Promise<WebviewStage> {
  const own = `https://${name}.test`;
  const files = bundle === undefined ? await builtWebview(name) : await readBundle(bundle, name);
  const page = await openPage(
    {
      viewport: { width, height },
      colorScheme: /light/i.test(theme) ? "light" : "dark",
      reducedMotion: "reduce",
      timezoneId: "Europe/Berlin",
    },
    { pool: `${name} ${now}` },
  );
  const events: string[] = [];
  const isNew = !sessions.has(page);
  sessions.set(page, { own, files, html: documentOf(name, language, theme), events, onMessage });
  if (isNew) {
    if (now !== undefined) await page.clock.setFixedTime(now);
    await connect(page);
  }
  return {
    page,
    load: async () => void (await page.goto(`${own}/`)),
    post: async (message) => {
      const text = JSON.stringify(JSON.stringify(message));
      // If the page has since been closed, it no longer receives messages.
      await page.evaluate(`window.postMessage(JSON.parse(${text}), "*")`).catch(() => undefined);
    },
    events: async () => [...events, ...(await page.evaluate<string[]>("window.violations"))],
  };
}

/** A webview that a page shows. */
interface Session {
  /** The origin of the webview's files. */
  readonly own: string;
  readonly files: ReadonlyMap<string, string>;
  readonly html: string;
  readonly events: string[];
  readonly onMessage: (message: unknown) => void;
}

/** The sessions of pages, which are reused. */
const sessions = new WeakMap<Page, Session>();

/** Connects a new page to its session: events, messages, and files. */
async function connect(page: Page): Promise<void> {
  const session = (): Session => {
    const found = sessions.get(page);
    if (!found) throw new Error("The page has no session.");
    return found;
  };
  page.on("dialog", (dialog) => {
    session().events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => session().events.push(`download ${download.url()}`));
  page.on("popup", (popup) => session().events.push(`window ${popup.url()}`));
  await page.context().exposeBinding("tellExtension", (_, message: unknown) => session().onMessage(message));
  await page.context().addInitScript(editorScript);
  await page.context().route("**/*", async (route) => {
    const { own, files, html, events } = session();
    const { pathname, origin, href } = new URL(route.request().url());
    if (origin !== own) events.push(`request ${href}`);
    else if (pathname === "/") return route.fulfill({ body: html, contentType: "text/html; charset=utf-8" });
    const body = files.get(pathname);
    if (body === undefined) return route.fulfill({ status: 404 });
    const contentType = pathname.endsWith(".css") ? "text/css" : "text/javascript";
    return route.fulfill({ body, contentType, headers: { "Access-Control-Allow-Origin": "*" } });
  });
}

/** Returns the product's document with a body like the one that the editor creates. */
function documentOf(name: WebviewName, language: DocumentLanguage, theme: keyof typeof themes): string {
  const html = createPanelDocument({
    nonce: "once",
    script: `/${name}.js`,
    style: `/${name}.css`,
    language,
  });
  const colors = Object.entries(themes[theme]).map(([color, value]) => `--vscode-${color}: ${value};`);
  return html
    .replace("<head>", `<head><style nonce="once">:root { ${colors.join(" ")} } ${editorStyle}</style>`)
    .replace("<body>", `<body class="${bodyClasses[theme]}">`);
}

/** The default styles that the editor applies to code in every webview. */
const editorStyle = `code {
  color: var(--vscode-textPreformat-foreground);
  background-color: var(--vscode-textPreformat-background);
  padding: 1px 3px;
  border-radius: 4px;
}`;

const bodyClasses: Readonly<Record<keyof typeof themes, string>> = {
  light: "vscode-light",
  dark: "vscode-dark",
  highContrast: "vscode-high-contrast",
  highContrastLight: "vscode-high-contrast-light vscode-high-contrast",
};

/** A script that simulates the editor around the webview. */
const editorScript = `
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push("policy " + event.effectiveDirective + " " + (event.blockedURI || event.sample)));
window.acquireVsCodeApi = () => ({
  postMessage: (message) => void window.tellExtension(message),
  getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
  setState: (value) => sessionStorage.setItem("state", JSON.stringify(value)),
});
`;

/** Reads a built webview: its script, the chunks that it shares with other pages, and its style sheet. */
async function readBundle(folder: string, name: WebviewName): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([[`/${name}.css`, await readFile(join(folder, `${name}.css`), "utf8")]]);
  const add = async (path: string): Promise<void> => {
    if (texts.has(path)) return;
    const text = await readFile(join(folder, path), "utf8");
    texts.set(path, text);
    for (const [, chunk = ""] of text.matchAll(/"\.\/((?:chunks\/)?[\w-]+\.js)"/g))
      await add(`/${chunk.startsWith("chunks/") ? chunk : `chunks/${chunk}`}`);
  };
  await add(`/${name}.js`);
  return texts;
}

const built = new Map<WebviewName, Promise<ReadonlyMap<string, string>>>();

/**
 * Returns the script, the chunks, and the style sheet of a webview by path: as built for all tests, or built again if
 * there's no such build.
 */
export function builtWebview(name: WebviewName): Promise<ReadonlyMap<string, string>> {
  const known =
    built.get(name) ??
    (builtForAll === undefined ? buildWebview(name) : readBundle(join(builtForAll, "webview"), name));
  built.set(name, known);
  return known;
}

async function buildWebview(name: WebviewName): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: entries[name].map((file) => ({
      in: join(project, "webview/src", name, file),
      out: name,
    })),
    outdir: "/",
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "chrome122",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}
