import type { PageChange } from "../../../../webview/src/protocol.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { changedFiles } from "../changed-files.ts";
import { filesAt } from "../git.ts";

/** The files below `root` on the disk that are others than at the last commit; none where git has no commit. */
export async function changedAtHead(root: string): Promise<ReadonlyMap<SitePath, PageChange>> {
  const [changed, kept] = await Promise.all([changedFiles(root, "HEAD"), filesAt(root, "HEAD")]);
  if (!changed.ok || !kept.ok) return new Map();
  const before = new Set(kept.value.map(({ path }) => path));
  return new Map([...changed.value].map((path) => [path, before.has(path) ? "changed" : "added"]));
}
