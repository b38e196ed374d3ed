import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from "vscode-languageserver/node";
import type { findPinnableHeading } from "../../core/features/references/keep-anchors.ts";
import { commonFixTitles, listFixes, createSafeFixes } from "../../core/rules/engine/offered-fixes.ts";
import { formatMessage } from "../../core/rules/format-message.ts";
import type { Problem } from "../../core/rules/rule.ts";
import { toVerbatim } from "../../core/text/phrase.ts";
import { getFileName } from "../../core/text/site-path.ts";
import type { TextRange } from "../../core/text/text-edit.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { oldFileDeletionAnnotation } from "../convert/change-annotations.ts";
import { toPath, toRange, toTextRange, toUri } from "../convert/convert.ts";
import { type EditBasis, makeEdit } from "../convert/edit-basis.ts";
import { buildGroupedEdit, toWorkspaceEdit } from "../convert/workspace-edit.ts";
import { getDiagnosticIdentity, docwrightSource, toDiagnostics } from "../diagnostics/diagnostics.ts";
import type { Cancellable } from "../handlers.ts";
import { raceCancellation, waitForUpToDateSite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { createDeleteEdit } from "./file-operations.ts";

/** The titles of actions that don't belong to a rule. */
export const actionTitles = {
  deleteUnused: "Delete unused file {fileName}",
  deleteSite: "Delete {fileName}",
  copySettings: "Copy missing settings to docs.json and delete mint.json…",
  deleteOldFile: "Delete mint.json, which the service ignores",
  renameHeading: "Rename heading and keep anchor #{name}…",
  addAnchor: "Add anchor {#{name}} to this heading",
} as const;

function formatActionTitle({ runOptions }: Session, titleKey: keyof typeof actionTitles, name = ""): string {
  return formatMessage(actionTitles[titleKey], { name, fileName: toVerbatim(name) }, runOptions.translations);
}

/** Maps each rule that reports unnecessary files to the title of the action that deletes them. */
const deletionTitleKeys: Readonly<Record<string, keyof typeof actionTitles>> = {
  "link/unused-file": "deleteUnused",
  "mdx/unused-snippet": "deleteUnused",
  "config/nested-site": "deleteSite",
};

/** Returns actions that delete files reported as unnecessary. */
export function createDeleteActions(
  problems: readonly Problem[],
  { site, path }: FileLocation,
  basis: EditBasis,
): CodeAction[] {
  const problem = problems.find(({ code, at }) => code in deletionTitleKeys && at.file === path);
  const edit = problem && createDeleteEdit([path], basis);
  if (!problem || !edit?.ok) return [];
  const titleKey = deletionTitleKeys[problem.code] ?? "deleteUnused";
  const title = formatActionTitle(basis.session, titleKey, titleKey === "deleteUnused" ? getFileName(path) : path);
  const diagnostics = toDiagnostics([problem], { site, path }, basis.session);
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, edit: edit.edit }];
}

const oldConfigName = "mint.json";

/**
 * Returns the actions for a mint.json that is next to a docs.json. One action copies the settings that are missing from
 * docs.json, provided that the editor supports such edits. The other action deletes mint.json.
 */
export function createOldFileActions(
  problems: readonly Problem[],
  location: FileLocation,
  basis: EditBasis,
): CodeAction[] {
  const { session } = basis;
  const problem = problems.find(({ code, finding }) => code === "config/old-file" && finding.message === "old");
  if (!problem) return [];
  const commonProperties = { kind: CodeActionKind.QuickFix, diagnostics: toDiagnostics([problem], location, session) };
  const uri = toUri({ site: location.site, path: oldConfigName }, session);
  const title = formatActionTitle(session, "copySettings");
  const command = { title, command: "docwright.upgradeSettings", arguments: [uri] };
  const edit = buildGroupedEdit(
    [{ edits: [], deletions: [oldConfigName], annotation: oldFileDeletionAnnotation }],
    basis,
  );
  return [
    ...(session.hasRefactoringCommands ? [{ ...commonProperties, title, command }] : []),
    ...(edit ? [{ ...commonProperties, title: formatActionTitle(session, "deleteOldFile"), edit }] : []),
  ];
}

export const fixAllKind = `${CodeActionKind.SourceFixAll}.docwright`;

/**
 * Returns one action that applies the safe fixes for all problems in a file, or an empty list if there aren't any safe
 * fixes.
 */
export function createFixAllActions(
  problems: readonly Problem[],
  location: FileLocation,
  basis: EditBasis,
): CodeAction[] {
  const site = location.site.current?.site;
  const edits = site ? createSafeFixes(problems, location.path, site).edits : [];
  if (edits.length === 0) return [];
  const edit = toWorkspaceEdit([{ kind: "edit", file: location.path, edits }], basis);
  const title = formatMessage(commonFixTitles.all, {}, basis.session.runOptions.translations);
  return edit ? [{ title, kind: fixAllKind, edit }] : [];
}

export const anchorKind = `${CodeActionKind.RefactorRewrite}.anchor`;
const renameHeadingCommandId = "docwright.renameHeading";

/**
 * Returns the actions for a heading. If the editor can prompt for a name, one action renames the heading and preserves
 * its anchor. The other action writes the heading's anchor after it.
 */
