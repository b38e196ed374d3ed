import {
  CodeActionKind,
  type CodeAction,
  type CodeActionParams,
  type Diagnostic,
} from "vscode-languageserver/node";
import type { Problem } from "../core/rules/problem.ts";
import { fixesOf } from "../core/rules/run-rules.ts";
import type { Site } from "../core/site/site.ts";
import type { TextEdit } from "../core/text/text-edit.ts";
import type { TextRange } from "../core/text/text-range.ts";
import type { SitePlace } from "../workspace/site-store.ts";
import { toTextRange } from "./convert.ts";
import { identityOf, source, toDiagnostics } from "./diagnostic.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

export const fixAllKind = `${CodeActionKind.SourceFixAll}.docwright`;

/** `textDocument/codeAction`: the fixes of problems already found; nothing is looked for again. */
export function codeActions(params: CodeActionParams, session: Session): CodeAction[] {
  session.documents.flush();
  const path = pathOfUri(params.textDocument.uri);
  const place = path === undefined ? undefined : session.sites.siteOf(path);
  const site = place?.site.current?.site;
  if (!place || !site || session.sites.isBehind(place)) return [];
  const problems = place.site.problems.problemsIn(place.path);
  const range = toTextRange(session.lineMaps.of(place), params.range);
  return [
    ...(isWanted(CodeActionKind.QuickFix, params) ? quickFixes(problems, range, params, place, session) : []),
    ...(isWanted(fixAllKind, params) ? fixAll(problems, site, place, session) : []),
  ];
}

/** `only: ["source"]` asks for `source.fixAll.docwright` too; without `only`, source actions are not offered unasked. */
function isWanted(kind: string, { context }: CodeActionParams): boolean {
  if (!context.only) return kind === CodeActionKind.QuickFix;
  return context.only.some((only) => only === "" || kind === only || kind.startsWith(`${only}.`));
}

function quickFixes(
  problems: readonly Problem[],
  range: TextRange,
  { context }: CodeActionParams,
  place: SitePlace,
  session: Session,
): CodeAction[] {
  const site = place.site.current?.site;
  const near = problems.filter(({ at }) => at.range.start <= range.end && range.start <= at.range.end);
  return near.flatMap((problem) => {
    const diagnostic = theirs(problem, context.diagnostics) ?? toDiagnostics([problem], place, session)[0];
    const fixes = site ? fixesOf(problem, site) : [];
    return fixes.flatMap((fix): CodeAction[] => {
      const edit = toWorkspaceEdit(fix.edits, place.site, session);
      if (!edit) return [];
      return [
        {
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          edit,
          ...(diagnostic ? { diagnostics: [diagnostic] } : {}),
          ...(fix.all || fixes.length === 1 ? { isPreferred: true } : {}),
        },
      ];
    });
  });
}

/** The client's own copy of the diagnostic, so that it can tell which one the fix belongs to. */
function theirs(problem: Problem, diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const identity = identityOf(problem);
  return diagnostics.find(
    ({ source: from, data }) =>
      from === source &&
      typeof data === "object" &&
      data !== null &&
      "problem" in data &&
      data.problem === identity,
  );
}

/** Every fix of this file that is safe to make unseen; of two that touch the same text, the first. */
function fixAll(problems: readonly Problem[], site: Site, place: SitePlace, session: Session): CodeAction[] {
  const edits: TextEdit[] = [];
  for (const problem of problems)
    for (const fix of fixesOf(problem, site).filter(({ all }) => all)) {
      const own = fix.edits.flatMap((edit) =>
        edit.kind === "edit" && edit.file === place.path ? edit.edits : [],
      );
      const isWhole = fix.edits.every((edit) => edit.kind === "edit" && edit.file === place.path);
      if (isWhole && !own.some((edit) => edits.some((other) => overlap(edit.range, other.range))))
        edits.push(...own);
    }
  if (edits.length === 0) return [];
  const edit = toWorkspaceEdit([{ kind: "edit", file: place.path, edits }], place.site, session);
  return edit ? [{ title: "Fix all Docwright problems", kind: fixAllKind, edit }] : [];
}

function overlap(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end ? true : a.start === b.start;
}
