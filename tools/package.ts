// npm run package: packs the built extension as docwright-<version>.vsix.
import { readFileSync } from "node:fs";
import path from "node:path";
import { packageExtension } from "./package-extension.ts";

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
