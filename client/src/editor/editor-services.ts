/** Features that an editor may provide for a file itself. */
export type EditorService = "folding" | "selection" | "outline";

/**
 * The features that VS Code's own services for JSON and Markdown also provide. A document's language, not its
 * extension, determines the service.
 */
const ownServices: Readonly<Record<string, readonly EditorService[]>> = {
  json: ["folding", "selection"],
  jsonc: ["folding", "selection"],
  markdown: ["folding", "selection", "outline"],
};

/**
 * Whether VS Code provides this feature itself. Its JSON outline contains every key, so it includes the navigation of
 * docs.json, but doesn't show the operations of a specification as such.
 */
export function isDoneByEditor(service: EditorService, languageId: string, path: string): boolean {
  if (ownServices[languageId]?.includes(service)) return true;
  return service === "outline" && /^jsonc?$/.test(languageId) && /(^|\/)docs\.json$/.test(path);
}
