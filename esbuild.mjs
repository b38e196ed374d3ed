// Bundles everything that ships. `node esbuild.mjs [DIR]` builds once, into DIR (default: `dist`). With `--watch`,
// rebuilds on each change.
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { asCommonJs } from "./tools/build/as-common-js.mjs";
import { bundleSpecValidators, validatorSources } from "./tools/build/bundle-spec-validators.mjs";
import { jsonrpcMessages } from "./tools/build/jsonrpc-messages.mjs";
import { reduceGarbageCollection } from "./tools/build/garbage-collection.mjs";
import { lazyChunks } from "./tools/build/lazy-chunks.mjs";
import { loadedOnCall, loadOnCall } from "./tools/build/load-on-call.mjs";
import { noEvaluation } from "./tools/build/no-evaluation.mjs";
import { packJson } from "./tools/build/pack-json.mjs";
import { plainVscode } from "./tools/build/plain-vscode.mjs";
import { pureCalls } from "./tools/build/pure-calls.mjs";
import { packGrammars } from "./tools/build/pack-grammars.mjs";
import { packRulePages } from "./tools/build/pack-rule-pages.mjs";
import { writeSchemas } from "./tools/build/write-schemas.mjs";
import { packTranslations } from "./tools/build/pack-translations.mjs";
import { thirdPartyNotices } from "./tools/build/third-party-notices.mjs";

const production = !process.argv.includes("--watch");
if (production) reduceGarbageCollection();
const requestedFolder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const target = path.resolve(requestedFolder ?? "dist");
/**
 * A single build of `dist` replaces the folder when it's complete, because editors and tests may be running the
 * previous build.
 */
const isReplaced = production && requestedFolder === undefined;
const outdir = isReplaced ? path.resolve("out", `build-${process.pid}`) : target;
const { version } = JSON.parse(await readFile("package.json", "utf8"));

/**
 * Both targets support `\p{…}`. By default, esbuild replaces a literal such as `/\p{L}/u` with a call of `RegExp`, which
 * takes more time and space.
 */
const supported = { "regexp-unicode-property-escapes": true };

/** The UMD entry point of jsonc-parser doesn't work in a bundle for Node.js, so `module` comes before `main`. */
const node = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  supported,
  mainFields: ["module", "main"],
  // Without this alias, acorn-jsx would add a second copy of acorn to the bundle with `require`.
  alias: { acorn: fileURLToPath(import.meta.resolve("acorn")) },
  minify: production,
  legalComments: "none",
  metafile: true,
  plugins: [noEvaluation, bundleSpecValidators, pureCalls, plainVscode, jsonrpcMessages],
  logLevel: "warning",
};

/**
 * The options for code that runs in a page, which is either a webview of the editor or a browser tab. Parts that only a
 * few pages need, or that several pages share, are separate chunks.
 */
const page = {
  bundle: true,
  platform: "browser",
  format: "esm",
  splitting: true,
  target: "chrome122",
  supported,
  jsx: "automatic",
  jsxImportSource: "preact",
  chunkNames: "chunks/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  loader: { ".woff2": "file", ".woff": "empty", ".ttf": "empty" },
  define: { "process.env.NODE_ENV": '"production"' },
  minify: production,
  legalComments: "none",
  metafile: true,
  plugins: [noEvaluation, pureCalls],
  logLevel: "warning",
};

