import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The build replaces this name with the version. It isn't defined if the code runs from source. */
declare const docwrightVersion: string | undefined;

/** Returns the version of this package. If the code runs from source, reads it from package.json. */
export function readVersion(): string {
  if (typeof docwrightVersion === "string") return docwrightVersion;
  const manifest = readFileSync(join(__dirname, "../../../package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
