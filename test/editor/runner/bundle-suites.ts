import path from "node:path";
import { build } from "esbuild";

const editorTests = path.resolve(__dirname, "..");

/**
 * Bundles the suites into one module that exports `run`, because the extension host can't run TypeScript. Returns the
 * module's path.
 */
export async function bundleSuites(suites: readonly string[], outfile: string): Promise<string> {
  // The suites are loaded one at a time inside `run`, because `describe` and `it` exist only after Mocha has been
  // loaded.
  const loads = suites.map((suite) => `() => import(${JSON.stringify(`./suites/${suite}.ts`)})`);
  const entry = `import { runSuites } from "./in-host/run-suites.ts";\nexport const run = () => runSuites([${loads.join(", ")}]);\n`;
  await build({
    stdin: { contents: entry, resolveDir: editorTests, sourcefile: "run.ts", loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    mainFields: ["module", "main"],
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}
