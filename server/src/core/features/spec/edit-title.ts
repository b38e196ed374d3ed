import { createKeyInsertion } from "../../spec/edit-spec.ts";
import { ModelReader } from "../../spec/model/model-reader.ts";
import { findOperationNode, type RequestedOperation } from "../../spec/model/read-operation.ts";
import { readSpecTree } from "../../spec/read-spec.ts";
import type { SpecInsertion } from "../../spec/spec-outline.ts";
import { type SpecFiles, type SpecNode, type SpecTree, getNodeText as textIn, getValue } from "../../spec/spec-tree.ts";
import { applyEdits, type SitePath, type TextEdit } from "../../text/text-edit.ts";
import { formatYamlItem } from "../completion/complete-values.ts";
import { createMessage, type Refusal, refuse } from "../../text/message.ts";

/** The new title of a page that is generated from an operation. */
export interface OperationTitle {
  readonly operation: RequestedOperation;
  /**
   * The keys on the path from the operation to the title, such as `["summary"]` or `["x-mint", "metadata", "title"]`.
   */
  readonly keys: readonly string[];
  readonly title: string;
  /** The position at which to insert a `summary` if the operation doesn't have one. */
  readonly insertAt?: SpecInsertion;
}

export type TitleEditResult =
  | { readonly ok: true; readonly file: SitePath; readonly edits: readonly TextEdit[] }
  /** The reason why nothing was changed. */
  | Refusal;

/**
 * Returns the edit that changes the text that readers see as the page's title, without changing anything else in the
 * file. The result is parsed again, and the edit is rejected if the title isn't exactly the requested one.
 */
export function createTitleEdit(
  files: SpecFiles,
  readText: (path: SitePath) => string | undefined,
  operationTitle: OperationTitle,
): TitleEditResult {
  const location = findOperationNode(new ModelReader(files), operationTitle.operation);
  if (!location) return refuse(createMessage("The specification no longer contains this operation."));
  const { file, node } = location;
  const tree = files.getTree(file);
  const text = readText(file);
  if (!tree || text === undefined || tree.error)
    return refuse(createMessage("`{0}` contains an error. Fix it first.", file));
  const titleNode = findNode(node, operationTitle.keys);
  if ([node, titleNode].some((specNode) => specNode && tree.sharedNodes.has(specNode)))
    return refuse(
      createMessage(
        "The title is part of a YAML anchor in `{0}` that's also used elsewhere. Change the title there.",
        file,
      ),
    );
  const edits = titleNode
    ? createReplacementEdits(file, text, titleNode, operationTitle.title)
    : createInsertionEdits(operationTitle);
  if (!edits) return refuse(createMessage("Docwright can't safely edit the title in `{0}`. Change it manually.", file));
  const editedTree = readSpecTree(file, applyEdits(text, edits));
  return isTitleSet(files, file, editedTree, operationTitle)
    ? { ok: true, file, edits }
    : refuse(
        createMessage(
          "Docwright can't write this title to `{0}` without changing its value. Change the title manually.",
          file,
        ),
      );
}

function findNode(node: SpecNode, keys: readonly string[]): SpecNode | undefined {
  return keys.reduce<SpecNode | undefined>((currentNode, key) => getValue(currentNode, key), node);
}

function createReplacementEdits(file: SitePath, text: string, { range }: SpecNode, title: string): readonly TextEdit[] {
  const oldText = text.slice(range.start, range.end);
  const quote = /^["']/.exec(oldText)?.[0];
  const isJson = /\.json$/i.test(file) || quote === '"';
  const newText = isJson
    ? JSON.stringify(title)
    : quote === "'"
      ? `'${title.replaceAll("'", "''")}'`
      : formatYamlItem(title);
  return [{ range, newText }];
}

function createInsertionEdits({ keys, title, insertAt }: OperationTitle): readonly TextEdit[] | undefined {
  const [key, ...otherKeys] = keys;
  return key !== undefined && otherKeys.length === 0 && insertAt
    ? [createKeyInsertion(insertAt, key, title)]
    : undefined;
}

function isTitleSet(
  files: SpecFiles,
  file: SitePath,
  tree: SpecTree,
  { operation, keys, title }: OperationTitle,
): boolean {
  if (tree.error) return false;
  const getTree = (path: SitePath) => (path === file ? tree : files.getTree(path));
  const location = findOperationNode(new ModelReader({ entry: files.entry, getTree }), operation);
  return location !== undefined && textIn(findNode(location.node, keys)) === title;
}
