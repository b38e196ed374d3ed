import {
  type AnnotatedTextEdit,
  type CreateFile,
  type DeleteFile,
  TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { Migration } from "../../core/analysis/migration/plan-migration.ts";
import type { FileMove } from "../../core/features/move/moved-links.ts";
import type { FileEdit, SiteEdit, SitePath } from "../../core/text/text-edit.ts";
import type { Session } from "../session/session.ts";
import {
  getAnnotationId,
  type EditAnnotation,
  localizeAnnotations,
  createMigrationAnnotations,
  oldFileDeletionAnnotation,
} from "./change-annotations.ts";
import { toRange } from "./convert.ts";
import type { EditBasis } from "./edit-basis.ts";

/**
 * Returns the edits in a format that the client supports, or undefined if the client doesn't support any of the
 * formats.
 */
export function toWorkspaceEdit(edits: readonly FileEdit[], basis: EditBasis): WorkspaceEdit | undefined {
  const capabilities = basis.session.client.workspace?.workspaceEdit;
  if (capabilities?.documentChanges) {
    const canCreate = capabilities.resourceOperations?.includes("create") ?? false;
    if (!canCreate && edits.some(({ kind }) => kind === "create")) return undefined;
    return { documentChanges: edits.flatMap((edit) => toDocumentChanges(edit, basis)) };
  }
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) {
    if (edit.kind === "create") return undefined;
    const uri = basis.getUri(edit.file);
    changes[uri] = [...(changes[uri] ?? []), ...toTextEdits(edit, basis)];
  }
  return { changes };
}

function toDocumentChanges(edit: FileEdit, basis: EditBasis): (CreateFile | TextDocumentEdit)[] {
  const uri = basis.getUri(edit.file);
  if (edit.kind === "create") {
    const start = { line: 0, character: 0 };
    return [
      { kind: "create", uri, options: { ignoreIfExists: true } },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: edit.text }] },
    ];
  }
  const version = basis.getVersion(edit.file);
  return [{ textDocument: { uri, version }, edits: toTextEdits(edit, basis) }];
}

function toTextEdits(edit: Extract<FileEdit, { kind: "edit" }>, basis: EditBasis): TextEdit[] {
  const lines = basis.getLines(edit.file);
  return edit.edits.map(({ range, newText }) => ({ range: toRange(lines, range), newText }));
}

/** Edits, file moves, and deletions that are confirmed or excluded together. */
export interface EditGroup {
  /** The annotation. Undefined if the author can't exclude the changes. */
  readonly annotation?: EditAnnotation;
  readonly edits: readonly FileEdit[];
  readonly moves?: readonly FileMove[];
  /** Files to delete. */
  readonly deletions?: readonly SitePath[];
}

/**
 * Returns the text edits of all groups, with one list for each file. If `includesAnnotations` is true, an edit in a
 * group with an annotation contains the group's index as the annotation ID.
 */
export function createTextDocumentEdits(
  groups: readonly EditGroup[],
  includesAnnotations: boolean,
  basis: EditBasis,
): TextDocumentEdit[] {
  const editsByFile = new Map<string, (TextEdit | AnnotatedTextEdit)[]>();
  for (const [id, { edits, annotation }] of groups.entries())
    for (const edit of edits) {
      if (edit.kind !== "edit") continue;
      const lines = basis.getLines(edit.file);
      const fileEdits = edit.edits.map(({ range, newText }) => ({
        range: toRange(lines, range),
        newText,
        ...(annotation && includesAnnotations && { annotationId: String(id) }),
      }));
      editsByFile.set(edit.file, [...(editsByFile.get(edit.file) ?? []), ...fileEdits]);
    }
  return [...editsByFile].map(([file, edits]): TextDocumentEdit => ({
    textDocument: { uri: basis.getUri(file), version: basis.getVersion(file) },
    edits,
  }));
}

