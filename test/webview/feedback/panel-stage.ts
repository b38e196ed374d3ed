import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { FeedbackState, Triage } from "../../../server/src/feedback/entries/state.ts";
import {
  type ExportedFile,
  FeedbackPanelController,
} from "../../../server/src/feedback/panel/panel-controller.ts";
import { panelDocument } from "../../../server/src/feedback/panel/panel-document.ts";
import { type DocumentLanguage, getPageLanguage } from "../../../server/src/core/text/page-language.ts";
import { textsOf } from "../../harness/page-messages.ts";
import { project } from "../../harness/source-files.ts";
import type { OpenPage } from "../open-page.ts";
import { themes } from "./editor-themes.ts";

/** The panel in a page as the editor shows it, with the real service and a test host. */
export interface PanelStage {
  readonly page: Page;
  readonly desk: FeedbackPanelController;
  /** The state that the panel shows now, including triage. */
  readonly state: () => FeedbackState;
  readonly show: (state: FeedbackState) => void;
  /** Requests to the host, oldest first: `refresh`, `openSource a1`. */
  readonly asked: readonly string[];
  readonly saved: readonly ExportedFile[];
  /** Requests, dialogs, windows, downloads, and violations of the content security policy. */
  readonly events: () => Promise<readonly string[]>;
}

const own = "https://panel.test";

export interface StageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: keyof typeof themes;
  /** The display language of the editor. */
  readonly locale?: string;
  /** Overrides the strings and date formats with those of another language. */
  readonly language?: DocumentLanguage;
  /** The folder of the built panel. If it isn't set, the panel is built here. */
  readonly bundle?: string;
  /** The time of the service's clock. The page's clock continues from it. */
  readonly now?: number;
}

export async function openPanel(
  openPage: OpenPage,
  first: FeedbackState,
  { width = 1200, height = 800, theme = "light", locale = "en", language, now, bundle }: StageOptions = {},
): Promise<PanelStage> {
  const files = bundle === undefined ? await bundled() : await builtIn(bundle);
  const page = await openPage({
    viewport: { width, height },
    colorScheme: /light/i.test(theme) ? "light" : "dark",
    reducedMotion: "reduce",
    timezoneId: "Europe/Berlin",
  });
  if (now !== undefined) await page.clock.setFixedTime(now);
  const requested: string[] = [];
  const saved: ExportedFile[] = [];
  const events: string[] = [];
  let state = first;
  const service = new FeedbackPanelController(
    {
      post: (message) => {
        const text = JSON.stringify(JSON.stringify(message));
        // A page that was closed in the meantime no longer receives messages.
        void page.evaluate(`window.postMessage(JSON.parse(${text}), "*")`).catch(() => undefined);
      },
      openSource: ({ id }) => requested.push(`openSource ${id}`),
      openDashboard: (entry) => requested.push(`openDashboard ${entry?.id ?? ""}`.trim()),
      triage: (entries, change) => {
        const triage = new Map(state.triage);
        for (const { id } of entries) {
          requested.push(`triage ${id} ${JSON.stringify(change)}`);
          const { mark, assigned, note } = { ...triage.get(id), ...change };
          const next: Triage = {
            ...(mark && { mark }),
            ...(assigned != null && { assigned }),
            ...(note != null && { note }),
            changedAt: 0,
          };
          triage.set(id, next);
        }
        state = { ...state, triage };
        service.show(state);
      },
      refresh: () => requested.push("refresh"),
      readAll: () => requested.push("readAll"),
      cancel: () => requested.push("cancel"),
      setKey: () => requested.push("setKey"),
      setUp: () => requested.push("setUp"),
      saveExport: (file) => saved.push(file),
      copy: (text) => requested.push(`copy ${text.split("\n", 1)[0]}`),
    },
    now === undefined ? Date.now : () => now,
  );
  page.on("dialog", (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => events.push(`download ${download.url()}`));
  page.on("popup", (popup) => events.push(`window ${popup.url()}`));
  await page.context().exposeBinding("tellDesk", (_, message: unknown) => service.receive(message));
  await page.context().addInitScript(editorScript);
  await page.context().route("**/*", async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    const body = files.get(pathname);
    if (origin !== own) events.push(`request ${route.request().url()}`);
    if (origin === own && pathname === "/") return route.fulfill({ body: documentOf(language ?? languageOf(locale), theme), contentType: "text/html; charset=utf-8" }); // prettier-ignore
    if (body === undefined) return route.fulfill({ status: 404 });
    const contentType = pathname.endsWith(".css") ? "text/css" : "text/javascript";
    return route.fulfill({ body, contentType, headers: { "Access-Control-Allow-Origin": "*" } });
  });
  service.show(first);
  await page.goto(`${own}/`);
  await page.locator("main.dwf").waitFor();
  return {
    page,
    desk: service,
    state: () => state,
    show: (next) => {
      state = next;
      service.show(next);
    },
    asked: requested,
    saved,
    events: async () => [...events, ...(await page.evaluate<string[]>("window.violations"))],
  };
}

/** Returns the product's document in a body as the editor creates it. */
function documentOf(language: DocumentLanguage, theme: keyof typeof themes): string {
  const html = panelDocument({
    nonce: "once",
    script: "/feedback.js",
    style: "/feedback.css",
    language,
  });
  const colors = Object.entries(themes[theme]).map(([name, value]) => `--vscode-${name}: ${value};`);
  return html
    .replace("<head>", `<head><style nonce="once">:root { ${colors.join(" ")} } ${editorStyle}</style>`)
    .replace("<body>", `<body class="${bodyClasses[theme]}">`);
}

/** The editor's default styles for code in every webview. */
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

function languageOf(locale: string): DocumentLanguage {
  const language = getPageLanguage(locale);
  return { language, texts: language.table === undefined ? {} : textsOf(language.table) };
}

/** Simulates the editor around the webview. */
const editorScript = `
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push("policy " + event.effectiveDirective + " " + (event.blockedURI || event.sample)));
window.acquireVsCodeApi = () => ({
  postMessage: (message) => void window.tellDesk(message),
  getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
  setState: (value) => sessionStorage.setItem("state", JSON.stringify(value)),
});
`;

/** Reads the built panel: its script with the chunks that it shares with other pages, and its style. */
async function builtIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([["/feedback.css", await readFile(join(folder, "feedback.css"), "utf8")]]);
  const add = async (path: string): Promise<void> => {
    if (texts.has(path)) return;
    const text = await readFile(join(folder, path), "utf8");
    texts.set(path, text);
    for (const [, chunk = ""] of text.matchAll(/"\.\/((?:chunks\/)?[\w-]+\.js)"/g))
      await add(`/${chunk.startsWith("chunks/") ? chunk : `chunks/${chunk}`}`);
  };
  await add("/feedback.js");
  return texts;
}

let files: Promise<ReadonlyMap<string, string>> | undefined;

/** Builds the panel's script and style as shipped, by path. */
export function bundled(): Promise<ReadonlyMap<string, string>> {
  files ??= build({
    entryPoints: [
      { in: join(project, "webview/src/feedback/main.tsx"), out: "feedback" },
      { in: join(project, "webview/src/feedback/styles.css"), out: "feedback" },
    ],
    outdir: "/",
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "chrome122",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
  }).then(({ outputFiles }) => new Map(outputFiles.map(({ path, text }) => [path, text])));
  return files;
}
