import { type Config, readConfig } from "../../config/config.ts";
import { type JsonFile, readJson } from "../../config/json/json-tree.ts";
import {
  type NavElement,
  type Navigation,
  type NavNode,
  readNavigation,
  type SpecSource,
} from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { findNamedSpec, findOperation } from "../../spec/find-spec.ts";
import { isEndpointLike, readOperationReference } from "../../spec/operation-reference.ts";
import { applyEdits, type FileEdit, type EditsByFile } from "../../text/text-edit.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";

/** Edits, or the reason why they can't be made. */
export type NavigationEdits = { readonly ok: true; readonly edits: readonly FileEdit[] } | Refusal;

/** The number of navigation entries and elements that an edit should add. */
export interface AddedCounts {
  readonly entryCount: number;
  readonly elementCount: number;
}

export const emptyTitleMessage = createMessage("The title can't be empty because readers see it.");
export const changedMessage = createMessage("The navigation has just changed. Try again.");
export const navigationNotEditableMessage = createMessage(
  "This part of the navigation is in a file that can't be edited.",
);
export const brokenFileMessage = createMessage("The file has an error here. Fix it first (see the Problems view).");

/**
 * Returns the edits or, if a file has an error or would have one after the edits, the reason why they can't be made.
 */
export function checkEdits(site: Site, edits: EditsByFile, addedCounts?: AddedCounts): NavigationEdits {
  const problem = findEditProblem(site, edits, addedCounts);
  return problem === undefined
    ? { ok: true, edits: [...edits].map(([file, fileEdits]): FileEdit => ({ kind: "edit", file, edits: fileEdits })) }
    : refuse(problem);
}

/**
 * Returns the reason why the edits can't be made, or undefined if they can. Parses the edited configuration, and checks
 * that nothing visible is lost and that each added item exists exactly once.
 */
function findEditProblem(
  { config }: Site,
  edits: EditsByFile,
  addedCounts: AddedCounts = { entryCount: 0, elementCount: 0 },
): LocalizedMessage | undefined {
  const fileByPath = new Map(
    config.files.map((file): [string, JsonFile | null] => {
      const fileEdits = edits.get(file.path);
      return [file.path, fileEdits ? readJson(file.path, applyEdits(file.text, fileEdits)) : file];
    }),
  );
  const editedConfig = readConfig(config.entry, fileByPath);
  const [oldNavigation, newNavigation] = [getNavigation(config), readNavigation(editedConfig.root)];
  // The errors in all files are counted together, because a comment that moves to another file isn't a new error.
  if (
    countProblems(editedConfig) > countProblems(config) ||
    newNavigation.entries.length !== oldNavigation.entries.length + addedCounts.entryCount ||
    newNavigation.elements.length !== oldNavigation.elements.length + addedCounts.elementCount
  ) {
    const sharedFile = config.files.find(({ path }) => edits.has(path) && isIncludedTwice(config.refs, path));
    return sharedFile
      ? createMessage(
          "Several locations include {0} through $ref, and all of them would change. Edit the file manually.",
          sharedFile.path,
        )
      : brokenFileMessage;
  }
  return countEntries(newNavigation) < countEntries(oldNavigation) + addedCounts.entryCount
    ? createMessage("The service shows only one kind of list per item, so readers wouldn't see some of these pages.")
    : undefined;
}

function isIncludedTwice(refs: Site["config"]["refs"], path: string): boolean {
  return refs.filter(({ result }) => result.kind === "resolved" && result.file === path).length > 1;
}

function countProblems({ files }: Config): number {
  return files.reduce((total, { problems }) => total + problems.length, 0);
}

function countEntries({ entries }: Navigation): number {
  return entries.filter(({ isIgnored }) => !isIgnored).length;
}

/**
 * Returns the reason why nodes can't be moved to another element: the element's specifications don't contain operations
 * that the nodes refer to, such as `GET /users`. Returns undefined if all operations exist.
 */
export function findLostOperationProblem(
  site: Site,
  movedNodes: readonly NavNode[],
  { openapi }: NavElement,
): LocalizedMessage | undefined {
  for (const node of movedNodes) {
    const oldSources = node.parent?.openapi?.value;
    const newSources = openapi?.value ?? [];
    if (!oldSources || oldSources.every(({ source }) => newSources.some((newSource) => newSource.source === source)))
      continue;
    const lostReference = getReferencesWithoutSpec(node).find(
      (text) => hasOperation(site, oldSources, text) && !hasOperation(site, newSources, text),
    );
    if (lostReference !== undefined)
      return createMessage(
        "“{0}” is defined in {1}, which isn't the specification used at the new location, so readers would lose its page. Add the file name before the operation, and then move the entry.",
        lostReference,
        oldSources[0]?.source ?? "",
      );
  }
  return undefined;
}

/** Returns the endpoint entries in the node that inherit their specification. */
function getReferencesWithoutSpec(node: NavNode): readonly string[] {
  if (node.type === "entry") return isEndpointLike(node.text) ? [node.text] : [];
  return node.openapi && !node.openapi.isInherited ? [] : node.children.flatMap(getReferencesWithoutSpec);
}

/**
 * Whether any of the specifications contains the operation. If a specification isn't available, it's assumed to contain
 * the operation.
 */
function hasOperation({ specs }: Site, sources: readonly SpecSource[], text: string): boolean {
  const referenceResult = readOperationReference(text);
  if (!referenceResult.ok || referenceResult.reference.file) return true;
  if (referenceResult.reference.form !== "operation") return sources.length > 0;
  const { method, path } = referenceResult.reference;
  return sources.some(({ source }) => {
    const lookup = findNamedSpec(specs, source);
    return lookup.kind !== "found" || lookup.specs.some((spec) => findOperation(spec, method.text, path.text));
  });
}
