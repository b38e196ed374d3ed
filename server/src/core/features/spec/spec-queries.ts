import { parseAroundError } from "../../spec/read-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SpecFiles, SpecTree } from "../../spec/spec-tree.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { hoverSpec } from "../hover/hover-spec.ts";
import type { Hover } from "../hover/hover.ts";
import { type OperationTitle, createTitleEdit, type TitleEditResult } from "./edit-title.ts";
import { prepareSpecRename, type SpecRenameStart, renameSpecSymbol, type SpecSymbolRename } from "./rename.ts";
import { type ResponseExample, saveResponseAsExample, type SavedExample } from "./save-example.ts";
import { findSpecCaret, type SpecCaret } from "./spec-cursor.ts";
import { createSpecSymbols, type SpecSymbols } from "./spec-symbols.ts";
import {
  findSpecDefinitions,
  type SpecFileSet,
  type SpecSymbol,
  findSpecSymbol,
  type SpecSymbolOccurrence,
  type SpecSymbolReference,
  findSpecReferences,
} from "./symbols-and-references.ts";

/** An editor request about a specification. Handling it requires the parsed trees, which only the worker has. */
export type SpecEditorRequest =
  | { readonly about: "symbols"; readonly file: SitePath }
  | {
      readonly about: "hover" | "symbol" | "caret" | "rename-start";
      readonly file: SitePath;
      readonly offset: number;
    }
  | { readonly about: "references"; readonly symbol: SpecSymbol }
  | { readonly about: "rename"; readonly symbol: SpecSymbol; readonly newName: string }
  /** Saves a response as the operation's example. */
  | { readonly about: "response-example"; readonly response: ResponseExample }
  | { readonly about: "title"; readonly title: OperationTitle };

/** The result type of each request. */
export interface SpecEditorResults {
  readonly symbols: SpecSymbols | undefined;
  readonly hover: Hover | undefined;
  readonly symbol: SpecSymbolOccurrence | undefined;
  readonly references: SymbolLocations;
  readonly caret: SpecCaret | undefined;
  readonly "rename-start": SpecRenameStart | undefined;
  readonly rename: SpecSymbolRename;
  readonly "response-example": SavedExample;
  readonly title: TitleEditResult;
}

export interface SymbolLocations {
  readonly definitions: readonly SiteLocation[];
  readonly references: readonly SpecSymbolReference[];
}

/** Returns the files whose text is needed to handle the request, in addition to their trees. */
export function listNeededFiles(request: SpecEditorRequest, { path, includedFiles }: SpecOutline): readonly SitePath[] {
  if (["rename", "response-example", "title"].includes(request.about)) return [path, ...includedFiles];
  return request.about === "caret" ? [request.file] : [];
}

export function handleSpecRequest(
  files: SpecFiles,
  outline: SpecOutline,
  request: SpecEditorRequest,
  readText: (path: SitePath) => string | undefined,
): SpecEditorResults[keyof SpecEditorResults] {
  const fileSet = { files, paths: [files.entry, ...outline.includedFiles] };
  switch (request.about) {
    case "symbols": {
      const tree = files.getTree(request.file);
      return tree && createSpecSymbols(tree);
    }
    case "hover":
      return hoverSpec(files, request.file, request.offset);
    case "symbol":
      return findSpecSymbol(fileSet, request.file, request.offset);
    case "references":
      return {
        definitions: findSpecDefinitions(fileSet, request.symbol),
        references: findSpecReferences(fileSet, request.symbol),
      };
    case "rename-start": {
      const { file, offset } = request;
      const occurrence = findSpecSymbol(fileSet, file, offset);
      return occurrence && prepareSpecRename(fileSet, occurrence, { file, range: occurrence.range });
    }
    case "rename":
      return renameSpecSymbol(fileSet, request.symbol, request.newName, readText);
    case "response-example":
      return saveResponseAsExample(files, readText, request.response);
    case "title":
      return createTitleEdit(files, readText, request.title);
    case "caret": {
      const { file, offset } = request;
      const text = readText(file);
      return text === undefined
        ? undefined
        : findSpecCaret(addPartialTree(fileSet, file, text, offset), outline, file, text, offset);
    }
  }
}

/**
 * Returns the same files, except for a YAML file that can't be parsed, which is common while an author is typing. The
 * tree of such a file contains only the parts that can be read, so the symbols in those parts remain available.
 */
function addPartialTree(fileSet: SpecFileSet, file: SitePath, text: string, offset: number): SpecFileSet {
  if (fileSet.files.getTree(file)?.root || /\.json$/i.test(file)) return fileSet;
  // The file is parsed lazily, because many queries don't need it.
  let partialTree: { readonly tree: SpecTree | undefined } | undefined;
  const getTree = (path: SitePath) => {
    if (path !== file) return fileSet.files.getTree(path);
    partialTree ??= { tree: parseAroundError(file, text, offset) };
    return partialTree.tree;
  };
  return { ...fileSet, files: { ...fileSet.files, getTree } };
}
