import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

/** Returns the first program with one of these names in a PATH folder. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const name of names)
    for (const folder of folders)
      for (const ending of endings) {
        const file = path.join(folder, name + ending);
        if (isProgram(file)) return file;
      }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
