import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { bundleSpecValidators } from "../build/bundle-spec-validators.mjs";

export interface BundleOptions {
  /** Absolute path of the project. */
  readonly project: string;
  /** Paths of test files in it. */
  readonly files: readonly string[];
  /** The folder where the bundle stands, and what the product keeps beside itself: its workers, schemas, icons. */
  readonly folder: string;
}

/**
 * Bundles test files with what they test into one script, of which each file runs when it is asked for. Much sooner
 * ready than compiling every module in every process, and as fast as what ships. Gives the script's path.
 */
export async function bundleTests({ project, files, folder }: BundleOptions): Promise<string> {
  const serveFiles = path.join(__dirname, "serve-files.ts");
  const outfile = path.join(folder, "tests.js");
  const loads = files.map(
    (file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`,
  );
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
    // As in esbuild.mjs.
    mainFields: ["module", "main"],
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
    external: ["mocha", "esbuild", "playwright-core", "vscode"],
    plugins: [bundleSpecValidators, ownPlace(project, folder)],
  });
  return outfile;
}

/** A module goes on knowing where it stands; what ships takes itself to be in the built folder, beside its workers. */
function ownPlace(project: string, folder: string): Plugin {
  return {
    name: "own-place",
    setup(bundle) {
      bundle.onLoad({ filter: /\.m?[jt]s$/ }, async ({ path: file }) => {
        const inProject = path.relative(project, file);
        if (inProject.startsWith("..") || inProject.includes("node_modules")) return undefined;
        const text = await readFile(file, "utf8");
        if (!/__dirname|__filename|import\.meta/.test(text)) return undefined;
        const ships = inProject.startsWith("server") && !file.endsWith(".test.ts");
        const place = ships ? path.join(folder, `${path.parse(file).name}.js`) : file;
        const own = (value: string) => JSON.stringify(value);
        const names = `const __filename = ${own(place)}, __dirname = ${own(path.dirname(place))};`;
        return {
          // In the first line, so that the others keep their numbers.
          contents: `${/__(dir|file)name/.test(text) ? names : ""}${text
            .replace(/import\.meta\.dirname/g, () => own(path.dirname(place)))
            .replace(/import\.meta\.filename/g, () => own(place))
            .replace(/import\.meta\.url/g, () => own(pathToFileURL(place).href))}`,
          loader: file.endsWith("ts") ? "ts" : "js",
        };
      });
    },
  };
}
