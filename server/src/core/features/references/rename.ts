import { toJsonString } from "../../config/json/json-edit.ts";
import type { Site } from "../../site/site.ts";
import { createMessage, isBlank, type Refusal, refuse } from "../../text/message.ts";
import { type SitePath, addEdits, type EditsByFile } from "../../text/text-edit.ts";
import { emptyTitleMessage } from "../navigation/check-changes.ts";
import { findAnchorLocation } from "./find-definitions.ts";
import { renameAnchor, renameComponentAnchor } from "./rename-heading.ts";
import {
  findElementId,
  getLocalName,
  renameExport,
  renameLocal,
  renameLocalInCode,
  type SiteRenameStart,
} from "./rename-targets.ts";
import { getVariableKeys, findVariableReferences } from "./symbol-at.ts";

export type RenameOutcome =
  | { readonly ok: true; readonly edits: EditsByFile }
  /** The reason why the rename isn't possible, and how to proceed. */
  | Refusal;

/**
 * Renames the symbol at an offset and all of its references. Returns undefined for pages and files, because these are
 * renamed by moving them (`planMove`).
 */
export function renameSymbol(
  site: Site,
  file: SitePath,
  { occurrence, range }: SiteRenameStart,
  newName: string,
  readText: (file: SitePath) => string | undefined,
): RenameOutcome | undefined {
  const { symbol } = occurrence;
  const localName = getLocalName(occurrence);
  if (localName !== undefined) {
    const page = site.references.get(file);
    return page
      ? renameLocal(page, localName, newName)
      : renameLocalInCode(file, readText(file) ?? "", localName, newName);
  }
  switch (symbol.kind) {
    case "page":
    case "file":
      return undefined;
    case "anchor": {
      const ownPage = site.references.get(findAnchorLocation(site, symbol.file, symbol.id)?.file ?? symbol.file);
      if (!ownPage) return undefined;
      const id = findElementId(site, file, occurrence, range);
      return id === undefined
        ? renameAnchor(site, ownPage, symbol.id, newName)
        : renameComponentAnchor(site, ownPage, id, newName);
    }
    case "export":
      return renameExport(site, symbol.file, symbol.name, newName, readText);
    case "variable":
      return renameVariable(site, symbol.name, newName);
    case "label":
      if (isBlank(newName)) return refuse(emptyTitleMessage);
      return {
        ok: true,
        edits: new Map([[symbol.location.file, [{ range: symbol.location.range, newText: toJsonString(newName) }]]]),
      };
  }
}

function renameVariable(site: Site, name: string, newName: string): RenameOutcome {
  if (!/^[\w.-]{1,200}$/.test(newName))
    return refuse(
      createMessage("A variable name can contain only letters, digits, periods, hyphens, and underscores."),
    );
  if (newName !== name && getVariableKeys(site, newName).length > 0)
    return refuse(createMessage("docs.json already defines the variable {0}. Choose another name.", newName));
  const edits: EditsByFile = new Map();
  for (const { file, range } of getVariableKeys(site, name))
    addEdits(edits, file, [{ range, newText: toJsonString(newName) }]);
  for (const { location } of findVariableReferences(site, name))
    addEdits(edits, location.file, [{ range: location.range, newText: newName }]);
  return { ok: true, edits };
}