const builds = [
  {
    ...node,
    entryPoints: { client: "client/src/extension.ts" },
    outdir,
    external: ["vscode"],
    plugins: [
      ...node.plugins,
      lazyChunks({
        playground: "playground",
        "feedback-controller": "feedback",
        "server-connection": "connection",
        "overview-panels": "overview",
        explain: "explain",
        "create-config": "create-config",
      }),
    ],
  },
  {
    ...node,
    entryPoints: { playground: "client/src/playground/playground.ts" },
    outdir: path.join(outdir, "client"),
    external: ["vscode"],
  },
  {
    ...node,
    entryPoints: { feedback: "client/src/feedback/feedback-controller.ts" },
    outdir: path.join(outdir, "client"),
    external: ["vscode"],
  },
  {
    ...node,
    entryPoints: { overview: "client/src/overview/overview-panels.ts" },
    outdir: path.join(outdir, "client"),
    external: ["vscode"],
  },
  {
    ...node,
    entryPoints: {
      explain: "client/src/explain/explain.ts",
      "create-config": "client/src/new-site/create-config.ts",
    },
    outdir: path.join(outdir, "client"),
    external: ["vscode"],
  },
  {
    ...node,
    entryPoints: { connection: "client/src/server-connection.ts" },
    outdir: path.join(outdir, "client"),
    external: ["vscode"],
  },
  // The language server and the command line share the code of the engine.
  {
    ...node,
    format: "esm",
    splitting: true,
    entryPoints: { server: "server/src/main.ts", cli: "server/src/cli.ts" },
    define: { docwrightVersion: JSON.stringify(version) },
    chunkNames: "engine/[name]-[hash]",
    outdir,
    write: false,
    plugins: [...node.plugins, loadOnCall, asCommonJs],
  },
  { ...node, entryPoints: loadedOnCall, outdir },
  { ...node, entryPoints: { "stall-worker": "server/src/lsp/watchdog/stall-worker.ts" }, outdir },
  { ...node, entryPoints: { "spec-worker": "server/src/workspace/specs/spec-worker.ts" }, outdir },
  { ...node, entryPoints: { "spec-validation": "server/src/workspace/specs/spec-validation.ts" }, outdir },
  { ...node, entryPoints: { "convert-worker": "server/src/workspace/specs/convert-worker.ts" }, outdir },
  { ...node, entryPoints: { "mdx-worker": "server/src/workspace/mdx/mdx-worker.ts" }, outdir },
  { ...node, entryPoints: { "render-worker": "server/src/workspace/preview/render-worker.ts" }, outdir },
  {
    ...node,
    entryPoints: { "response-worker": "server/src/workspace/playground/response-worker.ts" },
    outdir,
  },
  {
    ...page,
    entryPoints: [
      { in: "webview/src/main.tsx", out: "preview" },
      { in: "webview/src/preview.css", out: "preview" },
      { in: "webview/src/feedback/panel-app.tsx", out: "feedback" },
      { in: "webview/src/feedback/styles.css", out: "feedback" },
      { in: "webview/src/overview/overview-app.tsx", out: "overview" },
      { in: "webview/src/overview/overview.css", out: "overview" },
    ],
    outdir: path.join(outdir, "webview"),
  },
  // The script that runs in the frame of a component. The host inserts the script's text into the sandbox.
  {
    ...page,
    splitting: false,
    format: "iife",
    entryPoints: { "sandbox/run-component": "webview/src/sandbox/run-component.ts" },
    outdir: path.join(outdir, "webview"),
  },
];

const icons = packJson("server/icons", path.join(outdir, "icons"));
await packTranslations("webview/translations", path.join(outdir, "webview", "translations"));
await packTranslations("server/translations", path.join(outdir, "translations"));
await writeSchemas(path.join(outdir, "schemas"));
await packRulePages("docs/rules", outdir);
await packGrammars(outdir);
await icons;
const contexts = await Promise.all(builds.map((options) => context(options)));
if (production) {
  // esbuild has already printed the errors, and its stack trace doesn't contain any more information.
  const results = await Promise.all(contexts.map((build) => build.rebuild())).catch(async () => {
    if (isReplaced) await rm(outdir, { recursive: true, force: true });
    process.exit(1);
  });
  await writeFile(
    path.join(outdir, "THIRD_PARTY_NOTICES.txt"),
    await thirdPartyNotices(
      results.map(({ metafile }) => metafile),
      "server/icons",
      validatorSources,
    ),
  );
  await Promise.all(contexts.map((build) => build.dispose()));
  if (isReplaced) await replaceFolder(target, outdir);
} else {
  await Promise.all(contexts.map((build) => build.watch()));
}

/** Moves a folder to a path. Removes the folder that was there. */
async function replaceFolder(folder, replacement) {
  const previous = `${replacement}-previous`;
  await rename(folder, previous).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(replacement, folder).catch(async (error) => {
    await rename(previous, folder).catch(() => undefined);
    throw error;
  });
  await rm(previous, { recursive: true, force: true });
}
