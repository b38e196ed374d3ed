import { parseImportNames } from "../../page/imports.ts";
import type { PageReferences } from "../../page/page.ts";
import { findExports, findScriptImports } from "../../page/scan-script.ts";
import { findExportedVariable, type NamesInCode, readNames } from "../../page/syntax/names-in-code.ts";
import { indexImportsByName } from "../../site/pages/imports.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import { type Site, getFileText } from "../../site/site.ts";
import {
  applyFileEdits,
  type EditedFiles,
  getUndoEdits,
  type SitePath,
  type TextEdit,
  type TextRange,
  addEdits,
  type EditsByFile,
} from "../../text/text-edit.ts";
import { findAnchorLocation, isSameFragment } from "./find-definitions.ts";
import {
  findFileExportingAll,
  findFileWithMember,
  findFileWithUnlocatedImport,
  findExportReferences,
  findNameReferences,
  findCodeImports,
  findLocalName,
} from "./find-references.ts";
import type { RenameOutcome } from "./rename.ts";
import { findSymbolAt, type SiteSymbol, type SiteSymbolOccurrence } from "./symbol-at.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";

export type CodeRename =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  /** The reason why the rename isn't possible, and how to fix the problem. */
  | Refusal;

const capitalMessage = createMessage(
  "Only names that start with a capital letter can be used as tags. Start the name with a capital letter.",
);

/**
 * Renames an export in the code file that declares it. If the variable has a different name than the export, the
 * variable isn't renamed.
 */
function renameExportInCode(file: SitePath, text: string, { start, end }: TextRange, newName: string): CodeRename {
  if (findExports(text).some(({ name }) => name === newName)) return refuseUsedName(file, newName);
  const name = text.slice(start, end);
  const names = readNames(text);
  if (!names) return refuseUnparsableFile(file, name);
  if (findExportedVariable(names, start)) return renameInModule(file, names, name, newName, start);
  const isReExported = findScriptImports(text)
    .flatMap(({ clauseRange }) => parseImportNames(text, clauseRange))
    .some(({ importedRange }) => importedRange?.start === start);
  const isListed = isReExported || names.findNameAt(start)?.range.start === start;
  const newText = isListed ? `${name} as ${newName}` : newName;
  return { ok: true, edits: [{ range: { start, end }, newText }] };
}

/** Renames a top-level variable, function, class, or import in a code file. */
export function renameVariable(file: SitePath, text: string, name: string, newName: string): CodeRename {
  const names = readNames(text);
  return names ? renameInModule(file, names, name, newName) : refuseUnparsableFile(file, name);
}

/**
 * Renames a variable in a code file. Properties and exports with the same name aren't renamed, except for the export at
 * the offset `renamedExportStart`.
 */
function renameInModule(
  file: SitePath,
  names: NamesInCode,
  name: string,
  newName: string,
  renamedExportStart?: number,
): CodeRename {
  if (names.findByName(newName).length > 0) return refuseUsedName(file, newName);
  const occurrences = names.findByName(name).filter(({ isLocal }) => !isLocal);
  if (!occurrences.some(({ isDeclaration }) => isDeclaration)) return refuseUnparsableFile(file, name);
  if (/^[a-z]/.test(newName) && occurrences.some(({ kind }) => kind === "tag")) return refuse(capitalMessage);
  // `__proto__: x` would set the object's prototype instead of adding a property.
  const key = name === "__proto__" ? '["__proto__"]' : name;
  const edits = occurrences.map(({ kind, range }): TextEdit => {
    if (kind === "property") return { range, newText: `${key}: ${newName}` };
    const shouldKeepExport = kind === "export" && range.start !== renamedExportStart;
    return { range, newText: shouldKeepExport ? `${newName} as ${name}` : newName };
  });
  return { ok: true, edits };
}

function refuseUsedName(file: SitePath, newName: string): CodeRename {
  return refuse(createMessage("{0} already uses the name {1}. Choose another name.", file, newName));
}

function refuseUnparsableFile(file: SitePath, name: string): CodeRename {
  return refuse(
    createMessage(
      "Docwright can't parse {0} as JavaScript, so it can't find every use of {1} in that file. Check the file's syntax, and then try again.",
      file,
      name,
    ),
  );
}

