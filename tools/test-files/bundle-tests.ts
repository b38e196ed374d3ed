import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { bundleSpecValidators } from "../build/bundle-spec-validators.mjs";
import { reduceGarbageCollection } from "../build/garbage-collection.mjs";

export interface BundleOptions {
  /** The absolute path of the project. */
  readonly project: string;
  /** Paths of test files, relative to the project. */
  readonly files: readonly string[];
  /**
   * The folder that contains the bundle and the files that the product expects next to itself: its workers, schemas,
   * and icons.
   */
  readonly folder: string;
  /** Additional esbuild plugins. */
  readonly plugins?: readonly Plugin[];
  /** Code to insert before the bundle's own code. */
  readonly banner?: string;
}

/**
 * Bundles test files and the code they test into one script, which runs each file on request, and returns the script's
 * path. Starting the script is much faster than compiling every module in every process, and the script runs as fast as
 * the shipped code.
 */
export async function bundleTests({
  project,
  files,
  folder,
  plugins = [],
  banner = "",
}: BundleOptions): Promise<string> {
  // The tests, which run in child processes, also use esbuild.
  reduceGarbageCollection();
  const serveFiles = path.join(__dirname, "serve-files.ts");
  const outfile = path.join(folder, "tests.js");
  const loads = files.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`);
  await build({
    stdin: {
      contents: `require(${JSON.stringify(serveFiles)}).serveFiles({\n${loads.join("\n")}\n});`,
      resolveDir: project,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    // The same setting as in esbuild.mjs.
    mainFields: ["module", "main"],
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
    external: ["mocha", "esbuild", "playwright-core", "vscode"],
    banner: { js: banner },
    plugins: [...plugins, bundleSpecValidators, createPlacePlugin(project, folder)],
  });
  return outfile;
}

/**
 * An esbuild plugin that preserves each module's own path. Shipped code resolves paths from the build folder, next to
 * its workers.
 */
function createPlacePlugin(project: string, folder: string): Plugin {
  return {
    name: "own-place",
    setup(bundle) {
      bundle.onLoad({ filter: /\.m?[jt]s$/ }, async ({ path: file }) => {
        const inProject = path.relative(project, file);
        if (inProject.startsWith("..") || inProject.includes("node_modules")) return undefined;
        const text = await readFile(file, "utf8");
        if (!/__dirname|__filename|import\.meta/.test(text)) return undefined;
        const isBundled = inProject.startsWith("server") && !file.endsWith(".test.ts");
        const outputFile = isBundled ? path.join(folder, `${path.parse(file).name}.js`) : file;
        const quote = (value: string) => JSON.stringify(value);
        const names = `const __filename = ${quote(outputFile)}, __dirname = ${quote(path.dirname(outputFile))};`;
        return {
          // The names are inserted in the first line to preserve the line numbers of the other lines.
          contents: `${/__(dir|file)name/.test(text) ? names : ""}${text
            .replace(/import\.meta\.dirname/g, () => quote(path.dirname(outputFile)))
            .replace(/import\.meta\.filename/g, () => quote(outputFile))
            .replace(/import\.meta\.url/g, () => quote(pathToFileURL(outputFile).href))}`,
          loader: file.endsWith("ts") ? "ts" : "js",
        };
      });
    },
  };
}
