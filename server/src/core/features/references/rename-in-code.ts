import { namesOfImport } from "../../page/imports.ts";
import { findExports, scriptSources } from "../../page/scan-script.ts";
import { findExportedVariable, type NamesInCode, readNames } from "../../page/syntax/names-in-code.ts";
import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";

export type CodeRename =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  /** A sentence that explains why the rename isn't possible and how to fix that. */
  | { readonly ok: false; readonly reason: string };

export const needsCapital =
  "Only names that start with a capital letter can be used as tags. Start the name with a capital letter.";

/** Renames an export in its own code file. If only the export has the name, the variable's name stays the same. */
export function renameExportInCode(
  file: SitePath,
  text: string,
  { start, end }: TextRange,
  newName: string,
): CodeRename {
  if (findExports(text).some(({ name }) => name === newName)) return isTaken(file, newName);
  const name = text.slice(start, end);
  const names = readNames(text);
  if (!names) return cannotParse(file, name);
  if (findExportedVariable(names, start)) return renameInModule(file, names, name, newName, start);
  const isPassedOn = scriptSources(text)
    .flatMap(({ clause }) => namesOfImport(text, clause))
    .some(({ importedRange }) => importedRange?.start === start);
  const isListed = isPassedOn || names.nameAt(start)?.range.start === start;
  const newText = isListed ? `${name} as ${newName}` : newName;
  return { ok: true, edits: [{ range: { start, end }, newText }] };
}

/** Renames a top-level variable, function, class, or import in a code file. */
export function renameVariable(file: SitePath, text: string, name: string, newName: string): CodeRename {
  const names = readNames(text);
  return names ? renameInModule(file, names, name, newName) : cannotParse(file, name);
}

/** Properties and exports of that name stay the same, except for the export at `renamedExport`. */
function renameInModule(
  file: SitePath,
  names: NamesInCode,
  name: string,
  newName: string,
  renamedExport?: number,
): CodeRename {
  if (names.find(newName).length > 0) return isTaken(file, newName);
  const own = names.find(name).filter(({ isLocal }) => !isLocal);
  if (!own.some(({ isDeclaration }) => isDeclaration)) return cannotParse(file, name);
  if (/^[a-z]/.test(newName) && own.some(({ kind }) => kind === "tag"))
    return { ok: false, reason: needsCapital };
  // `__proto__: x` sets the prototype instead of a property.
  const key = name === "__proto__" ? '["__proto__"]' : name;
  const edits = own.map(({ kind, range }): TextEdit => {
    if (kind === "property") return { range, newText: `${key}: ${newName}` };
    const keepsExport = kind === "export" && range.start !== renamedExport;
    return { range, newText: keepsExport ? `${newName} as ${name}` : newName };
  });
  return { ok: true, edits };
}

function isTaken(file: SitePath, newName: string): CodeRename {
  return { ok: false, reason: `${file} already uses the name ${newName}. Choose another name.` };
}

function cannotParse(file: SitePath, name: string): CodeRename {
  return {
    ok: false,
    reason: `Docwright can't parse ${file} as JavaScript, so it can't find every use of ${name} there. Check the syntax of the file, and then try again.`,
  };
}
