import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { panelDocument } from "../../../server/src/feedback/panel/panel-document.ts";
import { parseMessage } from "../../../server/src/core/text/parse-message.ts";
import {
  fromOverview,
  type FromOverview,
  type OverviewView,
  type RuleView,
  type SiteView,
  type ToOverview,
} from "../../../webview/src/overview/overview-protocol.ts";
import { project } from "../../harness/source-files.ts";
import { themes } from "../feedback/editor-themes.ts";
import type { OpenPage } from "../open-page.ts";

/** The overview in a page as the editor shows it. */
export interface OverviewStage {
  readonly page: Page;
  readonly show: (view: OverviewView) => Promise<void>;
  /** The valid messages from the page, oldest first, without `ready`. */
  readonly sent: readonly FromOverview[];
  /** Requests, dialogs, and violations of the content security policy. */
  readonly events: () => Promise<readonly string[]>;
}

interface StageOptions {
  readonly width?: number;
  readonly theme?: keyof typeof themes;
}

const own = "https://overview.test";
const root = "file:///site";

export async function openOverview(
  openPage: OpenPage,
  first: OverviewView | undefined,
  { width = 1000, theme = "light" }: StageOptions = {},
): Promise<OverviewStage> {
  const files = await bundled();
  const page = await openPage({
    viewport: { width, height: 800 },
    colorScheme: /light/i.test(theme) ? "light" : "dark",
    reducedMotion: "reduce",
  });
  const sent: FromOverview[] = [];
  const events: string[] = [];
  let view = first;
  const post = async (): Promise<void> => {
    if (!view) return;
    const text = JSON.stringify(JSON.stringify({ kind: "show", root, view } satisfies ToOverview));
    await page.evaluate(`window.postMessage(JSON.parse(${text}), "*")`);
  };
  page.on("dialog", (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.context().exposeBinding("tellExtension", async (_, value: unknown) => {
    const message = parseMessage(fromOverview, value);
    if (message?.kind === "ready") await post();
    else if (message) sent.push(message);
  });
  await page.context().addInitScript(editorScript);
  await page.context().route("**/*", async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    if (origin !== own) events.push(`request ${route.request().url()}`);
    if (pathname === "/")
      return route.fulfill({ body: documentIn(theme), contentType: "text/html; charset=utf-8" });
    const body = files.get(pathname);
    if (body === undefined) return route.fulfill({ status: 404 });
    const contentType = pathname.endsWith(".css") ? "text/css" : "text/javascript";
    return route.fulfill({ body, contentType, headers: { "Access-Control-Allow-Origin": "*" } });
  });
  await page.goto(`${own}/`);
  await page.locator("main.dwo").waitFor();
  if (first?.kind === "site") await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    page,
    show: async (next) => {
      view = next;
      await post();
    },
    sent,
    events: async () => [...events, ...(await page.evaluate<string[]>("window.violations"))],
  };
}

function documentIn(theme: keyof typeof themes): string {
  const html = panelDocument({
    nonce: "once",
    script: "/overview.js",
    style: "/overview.css",
    language: { language: { tag: "en", locale: "en" }, texts: {} },
  });
  const colors = Object.entries(themes[theme]).map(([name, value]) => `--vscode-${name}: ${value};`);
  const bodyClass = {
    light: "vscode-light",
    dark: "vscode-dark",
    highContrast: "vscode-high-contrast",
    highContrastLight: "vscode-high-contrast-light vscode-high-contrast",
  }[theme];
  return html
    .replace("<head>", `<head><style nonce="once">:root { ${colors.join(" ")} }</style>`)
    .replace("<body>", `<body class="${bodyClass}">`);
}

/** Simulates the editor around the webview. */
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

let files: Promise<ReadonlyMap<string, string>> | undefined;

