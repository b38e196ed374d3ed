import assert from "node:assert/strict";
import { build } from "esbuild";
import { bundleComponent } from "../../../server/src/core/preview/interpret/bundle-component.ts";
import { createRunnableScript } from "../../../server/src/workspace/preview/component-sandbox.ts";
import { projectFolder } from "./payload-views.ts";

type RunnableScript = ReturnType<typeof createRunnableScript>;

/** Returns the script of a component file and the script's hash, in the form in which the host sends them. */
export async function componentScript(file: string, text: string): Promise<RunnableScript> {
  const bundled = bundleComponent(file, new Map([[file, text]]));
  assert.ok(bundled.kind === "script");
  return createRunnableScript(await sandboxScript(), bundled.text);
}

/** Does the same as `componentScript`, but for JavaScript that isn't compiled and runs as its own module. */
export async function plainScript(code: string): Promise<RunnableScript> {
  const table = `{"a.js": [{}, function (module, exports, require, free) {\n${code}\n}]}`;
  return createRunnableScript(await sandboxScript(), `docwright.begin("a.js", ${table});`);
}

async function sandboxScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${projectFolder}/webview/src/sandbox/run-component.ts`],
    bundle: true,
    format: "iife",
    write: false,
    jsxImportSource: "preact",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
