import os from "node:os";
import path from "node:path";
import { sourceFiles } from "../test/harness/source-files.ts";
import { findAffectedTests, listChangedFiles } from "./test-files/affected-tests.ts";
import { getFilesLayer, layers, getChangeLayers, type Layer } from "./test-layers.ts";
import { runInLanes } from "./run-in-lanes.ts";
import { runLayer, type LayerResult } from "./run-layer.ts";
import { stopSignal } from "./stop-signal.ts";
import { readArguments } from "./read-arguments.ts";

/**
 * The maximum number of checks that run in parallel. Most checks use one processor, and the linter uses a gigabyte of
 * memory.
 */
const maxChecks = Math.min(2, os.availableParallelism());
const project = path.resolve(__dirname, "..");
const built = path.join(project, "dist");

async function main(): Promise<number> {
  const { values, positionals } = readArguments({
    help: `Usage: npm test [-- [options] [LAYER|FILE|FOLDER]…]

Runs every test layer, or only these layers and test files. Prints each layer
when it ends. The last line is "N passed, N failed".

Options:
  --changed         run the static checks, and the tests that may be affected by
                    the changes since the branch left main
  --without-editor  skip tests that need an editor or a browser
  --help            show this help

Layers: ${layers.map(({ name }) => name).join(", ")}`,
    options: {
      changed: { type: "boolean", default: false },
      "without-editor": { type: "boolean", default: false },
    },
    count: { min: 0 },
  });
  const files = positionals.filter((name) => name.includes("/"));
  const names = positionals.filter((name) => !files.includes(name));
  const unknown = names.filter((name) => !layers.some((layer) => layer.name === name));
  if (unknown.length > 0)
    throw new Error(`Can’t find layer ${unknown.join(", ")}. Layers: ${layers.map(({ name }) => name).join(", ")}.`);
  const available = values.changed ? await findChangedLayers() : layers;
  const requestedLayers = [
    ...available.filter(({ name }) => positionals.length === 0 || names.includes(name)),
    ...(files.length > 0 ? [getFilesLayer(files)] : []),
  ];
  const chosenLayers = requestedLayers.filter(({ needs }) => needs !== "editor" || !values["without-editor"]);
  const stop = stopSignal();
  const total = { passed: 0, failed: 0 };
  const env: Record<string, string> = {};
  const run = async (layer: Layer) => {
    const result = await runLayer(layer, stop, env);
    print(layer, result);
    total.passed += result.passed;
    total.failed += result.failed;
    // All subsequent layers use this build.
    if (layer.name === "build" && result.failed === 0) env["DOCWRIGHT_BUILT"] = built;
  };
  const createTasks = (layers: readonly Layer[]) => layers.map((layer) => () => run(layer));
  await runInLanes(createTasks(chosenLayers.filter(({ isStatic }) => isStatic)), maxChecks, stop);
  // Tests in an editor or a browser wait for it half of the time, so other tests run at the same time.
  const tests = chosenLayers.filter(({ isStatic }) => !isStatic);
  const inEditor = tests.filter(({ needs }) => needs === "editor");
  const others = tests.filter((layer) => !inEditor.includes(layer));
  await Promise.all([inEditor, others].map((layers) => runInLanes(createTasks(layers), 1, stop)));
  for (const { name } of requestedLayers.filter((layer) => !chosenLayers.includes(layer)))
    console.log(
      `${name.padEnd(8)} not run, because of --without-editor: nothing was tested in a real ${name === "editor" ? name : "browser"}.`,
    );
  if (stop.aborted) console.log("Stopped before the end.");
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || stop.aborted ? 1 : 0;
}

/** Returns the layers that the changes since `main` affect, and prints the number of changed and test files. */
async function findChangedLayers(): Promise<readonly Layer[]> {
  const changed = await listChangedFiles(project);
  if (changed.length === 0) return [];
  const tests = findAffectedTests(changed, sourceFiles());
  console.log(`${changed.length} changed files affect ${tests.files.length} test files.`);
  return getChangeLayers(tests);
}

function print({ name }: Layer, { passed, failed, skipped, milliseconds, output }: LayerResult): void {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  const mark = failed > 0 ? "FAILED" : "ok";
  console.log(`${name.padEnd(8)} ${mark.padEnd(6)} ${counts} · ${(milliseconds / 1000).toFixed(1)} s`);
  if (failed > 0) console.log(`\n${output.trim().replace(/^/gm, "    ")}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
