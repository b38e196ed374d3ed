import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

/** Writes the JSON schemas that core generates from its tables to `folder`. */
export async function writeSchemas(folder) {
  const { outputFiles } = await build({
    entryPoints: ["tools/build/published-schemas.ts"],
    bundle: true,
    write: false,
    format: "esm",
    mainFields: ["module", "main"],
    logLevel: "warning",
  });
  const [{ text }] = outputFiles;
  const { getPublishedSchemas } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  await mkdir(folder, { recursive: true });
  for (const [name, schema] of getPublishedSchemas()) await writeFile(path.join(folder, name), JSON.stringify(schema));
}
