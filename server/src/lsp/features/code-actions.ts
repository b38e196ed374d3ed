import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from "vscode-languageserver/node";
import { findPinnableHeading } from "../../core/features/references/keep-anchors.ts";
import { commonTitles, listFixes, createSafeFixes } from "../../core/rules/engine/offered-fixes.ts";
import { formatMessage } from "../../core/rules/format-message.ts";
import type { Problem } from "../../core/rules/rule.ts";
import { toVerbatim } from "../../core/text/phrase.ts";
import { getFileName } from "../../core/text/site-path.ts";
import type { TextRange } from "../../core/text/text-edit.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { oldFileDeletion } from "../convert/change-annotations.ts";
import { toPath, toRange, toTextRange, toUri } from "../convert/convert.ts";
import { type EditBasis, makeEdit } from "../convert/edit-basis.ts";
import { buildGroupedEdit, toWorkspaceEdit } from "../convert/workspace-edit.ts";
import { getDiagnosticIdentity, source, toDiagnostics } from "../diagnostics/diagnostics.ts";
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

function getTitle({ rules }: Session, title: keyof typeof actionTitles, name = ""): string {
  return formatMessage(actionTitles[title], { name, fileName: toVerbatim(name) }, rules.translations);
}

/** Maps each rule that reports unnecessary files to the title of the action that deletes them. */
const deletionTitles: Readonly<Record<string, keyof typeof actionTitles>> = {
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
  const problem = problems.find(({ code, at }) => code in deletionTitles && at.file === path);
  const edit = problem && createDeleteEdit([path], basis);
  if (!problem || !edit?.ok) return [];
  const kind = deletionTitles[problem.code] ?? "deleteUnused";
  const title = getTitle(basis.session, kind, kind === "deleteUnused" ? getFileName(path) : path);
  const diagnostics = toDiagnostics([problem], { site, path }, basis.session);
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, edit: edit.edit }];
}

const oldName = "mint.json";

/**
 * Returns the actions for a mint.json that is next to a docs.json. One action copies the settings that are missing from
 * docs.json, provided that the editor supports such edits. The other action deletes mint.json.
 */
export function getOldFileActions(
  problems: readonly Problem[],
  location: FileLocation,
  basis: EditBasis,
): CodeAction[] {
  const { session } = basis;
  const problem = problems.find(({ code, finding }) => code === "config/old-file" && finding.message === "old");
  if (!problem) return [];
  const common = { kind: CodeActionKind.QuickFix, diagnostics: toDiagnostics([problem], location, session) };
  const uri = toUri({ site: location.site, path: oldName }, session);
  const title = getTitle(session, "copySettings");
  const command = { title, command: "docwright.upgradeSettings", arguments: [uri] };
  const edit = buildGroupedEdit([{ edits: [], deletions: [oldName], annotation: oldFileDeletion }], basis);
  return [
    ...(session.refactoring ? [{ ...common, title, command }] : []),
    ...(edit ? [{ ...common, title: getTitle(session, "deleteOldFile"), edit }] : []),
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
  const title = formatMessage(commonTitles.all, {}, basis.session.rules.translations);
  return edit ? [{ title, kind: fixAllKind, edit }] : [];
}

export const anchorKind = `${CodeActionKind.RefactorRewrite}.anchor`;
const renameHeadingId = "docwright.renameHeading";

/**
 * Returns the actions for a heading. If the editor can prompt for a name, one action renames the heading and preserves
 * its anchor. The other action writes the heading's anchor after it.
 */
export function getHeadingActions(range: TextRange, location: FileLocation, basis: EditBasis): CodeAction[] {
  const { session } = basis;
  const site = location.site.current?.site;
  const page = site?.references.get(location.path);
  const heading = site && page && findPinnableHeading(site, page, range);
  if (!heading) return [];
  const edits = [...heading.pinEdits].map(([file, ownEdits]) => ({
    kind: "edit" as const,
    file,
    edits: ownEdits,
  }));
  const edit = buildGroupedEdit([{ edits }], basis);
  const title = getTitle(session, "renameHeading", heading.id);
  const { start } = toRange(session.lineMaps.get(location), heading.range);
  const renameParams = { uri: toUri(location, session), position: start, name: heading.name };
  return [
    ...(session.refactoring
      ? [{ title, kind: anchorKind, command: { title, command: renameHeadingId, arguments: [renameParams] } }]
      : []),
    ...(edit ? [{ title: getTitle(session, "addAnchor", heading.id), kind: anchorKind, edit }] : []),
  ];
}

/**
 * Returns the quick fixes for these problems. Each fix contains the diagnostic that it fixes. `fileProblems` contains
 * all problems in the file.
 */
export function getQuickFixes(
  problems: readonly Problem[],
  all: readonly Problem[],
  { diagnostics }: CodeActionContext,
  location: FileLocation,
  basis: EditBasis,
): CodeAction[] {
  const site = location.site.current?.site;
  if (!site) return [];
  return listFixes(problems, all, site, basis.session.rules).flatMap(
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
  return diagnostics.find(({ source: from, data }) => {
    const actionData: unknown = data;
    return (
      from === source &&
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
  const first = await waitForUpToDateSite(uri, token, session);
  if (!first) return [];
  const actions = makeEdit(first.site, session, "edited files", async (basis) => {
    const location = await waitForUpToDateSite(uri, token, session);
    const isSameVersion = location?.site === first.site && session.documents.get(path)?.version === version;
    return isSameVersion ? getActionsAt(params, location, basis) : [];
  });
  return (await raceCancellation(token, actions)) ?? [];
}

function getActionsAt(params: CodeActionParams, location: FileLocation, basis: EditBasis): CodeAction[] {
  // These problems include problems that are shown as part of another one, because each of them can be fixed
  // separately.
  const problems = location.site.problems.getAllProblems(location.path);
  const diagnosticsByKey = new Map(
    location.site.problems.getEditorProblems(location.path).map((problem) => [problem.finding, problem]),
  );
  const range = toTextRange(basis.getLines(location.path), params.range);
  const diagnostics = problems
    .filter(({ at }) => at.range.start <= range.end && range.start <= at.range.end)
    .slice(0, maxProblems)
    .map((problem) => diagnosticsByKey.get(problem.finding) ?? problem);
  return [
    ...(isRequestedKind(CodeActionKind.QuickFix, params)
      ? [
          ...getQuickFixes(diagnostics, problems, params.context, location, basis),
          ...createDeleteActions(diagnostics, location, basis),
          ...getOldFileActions(diagnostics, location, basis),
        ]
      : []),
    ...(isRequestedKind(anchorKind, params) ? getHeadingActions(range, location, basis) : []),
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
