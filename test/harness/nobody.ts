import { chmodSync, chownSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Who else runs a process where the tests are run by root, which may read and write everything; undefined elsewhere. */
export const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

/** What lies in the folder belongs to whoever that is. */
export function giveToNobody(folder: string): void {
  if (nobody === undefined) return;
  chownSync(folder, nobody, nobody);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, name), nobody, nobody);
}

/** Others may look into the folder. */
export function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
}
