// npm test [-- LAYER|FILE|FOLDER …] [-- --without-editor]: every test layer in order, or those test files, ending with
// the line "N passed, N failed".
import { parseArgs } from "node:util";
import { layerOfFiles, layers } from "./test-layers.ts";
import { runLayer } from "./run-layer.ts";
import { stopSignal } from "./stop-signal.ts";

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "without-editor": { type: "boolean", default: false } },
  });
  const files = positionals.filter((name) => name.includes("/"));
  const names = positionals.filter((name) => !files.includes(name));
  const unknown = names.filter((name) => !layers.some((layer) => layer.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no layer ${unknown.join(", ")}. Layers: ${layers.map(({ name }) => name).join(", ")}.`,
    );
  const asked = [
    ...layers.filter(({ name }) => positionals.length === 0 || names.includes(name)),
    ...(files.length > 0 ? [layerOfFiles(files)] : []),
  ];
  const chosen = asked.filter(({ needs }) => needs !== "editor" || !values["without-editor"]);
  const stop = stopSignal();
  const total = { passed: 0, failed: 0 };
  for (const layer of chosen) {
    process.stdout.write(`${layer.name.padEnd(8)} `);
    const result = await runLayer(layer, stop);
    const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
    const mark = result.failed > 0 ? "FAILED" : "ok";
    console.log(
      `${mark.padEnd(6)} ${result.passed} passed, ${result.failed} failed${skipped} · ${(result.milliseconds / 1000).toFixed(1)} s`,
    );
    if (result.failed > 0) console.log(`\n${result.output.trim().replace(/^/gm, "    ")}\n`);
    total.passed += result.passed;
    total.failed += result.failed;
    if (stop.aborted) break;
  }
  for (const { name } of asked.filter((layer) => !chosen.includes(layer)))
    console.log(
      `${name.padEnd(8)} NOT RUN, as asked: nothing was tried in a real ${name === "editor" ? name : "browser"}.`,
    );
  if (stop.aborted) console.log("Stopped before the end.");
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || stop.aborted ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
