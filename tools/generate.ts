import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createFiles } from "./rule-docs.ts";
import { readArguments } from "./read-arguments.ts";

async function main(): Promise<void> {
  readArguments({
    help: `Usage: npm run generate

Writes the files that are generated from the rules. A test reports when they're
out of date.

Options:
  --help  show this help`,
    options: {},
    count: { min: 0, max: 0 },
  });
  const project = path.resolve(__dirname, "..");
  await rm(path.join(project, "docs/rules"), { recursive: true, force: true });
  for (const [name, text] of createFiles()) {
    const file = path.join(project, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