function createHeadingActions(
  range: TextRange,
  location: FileLocation,
  basis: EditBasis,
  findHeading: typeof findPinnableHeading,
): CodeAction[] {
  const { session } = basis;
  const site = location.site.current?.site;
  const page = site?.references.get(location.path);
  const heading = site && page && findHeading(site, page, range);
  if (!heading) return [];
  const edits = [...heading.pinEdits].map(([file, fileEdits]) => ({
    kind: "edit" as const,
    file,
    edits: fileEdits,
  }));
  const edit = buildGroupedEdit([{ edits }], basis);
  const title = formatActionTitle(session, "renameHeading", heading.id);
  const { start } = toRange(session.lineMaps.get(location), heading.range);
  const renameParams = { uri: toUri(location, session), position: start, name: heading.name };
  return [
    ...(session.hasRefactoringCommands
      ? [{ title, kind: anchorKind, command: { title, command: renameHeadingCommandId, arguments: [renameParams] } }]
      : []),
    ...(edit ? [{ title: formatActionTitle(session, "addAnchor", heading.id), kind: anchorKind, edit }] : []),
  ];
}

/**
 * Returns the quick fixes for these problems. Each fix contains the diagnostic that it fixes. `fileProblems` contains
 * all problems in the file.
 */
export function createQuickFixes(
  problems: readonly Problem[],
  fileProblems: readonly Problem[],
  { diagnostics }: CodeActionContext,
  location: FileLocation,
  basis: EditBasis,
): CodeAction[] {
  const site = location.site.current?.site;
  if (!site) return [];
  return listFixes(problems, fileProblems, site, basis.session.runOptions).flatMap(
    ({ problem, title, edits, isPreferred }): CodeAction[] => {
      const edit = toWorkspaceEdit(edits, basis);
      if (!edit) return [];
      const diagnostic = findDiagnostic(problem, diagnostics) ?? toDiagnostics([problem], location, basis.session)[0];
      return [
        {
          title,
          kind: CodeActionKind.QuickFix,
          edit,
          ...(diagnostic ? { diagnostics: [diagnostic] } : {}),
          ...(isPreferred ? { isPreferred } : {}),
        },
      ];
    },
  );
}

/** Returns the diagnostic as the client sent it, so the client can associate the fix with it. */
function findDiagnostic(problem: Problem, diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const identity = getDiagnosticIdentity(problem);
  return diagnostics.find(({ source: diagnosticSource, data }) => {
    const actionData: unknown = data;
    return (
      diagnosticSource === docwrightSource &&
      typeof actionData === "object" &&
      actionData !== null &&
      "problem" in actionData &&
      actionData.problem === identity
    );
  });
}

/** The maximum number of problems in a selection for which quick fixes are listed. */
const maxProblems = 100;

/**
 * Handles `textDocument/codeAction`. Returns the fixes for problems in the requested text, or no fixes if the text has
 * changed since the request.
 */
export async function getCodeActions(
  params: CodeActionParams,
  session: Session,
  { token }: Cancellable,
): Promise<CodeAction[]> {
  const { uri } = params.textDocument;
  const path = toPath(uri) ?? "";
  const version = session.documents.get(path)?.version;
  const initialLocation = await waitForUpToDateSite(uri, token, session);
  if (!initialLocation) return [];
  // This module and those that it imports aren't needed when the server starts.
  const { findPinnableHeading: findHeading } = await import("../../core/features/references/keep-anchors.ts");
  const actions = makeEdit(initialLocation.site, session, "edited files", async (basis) => {
    const location = await waitForUpToDateSite(uri, token, session);
    const isSameVersion = location?.site === initialLocation.site && session.documents.get(path)?.version === version;
    return isSameVersion ? createActions(params, location, basis, findHeading) : [];
  });
  return (await raceCancellation(token, actions)) ?? [];
}

function createActions(
  params: CodeActionParams,
  location: FileLocation,
  basis: EditBasis,
  findHeading: typeof findPinnableHeading,
): CodeAction[] {
  // These problems include problems that are shown as part of another one, because each of them can be fixed
  // separately.
  const problems = location.site.problemStore.getAllProblems(location.path);
  const problemsByFinding = new Map(
    location.site.problemStore.getEditorProblems(location.path).map((problem) => [problem.finding, problem]),
  );
  const range = toTextRange(basis.getLines(location.path), params.range);
  const requestedProblems = problems
    .filter(({ at }) => at.range.start <= range.end && range.start <= at.range.end)
    .slice(0, maxProblems)
    .map((problem) => problemsByFinding.get(problem.finding) ?? problem);
  return [
    ...(isRequestedKind(CodeActionKind.QuickFix, params)
      ? [
          ...createQuickFixes(requestedProblems, problems, params.context, location, basis),
          ...createDeleteActions(requestedProblems, location, basis),
          ...createOldFileActions(requestedProblems, location, basis),
        ]
      : []),
    ...(isRequestedKind(anchorKind, params) ? createHeadingActions(range, location, basis, findHeading) : []),
    ...(isRequestedKind(fixAllKind, params) ? createFixAllActions(problems, location, basis) : []),
  ];
}

/**
 * Whether an action of this kind is requested. For example, `only: ["source"]` requests `source.fixAll.docwright`. If
 * `only` is absent, source actions aren't requested.
 */
function isRequestedKind(kind: string, { context }: CodeActionParams): boolean {
  if (!context.only) return kind !== fixAllKind;
  return context.only.some(
    (requestedKind) => requestedKind === "" || kind === requestedKind || kind.startsWith(`${requestedKind}.`),
  );
}
