import type { SitePath } from "../../core/text/text-edit.ts";
import { textAt } from "../git.ts";

/** The text of a file below `root` at the last commit; undefined where git has none. */
export async function textAtHead(root: string, file: SitePath): Promise<string | undefined> {
  const found = await textAt(root, "HEAD", file);
  return found.ok ? found.value : undefined;
}
