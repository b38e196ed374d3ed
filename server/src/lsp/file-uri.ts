import { join, normalize, sep } from "node:path";
import { URI } from "vscode-uri";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import type { Session } from "./session.ts";

/**
 * The absolute path that a URI names on this machine, the same for every spelling of the URI (`c%3A` and `C:`,
 * escaped or not). Undefined for all that is no file here: `untitled:`, `git:`, `vscode-vfs:`, other hosts.
 */
export function pathOfUri(uri: string): string | undefined {
  let parsed: URI;
  try {
    parsed = URI.parse(uri, true);
  } catch {
    return undefined;
  }
  if (parsed.scheme !== "file" || parsed.path.includes("\0")) return undefined;
  if (parsed.authority !== "" && process.platform !== "win32") return undefined;
  const path = normalize(parsed.fsPath);
  return path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
}

export function uriOfPath(path: string): string {
  return URI.file(path).toString();
}

/** The URI of a file of a site, as the editor writes it when the file is open. */
export function uriOf({ site, path }: SitePlace, { documents }: Session): string {
  const absolute = join(site.root, path);
  return documents.get(absolute)?.uri ?? uriOfPath(absolute);
}