/** The data needed to start a rename: the symbol, the range of its name, and the name to edit. */
export interface SiteRenameStart {
  readonly occurrence: SiteSymbolOccurrence;
  readonly range: TextRange;
  readonly name: string;
}

/** Returns the symbol to rename at an offset, or undefined if nothing at the offset can be renamed. */
export function prepareSiteRename(
  site: Site,
  file: SitePath,
  offset: number,
  readText?: (file: SitePath) => string | undefined,
): SiteRenameStart | undefined {
  const occurrence = findSymbolAt(site, file, offset, readText);
  if (!occurrence) return undefined;
  const localName = getLocalName(occurrence);
  if (localName !== undefined) return { occurrence, range: occurrence.range, name: localName };
  const fileText = site.scripts.has(file) ? (readText?.(file) ?? "") : getFileText(site, file);
  const text = fileText.slice(occurrence.range.start, occurrence.range.end);
  const range = getNameRange(occurrence, text);
  const name = findElementId(site, file, occurrence, range) ?? getName(site, occurrence.symbol);
  return name === undefined ? undefined : { occurrence, range, name };
}

/**
 * Returns the ID of the element whose `id` is at this range, even if a heading has the same ID. Returns undefined if
 * the symbol isn't the definition of an element's `id`.
 */
export function findElementId(
  site: Site,
  file: SitePath,
  { symbol, isDefinition }: SiteSymbolOccurrence,
  { start, end }: TextRange,
): string | undefined {
  if (symbol.kind !== "anchor" || !isDefinition) return undefined;
  const anchors = site.references.get(file)?.anchors ?? [];
  return anchors.find(({ range }) => range.start === start && range.end === end)?.id;
}

/**
 * Returns the local name of an import if renaming it affects only this file, as with an alias or the name of a
 * snippet's component. Otherwise, returns undefined.
 */
export function getLocalName({ symbol, localName }: SiteSymbolOccurrence): string | undefined {
  if (symbol.kind === "page") return localName;
  return symbol.kind === "export" && symbol.name !== localName ? localName : undefined;
}

