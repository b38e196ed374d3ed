import { chmodSync, chownSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The user ID for unprivileged processes if the tests run as root, which can read and write all files. Undefined if the
 * tests don't run as root.
 */
export const unprivilegedUser = process.getuid?.() === 0 ? 65_534 : undefined;

/** Makes the unprivileged user the owner of the folder's content. */
export function removeOwnerAccess(folder: string): void {
  if (unprivilegedUser === undefined) return;
  chownSync(folder, unprivilegedUser, unprivilegedUser);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, name), unprivilegedUser, unprivilegedUser);
}

/** Makes the folder readable by other users. */
export function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
}
