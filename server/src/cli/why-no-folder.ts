import { readdirSync } from "node:fs";
import { visibleText } from "./visible-text.ts";

/** Why a folder cannot be checked, as the end of one line; undefined when it can. */
export function whyNoFolder(folder: string, written: string): string | undefined {
  try {
    readdirSync(folder);
    return undefined;
  } catch (error) {
    const name = visibleText(written);
    switch (error instanceof Error && "code" in error ? error.code : undefined) {
      case "ENOENT":
        return `there is no folder ${name}.`;
      case "ENOTDIR":
        return `${name} is a file; name the folder that holds docs.json.`;
      case "EACCES":
      case "EPERM":
        return `the folder ${name} may not be read by this user.`;
      default:
        return `the folder ${name} cannot be read.`;
    }
  }
}