/** Returns the range of the name, without quotes. For a link, this is either the path or the fragment after `#`. */
function getNameRange({ symbol, range, isDefinition }: SiteSymbolOccurrence, text: string): TextRange {
  const quoteLength = /^["']/.test(text) && text.length > 1 ? 1 : 0;
  const [start, end] = [range.start + quoteLength, range.end - quoteLength];
  if (isDefinition) return { start, end };
  const innerText = text.slice(quoteLength, text.length - quoteLength);
  if (symbol.kind === "variable") {
    const index = innerText.search(/[\w.-]/);
    return index < 0 ? { start, end } : { start: start + index, end: start + index + symbol.name.length };
  }
  if (symbol.kind === "anchor") return { start: start + innerText.indexOf("#") + 1, end };
  const suffixStart = innerText.search(/[?#]/);
  return { start, end: suffixStart < 0 ? end : start + suffixStart };
}

function getName(site: Site, symbol: SiteSymbol): string | undefined {
  switch (symbol.kind) {
    case "page":
      return getPageSlug(symbol.file) ?? symbol.file;
    case "file":
      return symbol.file;
    case "anchor": {
      const page = site.references.get(findAnchorLocation(site, symbol.file, symbol.id)?.file ?? symbol.file);
      const heading = page?.headings.find(({ id }) => isSameFragment(id, symbol.id));
      return heading ? removeId(page?.text.slice(heading.range.start, heading.range.end) ?? "") : symbol.id;
    }
    case "export":
    case "variable":
      return symbol.name;
    case "label":
      return symbol.text;
  }
}

/** Removes a trailing `{#id}` from a heading's text. */
export function removeId(heading: string): string {
  return heading.replace(/\s*\\?\{\s*#[^{}]*\\?\}\s*$/, "");
}

const identifierPattern = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const reservedNamePattern =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|with|yield)$/;

/** Renames an export in the file that declares it and on every page that imports it. */
export function renameExport(
  site: Site,
  file: SitePath,
  name: string,
  newName: string,
  readText: (file: SitePath) => string | undefined,
): RenameOutcome {
  const problem = findNameProblem(name, newName);
  if (problem !== undefined) return refuse(problem);
  if (name === "default") return refuse(createMessage("This export has no name. Rename it on a page that imports it."));
  const edits: EditsByFile = new Map();
  if (newName === name) return { ok: true, edits };
  for (const page of site.references.values()) {
    const localName = findLocalName(site, page, file, name);
    if (localName === name && indexImportsByName(page).has(newName))
      return refuse(createMessage("{0} already uses the name {1}. Choose another name.", page.path, newName));
  }
  const unparsableFile = findFileWithUnlocatedImport(site, file, name, readText);
  if (unparsableFile !== undefined) return refuse(createMissingImportMessage(unparsableFile, name));
  const fileUsingMember = findFileWithMember(site, file, name, readText);
  if (fileUsingMember !== undefined) return refuse(createMemberMessage(fileUsingMember, name));
  const exportAllFile = findFileExportingAll(site, file);
  if (exportAllFile !== undefined) return refuse(createReExportMessage(exportAllFile, file, name));
  for (const { location, kind } of findExportReferences(site, file, name)) {
    const page = site.references.get(location.file);
    if (kind === "import" || kind === "member" || !page || !hasLocalAlias(site, page, file, name))
      addEdits(edits, location.file, [{ range: location.range, newText: newName }]);
  }
  const text = site.references.get(file)?.text ?? readText(file);
  if (text === undefined) return refuse(createMessage("{0} can't be read.", file));
  const fileExports = site.references.get(file)?.exports ?? findExports(text);
  const declaredExport = fileExports.find((candidate) => candidate.name === name);
  if (!declaredExport)
    return refuse(createMessage("{0} re-exports {1} from another file. Rename it in that file.", file, name));
  if (site.references.has(file)) addEdits(edits, file, [{ range: declaredExport.range, newText: newName }]);
  else {
    const codeRename = renameExportInCode(file, text, declaredExport.range, newName);
    if (!codeRename.ok) return codeRename;
    addEdits(edits, file, codeRename.edits);
  }
  for (const { path, text: code, importName } of findCodeImports(site, file, name, readText)) {
    if (path === file && importName.range.start === declaredExport.range.start) continue;
    const isAlias = importName.localRange.start !== importName.range.start;
    if (!isAlias && !importName.isReExported) {
      const codeRename = renameVariable(path, code, name, newName);
      if (!codeRename.ok) return codeRename;
      addEdits(edits, path, codeRename.edits);
    } else {
      const newText = importName.isReExported && !isAlias ? `${newName} as ${name}` : newName;
      addEdits(edits, path, [{ range: importName.range, newText }]);
    }
  }
  return { ok: true, edits };
}

/**
 * Whether a page uses its own local name for the export. If so, the rename doesn't affect the local name. This is the
 * case for `{ Note as Hint }` and even for `{ Note as Note }`.
 */
function hasLocalAlias(site: Site, page: PageReferences, file: SitePath, name: string): boolean {
  if (findLocalName(site, page, file, name) !== name) return true;
  return page.imports.some(({ names }) =>
    names.some(({ localName, isWrittenTwice }) => localName === name && isWrittenTwice),
  );
}

/** Renames an import on this page only, as in `import Note from` or `{ Note as Hint }`. */
export function renameLocal(page: PageReferences, localName: string, newName: string): RenameOutcome {
  const problem = findNameProblem(localName, newName);
  if (problem !== undefined) return refuse(problem);
  if (newName !== localName && indexImportsByName(page).has(newName))
    return refuse(createMessage("This page already uses the name {0}. Choose another name.", newName));
  const edits: TextEdit[] = findNameReferences(page, localName).map(({ location }) => ({
    range: location.range,
    newText: newName,
  }));
  for (const { clauseRange, names } of page.imports) {
    const importNames = parseImportNames(page.text, clauseRange).filter((name) => name.localName === localName);
    if (importNames.length === 0 && names.some((name) => name.localName === localName))
      return refuse(createMissingImportMessage(page.path, localName));
    for (const { localRange } of importNames) edits.push({ range: localRange, newText: newName });
  }
  return { ok: true, edits: new Map([[page.path, edits]]) };
}

/** Renames an import in this code file only. */
export function renameLocalInCode(file: SitePath, text: string, localName: string, newName: string): RenameOutcome {
  const problem = findNameProblem(localName, newName);
  if (problem !== undefined) return refuse(problem);
  const edits: EditsByFile = new Map();
  if (newName === localName) return { ok: true, edits };
  const codeRename = renameVariable(file, text, localName, newName);
  if (!codeRename.ok) return codeRename;
  addEdits(edits, file, codeRename.edits);
  return { ok: true, edits };
}

/**
 * Returns the reason why an import can't be edited. If the name were changed everywhere else, the file would no longer
 * work.
 */
function createMissingImportMessage(file: SitePath, name: string): LocalizedMessage {
  return createMessage(
    "Docwright can't find the import of {0} in {1}, so the rename would break that file. Make sure the file can be opened and the import is valid, and then try again.",
    name,
    file,
  );
}

function createMemberMessage(file: SitePath, name: string): LocalizedMessage {
  return createMessage(
    "{0} uses {1} as a member of an import outside a tag. Import {1} by name there, and then try again.",
    file,
    name,
  );
}

function createReExportMessage(file: SitePath, sourceFile: SitePath, name: string): LocalizedMessage {
  return createMessage(
    "{0} re-exports everything from {1}, so Docwright can't find every use of {2}. List the names in that export, and then try again.",
    file,
    sourceFile,
    name,
  );
}

function findNameProblem(name: string, newName: string): LocalizedMessage | undefined {
  if (!identifierPattern.test(newName) || reservedNamePattern.test(newName))
    return createMessage(
      "A name can contain only letters, digits, _, and $. It can't start with a digit or be a reserved word.",
    );
  if (/^[A-Z]/.test(name) && !/^[A-Z]/.test(newName)) return capitalMessage;
  return undefined;
}

/**
 * The changes made by a rename. If the rename is undone, they're used to restore details of the old text, such as an
 * unusual spelling of an anchor or an escape in a title.
 */
export interface RenamePlan {
  readonly oldName: string;
  readonly newName: string;
  readonly texts: EditedFiles;
}

type TextReader = (file: SitePath) => string | undefined;

export function createRenamePlan(
  { oldName, newName }: Pick<RenamePlan, "oldName" | "newName">,
  editsByFile: ReadonlyMap<SitePath, readonly TextEdit[]>,
  readText: TextReader,
): RenamePlan {
  return { oldName, newName, texts: applyFileEdits(editsByFile, readText) };
}

/**
 * Returns the edits for a rename from `from` to `to`. If this rename reverses an earlier one, the edits restore the
 * text from before the earlier rename.
 */
export function undoRename(
  { oldName, newName }: Pick<RenamePlan, "oldName" | "newName">,
  edits: EditsByFile,
  earlierPlans: readonly RenamePlan[],
  readText: TextReader,
): ReadonlyMap<SitePath, readonly TextEdit[]> {
  const undonePlan = earlierPlans.findLast(
    (record) => record.oldName === newName && record.newName === oldName && isSameSymbol(record, edits, readText),
  );
  return undonePlan ? getUndoEdits(undonePlan.texts, edits, readText) : edits;
}

/**
 * Whether the edits reverse a rename of the same symbol rather than of another symbol with the same name. The symbol is
 * the same if the earlier rename wrote every reference in the files that haven't changed since then.
 */
function isSameSymbol({ texts }: RenamePlan, edits: EditsByFile, readText: TextReader): boolean {
  let unchangedFileCount = 0;
  for (const [file, fileEdits] of edits) {
    const editedText = texts.get(file);
    if (!editedText || readText(file) !== editedText.content) continue;
    if (
      !fileEdits.every(({ range }) => editedText.undoEdits.some((undoEdit) => overlapsOrTouches(undoEdit.range, range)))
    )
      return false;
    unchangedFileCount++;
  }
  return unchangedFileCount > 0;
}

function overlapsOrTouches(range: TextRange, other: TextRange): boolean {
  return range.start <= other.end && other.start <= range.end;
}