/** Builds the page's script and style as shipped, by path. */
function bundled(): Promise<ReadonlyMap<string, string>> {
  files ??= build({
    entryPoints: [
      { in: join(project, "webview/src/overview/main.tsx"), out: "overview" },
      { in: join(project, "webview/src/overview/overview.css"), out: "overview" },
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

export function ruleView(
  code: string,
  severity: RuleView["severity"],
  rest: Partial<RuleView> = {},
): RuleView {
  return {
    code,
    severity,
    severityLabel: severity,
    summary: `A problem of ${code}`,
    count: "1",
    fixLabel: "",
    places: [{ label: "docs.json:3", message: `The message of ${code}.` }],
    more: "",
    ...rest,
  };
}

/** A site with everything that the overview can show. */
export const harbor: SiteView = {
  kind: "site",
  name: "Berthline",
  facts: ["docs/docs.json", "mintlify profile"],
  progress: "",
  actions: [
    { action: "copy", label: "Copy as Markdown" },
    { action: "save", label: "Save as Markdown…" },
  ],
  pages: {
    heading: "Pages",
    counts: [
      { count: "24", label: "In the navigation" },
      { count: "12", label: "Generated from specifications" },
      { count: "3", label: "Not in the navigation" },
    ],
    menus: [
      {
        columns: ["Language", "Pages"],
        rows: [
          { name: "en", count: "24" },
          { name: "de", count: "7" },
        ],
      },
    ],
  },
  problems: {
    heading: "Problems",
    counts: [
      { severity: "error", label: "3 errors" },
      { severity: "warning", label: "14 warnings" },
      { severity: "information", label: "2 information" },
      { severity: "hint", label: "1 hint" },
    ],
    empty: "No problems found.",
    columns: {
      severity: "Severity",
      problem: "Problem",
      count: "Count",
      rule: "Rule",
      places: "First locations",
    },
    rules: [
      ruleView("nav/page-not-found", "error", {
        summary: "An entry for a page that doesn't exist",
        count: "3",
        places: [
          { label: "docs.json:14", message: "`guides/setup` doesn't exist." },
          { label: "docs.json:15", message: "`guides/usage` doesn't exist." },
          { label: "docs.json:31", message: "`reference` doesn't exist." },
        ],
      }),
      ruleView("link/wrong-case", "warning", {
        summary: "A link whose letter case doesn't match its page or file",
        count: "14",
        fixLabel: "Safe fix",
        places: [
          { label: "guides/start.mdx:9", message: "…" },
          { label: "guides/start.mdx:12", message: "…" },
          { label: "guides/webhooks/verify-signatures.mdx:40", message: "…" },
        ],
        more: "11 more",
      }),
      ruleView("openapi/spec-remote", "information", { count: "2" }),
      ruleView("nav/page-not-in-navigation", "hint"),
    ],
    fix: {
      action: "fix",
      label: "Fix All Safe Problems…",
      hint: "14 fixes in 6 files. You can review every edit before it's applied.",
    },
  },
  coverage: {
    heading: "API Coverage",
    empty: "",
    columns: ["Specification", "Operations in the navigation"],
    specifications: [
      { path: "openapi/berthline.yaml", title: "Berthline API", text: "28 of 29 shown", share: 28 / 29 },
      { path: "openapi/old.json", title: "", text: "This specification can't be read." },
    ],
    unfetched: [
      {
        url: "https://api.berthline.example/openapi.json",
        text: "This specification is on the web and hasn't been fetched.",
        fetch: "Fetch Specification",
      },
    ],
    actions: [{ action: "openCoverage", label: "Open API Coverage" }],
  },
  feedback: {
    heading: "Reader Feedback",
    text: "3 open comments. 340 helpful, 52 not helpful.",
    worst: {
      columns: ["Pages that need work", "Ratings", "Open comments"],
      rows: [
        {
          url: "/guides/start",
          title: "Start",
          ratings: "▲ 4 ▼ 16",
          spoken: "4 helpful, 16 not helpful.",
          comments: "2",
        },
      ],
    },
    actions: [{ action: "openFeedback", label: "Open Reader Feedback" }],
  },
};
