import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
} from "vscode-languageserver/node";
import type { Problem, ProblemFix } from "../core/rules/problem.ts";
import { fixesOf } from "../core/rules/run-rules.ts";
import { safeFixes } from "../core/rules/safe-edits.ts";
import { silenceFixes } from "../core/rules/silence-fixes.ts";
import type { Site } from "../core/site/site.ts";
import type { SitePlace } from "../workspace/site-store.ts";
import { identityOf, source, toDiagnostics } from "./diagnostic.ts";
import type { Session } from "./session.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

/** A fix and whether the editor may make it without asking which. */
interface Offer extends ProblemFix {
  readonly isPreferred: boolean;
}

/**
 * The fixes of these problems, each with the problem it is for: first what puts one right, then what puts right all
 * of its kind among `all` the problems of the file, last what only silences it.
 */
export function quickFixes(
  problems: readonly Problem[],
  all: readonly Problem[],
  { diagnostics }: CodeActionContext,
  place: SitePlace,
  session: Session,
): CodeAction[] {
  const site = place.site.current?.site;
  if (!site) return [];
  const actions = (offersFor: (problem: Problem) => readonly Offer[]): CodeAction[] =>
    problems.flatMap((problem) => {
      const diagnostic = theirs(problem, diagnostics) ?? toDiagnostics([problem], place, session)[0];
      return offersFor(problem).flatMap((offer): CodeAction[] => {
        const edit = toWorkspaceEdit(offer.edits, place.site, session);
        if (!edit) return [];
        return [
          {
            title: offer.title,
            kind: CodeActionKind.QuickFix,
            edit,
            ...(diagnostic ? { diagnostics: [diagnostic] } : {}),
            ...(offer.isPreferred ? { isPreferred: true } : {}),
          },
        ];
      });
    });
  const kinds = firstOfEachKind(problems);
  return [
    ...actions((problem) => ownFixes(problem, site)),
    ...actions((problem) => (kinds.has(problem) ? fixesOfKind(problem, all, place, site) : [])),
    ...actions((problem) =>
      silenceFixes(problem, site)
        .filter(({ edits }) => kinds.has(problem) || edits.every(({ file }) => file === problem.at.file))
        .map((fix) => ({ ...fix, isPreferred: false })),
    ),
  ];
}

function ownFixes(problem: Problem, site: Site): Offer[] {
  const fixes = fixesOf(problem, site);
  return fixes.map((fix) => ({ ...fix, isPreferred: fix.all || fixes.length === 1 }));
}

/** What puts right every problem of this kind in the file, where there are several. */
function fixesOfKind({ code }: Problem, all: readonly Problem[], { path }: SitePlace, site: Site): Offer[] {
  const alike = all.filter((problem) => problem.code === code);
  if (alike.length < 2) return [];
  const { edits, fixed } = safeFixes(alike, path, site);
  if (fixed.length < 2) return [];
  const title = `Fix all ${fixed.length} problems of this kind in this file`;
  return [{ title, edits: [{ kind: "edit", file: path, edits }], all: false, isPreferred: false }];
}

/** So that what is about a kind is offered once, however many of the kind stand at the caret. */
function firstOfEachKind(problems: readonly Problem[]): ReadonlySet<Problem> {
  return new Set(new Map([...problems].reverse().map((problem) => [problem.code, problem])).values());
}

/** The client's own copy of the diagnostic, so that it can tell which one the fix belongs to. */
function theirs(problem: Problem, diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const identity = identityOf(problem);
  return diagnostics.find(({ source: from, data }) => {
    const named: unknown = data;
    return (
      from === source &&
      typeof named === "object" &&
      named !== null &&
      "problem" in named &&
      named.problem === identity
    );
  });
}
