import { readFileSync } from "node:fs";
import path from "node:path";
import { packageExtension } from "./package-extension.ts";
import { readArguments } from "./read-arguments.ts";

readArguments({
  help: `Usage: npm run package

Packs the built extension as docwright-<version>.vsix.

Options:
  --help  show this help`,
  options: {},
  count: { min: 0, max: 0 },
});

const project = path.resolve(__dirname, "..");
const { version } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
  version: string;
};
const outfile = path.join(project, `docwright-${version}.vsix`);

packageExtension(outfile).then(
  () => console.log(outfile),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
