// Bundles everything that ships. `node esbuild.mjs` builds once, `--watch` rebuilds on change.
import { rm, writeFile } from "node:fs/promises";
import { context } from "esbuild";
import { noEvaluation } from "./tools/build/no-evaluation.mjs";
import { thirdPartyNotices } from "./tools/build/third-party-notices.mjs";

const production = !process.argv.includes("--watch");

/** jsonc-parser's UMD entry does not survive bundling for node, so `module` comes before `main`. */
const node = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  mainFields: ["module", "main"],
  minify: production,
  legalComments: "none",
  metafile: true,
  plugins: [noEvaluation],
  logLevel: "warning",
};

const builds = [
  { ...node, entryPoints: { client: "client/src/extension.ts" }, outdir: "dist", external: ["vscode"] },
  { ...node, entryPoints: { server: "server/src/main.ts" }, outdir: "dist" },
  { ...node, entryPoints: { "spec-worker": "server/src/workspace/spec-worker.ts" }, outdir: "dist" },
  { ...node, entryPoints: { cli: "server/src/cli.ts" }, outdir: "dist" },
];

if (production) await rm("dist", { recursive: true, force: true });
const contexts = await Promise.all(builds.map((options) => context(options)));
if (production) {
  // esbuild has said what is wrong; its stack tells nothing more.
  const results = await Promise.all(contexts.map((build) => build.rebuild())).catch(() => process.exit(1));
  await writeFile(
    "dist/THIRD_PARTY_NOTICES.txt",
    await thirdPartyNotices(results.map(({ metafile }) => metafile)),
  );
  await Promise.all(contexts.map((build) => build.dispose()));
} else {
  await Promise.all(contexts.map((build) => build.watch()));
}