/** Removes the annotations. Used for clients that don't support them. */
export function removeAnnotations(edits: TextDocumentEdit["edits"]): TextEdit[] {
  return edits.flatMap((edit) => ("newText" in edit ? [{ range: edit.range, newText: edit.newText }] : []));
}

/**
 * Returns one workspace edit for the groups. Text edits, which refer to the original paths, come first, followed by
 * moves and deletions. Returns undefined if the client doesn't support the operations. If the client can't prompt for
 * confirmation, groups that need confirmation are omitted.
 */
export function buildGroupedEdit(groups: readonly EditGroup[], basis: EditBasis): WorkspaceEdit | undefined {
  const capabilities = basis.session.client.workspace?.workspaceEdit;
  const supportsConfirmation =
    capabilities?.documentChanges === true && capabilities.changeAnnotationSupport !== undefined;
  const supportedGroups = groups.filter(({ annotation }) => supportsConfirmation || !annotation?.needsConfirmation);
  const hasMoves = supportedGroups.some((group) => (group.moves ?? []).length > 0);
  const hasDeletions = supportedGroups.some((group) => (group.deletions ?? []).length > 0);
  if (hasMoves && !capabilities?.resourceOperations?.includes("rename")) return undefined;
  if (hasDeletions && !capabilities?.resourceOperations?.includes("delete")) return undefined;
  if (hasMoves || hasDeletions) basis.requireCompleteSite();
  const textDocumentEdits = createTextDocumentEdits(supportedGroups, supportsConfirmation, basis);
  // Neovim 0.7 supports `documentChanges`, which can contain file operations, but declares only the file operations.
  if (!capabilities?.documentChanges && !hasMoves && !hasDeletions)
    return {
      changes: Object.fromEntries(
        textDocumentEdits.map(({ textDocument, edits }) => [textDocument.uri, removeAnnotations(edits)]),
      ),
    };
  const renames = supportedGroups.flatMap(({ moves: groupMoves = [], annotation }, id) =>
    groupMoves.map(({ from, to }) => ({
      kind: "rename" as const,
      oldUri: basis.getUri(from),
      newUri: basis.getUri(to),
      ...(annotation && supportsConfirmation && { annotationId: String(id) }),
    })),
  );
  const deletions = supportedGroups.flatMap(({ deletions: groupDeletions = [], annotation }, id) =>
    groupDeletions.map((file) => ({
      kind: "delete" as const,
      uri: basis.getUri(file),
      options: { ignoreIfNotExists: true },
      ...(annotation && supportsConfirmation && { annotationId: String(id) }),
    })),
  );
  const annotations = supportedGroups.flatMap(({ annotation }, id) =>
    annotation ? [[String(id), annotation] as const] : [],
  );
  return {
    documentChanges: [...textDocumentEdits, ...renames, ...deletions],
    ...(annotations.length > 0 &&
      supportsConfirmation && {
        changeAnnotations: localizeAnnotations(Object.fromEntries(annotations), basis.session),
      }),
  };
}

const optionalAnnotationId = "optional";

/**
 * Returns the edit with additional changes that need confirmation, grouped by file. If the editor can't prompt for
 * confirmation, the additional changes are omitted.
 */
export function addAnnotatedEdit(
  edit: WorkspaceEdit,
  optionalEdits: readonly FileEdit[],
  annotation: EditAnnotation,
  basis: EditBasis,
): WorkspaceEdit {
  const supportsConfirmation = basis.session.client.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined;
  const optionalEdit = supportsConfirmation && edit.documentChanges ? toWorkspaceEdit(optionalEdits, basis) : undefined;
  if (!edit.documentChanges || !optionalEdit?.documentChanges) return edit;
  const changes = [...edit.documentChanges];
  for (const documentEdit of optionalEdit.documentChanges.filter(TextDocumentEdit.is)) {
    const annotatedEdits = documentEdit.edits.map((one): AnnotatedTextEdit => ({
      ...toTextEdit(one),
      annotationId: optionalAnnotationId,
    }));
    const index = changes.findIndex(
      (one) => TextDocumentEdit.is(one) && one.textDocument.uri === documentEdit.textDocument.uri,
    );
    const change = changes[index];
    if (change && TextDocumentEdit.is(change))
      changes[index] = { ...change, edits: [...change.edits, ...annotatedEdits] };
    else changes.push({ ...documentEdit, edits: annotatedEdits });
  }
  return {
    documentChanges: changes,
    changeAnnotations: localizeAnnotations({ [optionalAnnotationId]: annotation }, basis.session),
  };
}

