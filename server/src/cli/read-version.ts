import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of this package: from `dist/cli.js` its package.json is one folder up, from the sources three. */
export function readVersion(): string {
  for (const way of ["..", "../../.."]) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(__dirname, way, "package.json"), "utf8"));
      if (isOurs(manifest)) return manifest.version;
    } catch {
      // Not there; look at the next place.
    }
  }
  return "unknown";
}

function isOurs(manifest: unknown): manifest is { readonly version: string } {
  return (
    typeof manifest === "object" &&
    manifest !== null &&
    "name" in manifest &&
    manifest.name === "docwright" &&
    "version" in manifest &&
    typeof manifest.version === "string"
  );
}
