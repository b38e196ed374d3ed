import type { WorkspaceEdit } from "vscode-languageserver/node";
import type { EditBasis } from "./edit-basis.ts";
import { groupedTexts, plainEdits, type EditGroup } from "./grouped-texts.ts";

/**
 * One edit of the workspace made of groups: texts where they lie first, then the files that move or go. Undefined when the
 * client can do neither; groups to be agreed to are left out where it cannot ask.
 */
export function groupedEdit(groups: readonly EditGroup[], basis: EditBasis): WorkspaceEdit | undefined {
  const supported = basis.session.client.workspace?.workspaceEdit;
  const canAsk = supported?.documentChanges === true && supported.changeAnnotationSupport !== undefined;
  const kept = groups.filter(({ annotation }) => canAsk || !annotation?.needsConfirmation);
  const moves = kept.some((group) => (group.moves ?? []).length > 0);
  const deletes = kept.some((group) => (group.deletes ?? []).length > 0);
  if (moves && !supported?.resourceOperations?.includes("rename")) return undefined;
  if (deletes && !supported?.resourceOperations?.includes("delete")) return undefined;
  if (moves || deletes) basis.reachSite();
  const texts = groupedTexts(kept, canAsk, basis);
  // Neovim 0.7 names what it can do with files and forgets to say that it knows documentChanges, where those stand.
  if (!supported?.documentChanges && !moves && !deletes)
    return {
      changes: Object.fromEntries(
        texts.map(({ textDocument, edits }) => [textDocument.uri, plainEdits(edits)]),
      ),
    };
  const renames = kept.flatMap(({ moves: own = [], annotation }, id) =>
    own.map(({ from, to }) => ({
      kind: "rename" as const,
      oldUri: basis.uriOf(from),
      newUri: basis.uriOf(to),
      ...(annotation && canAsk && { annotationId: String(id) }),
    })),
  );
  const removals = kept.flatMap(({ deletes: own = [], annotation }, id) =>
    own.map((file) => ({
      kind: "delete" as const,
      uri: basis.uriOf(file),
      options: { ignoreIfNotExists: true },
      ...(annotation && canAsk && { annotationId: String(id) }),
    })),
  );
  const annotations = kept.flatMap(({ annotation }, id) =>
    annotation ? [[String(id), annotation] as const] : [],
  );
  return {
    documentChanges: [...texts, ...renames, ...removals],
    ...(annotations.length > 0 && canAsk && { changeAnnotations: Object.fromEntries(annotations) }),
  };
}