function toTextEdit(edit: TextDocumentEdit["edits"][number]): {
  range: AnnotatedTextEdit["range"];
  newText: string;
} {
  return { range: edit.range, newText: "newText" in edit ? edit.newText : "" };
}

/**
 * Returns the migration as one edit whose parts can be confirmed separately, or undefined if the client doesn't support
 * this.
 */
export function toMigrationEdit(
  migration: Migration,
  isLosslessPartSafe: boolean,
  basis: EditBasis,
): WorkspaceEdit | undefined {
  const capabilities = basis.session.client.workspace?.workspaceEdit;
  const canDelete = capabilities?.resourceOperations?.includes("delete") ?? false;
  if (!capabilities?.documentChanges || !canDelete || !capabilities.changeAnnotationSupport) return undefined;
  return {
    documentChanges: migration.edits.flatMap((edit) => toAnnotatedChanges(edit, migration, basis)),
    changeAnnotations: localizeAnnotations(createMigrationAnnotations(isLosslessPartSafe), basis.session),
  };
}

function toAnnotatedChanges(edit: SiteEdit, migration: Migration, basis: EditBasis): (TextDocumentEdit | DeleteFile)[] {
  const uri = basis.getUri(edit.file);
  switch (edit.kind) {
    // A migration doesn't create files.
    case "create":
      return [];
    case "delete":
      return [
        {
          kind: "delete",
          uri,
          options: { ignoreIfNotExists: true },
          annotationId: getAnnotationId(edit, undefined, migration, basis.site),
        },
      ];
    case "edit": {
      const lines = basis.getLines(edit.file);
      const version = basis.getVersion(edit.file);
      const fileEdits = edit.edits.map((one) => ({
        range: toRange(lines, one.range),
        newText: one.newText,
        annotationId: getAnnotationId(edit, one, migration, basis.site),
      }));
      return [{ textDocument: { uri, version }, edits: fileEdits }];
    }
  }
}

/**
 * Returns an edit that creates a docs.json with this text next to a mint.json and then deletes the mint.json. Returns
 * undefined if the editor doesn't support both operations.
 */
export function createConfigEdit(oldConfigUri: string, text: string, session: Session): WorkspaceEdit | undefined {
  const capabilities = session.client.workspace?.workspaceEdit;
  const supportsOperation = (kind: "create" | "delete") => capabilities?.resourceOperations?.includes(kind) ?? false;
  if (!capabilities?.documentChanges || !supportsOperation("create") || !supportsOperation("delete")) return undefined;
  const supportsConfirmation = capabilities.changeAnnotationSupport !== undefined;
  const uri = oldConfigUri.replace(/[^/]+$/, "docs.json");
  const start = { line: 0, character: 0 };
  const deletion = { kind: "delete", uri: oldConfigUri, options: { ignoreIfNotExists: true } } as const;
  return {
    documentChanges: [
      { kind: "create", uri, options: { overwrite: false, ignoreIfExists: false } },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] },
      supportsConfirmation ? { ...deletion, annotationId: "old" } : deletion,
    ],
    ...(supportsConfirmation && {
      changeAnnotations: localizeAnnotations({ old: oldFileDeletionAnnotation }, session),
    }),
  };
}
