import { chmodSync, chownSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The user ID for unprivileged processes if the tests run as root, which can read and write all files. Undefined if the
 * tests don't run as root.
 */
export const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

/** Makes the unprivileged user the owner of the folder's content. */
export function giveToNobody(folder: string): void {
  if (nobody === undefined) return;
  chownSync(folder, nobody, nobody);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, name), nobody, nobody);
}

/** Makes the folder readable by other users. */
export function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
}
