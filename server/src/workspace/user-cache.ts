import { homedir } from "node:os";
import { join } from "node:path";

/** Where Docwright keeps what only saves time or traffic, for this user: `~/.cache/docwright`. */
export function userCacheFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const base = environment["XDG_CACHE_HOME"];
  return join(base?.startsWith("/") ? base : join(homedir(), ".cache"), "docwright");
}
