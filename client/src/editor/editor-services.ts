/** What an editor may do with a file by itself. */
export type EditorService = "folding" | "selection" | "outline";

/**
 * What VS Code's own services for JSON and Markdown do as well. Whatever a document's ending, its language says who
 * speaks of it.
 */
const ownServices: Readonly<Record<string, readonly EditorService[]>> = {
  json: ["folding", "selection"],
  jsonc: ["folding", "selection"],
  markdown: ["folding", "selection", "outline"],
};

/** Whether VS Code does this by itself. Its outline of JSON has every key, so the navigation of docs.json is in it; operations of a specification are not told apart there. */
export function isDoneByEditor(service: EditorService, languageId: string, path: string): boolean {
  if (ownServices[languageId]?.includes(service)) return true;
  return service === "outline" && /^jsonc?$/.test(languageId) && /(^|\/)docs\.json$/.test(path);
}
