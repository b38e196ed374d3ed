import { CodeActionKind, type CodeAction, type CodeActionParams } from "vscode-languageserver/node";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { orCancelled } from "./cancellation.ts";
import { toTextRange } from "./convert.ts";
import { deleteActions } from "./delete-actions.ts";
import { makeEdit, type EditBasis } from "./edit-basis.ts";
import { oldFileActions } from "./old-file-actions.ts";
import { pathOfUri } from "./file-uri.ts";
import { fixAll, fixAllKind } from "./fix-all.ts";
import { anchorKind, headingActions } from "./heading-actions.ts";
import { quickFixes } from "./quick-fixes.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";
import { whenUpToDate } from "./when-up-to-date.ts";

/** Problems in a selection whose quick fixes are listed: nobody reads more. */
const mostShown = 100;

/** `textDocument/codeAction`: the fixes of the problems that the text has as it is asked; none when it is another one meanwhile. */
export async function codeActions(
  params: CodeActionParams,
  session: Session,
  { token }: Cancellable,
): Promise<CodeAction[]> {
  const { uri } = params.textDocument;
  const path = pathOfUri(uri) ?? "";
  const version = session.documents.get(path)?.version;
  const first = await whenUpToDate(uri, token, session);
  if (!first) return [];
  const actions = makeEdit(first.site, session, "edited files", async (basis) => {
    const place = await whenUpToDate(uri, token, session);
    const isMeant = place?.site === first.site && session.documents.get(path)?.version === version;
    return isMeant ? actionsAt(params, place, basis) : [];
  });
  return (await orCancelled(token, actions)) ?? [];
}

function actionsAt(params: CodeActionParams, place: SitePlace, basis: EditBasis): CodeAction[] {
  const problems = place.site.problems.lastProblemsIn(place.path);
  const range = toTextRange(basis.linesOf(place.path), params.range);
  const near = problems
    .filter(({ at }) => at.range.start <= range.end && range.start <= at.range.end)
    .slice(0, mostShown);
  return [
    ...(isWanted(CodeActionKind.QuickFix, params)
      ? [
          ...quickFixes(near, problems, params.context, place, basis),
          ...deleteActions(near, place, basis),
          ...oldFileActions(near, place, basis),
        ]
      : []),
    ...(isWanted(anchorKind, params) ? headingActions(range, place, basis) : []),
    ...(isWanted(fixAllKind, params) ? fixAll(problems, place, basis) : []),
  ];
}

/** `only: ["source"]` asks for `source.fixAll.docwright` too; without `only`, source actions are not offered unasked. */
function isWanted(kind: string, { context }: CodeActionParams): boolean {
  if (!context.only) return kind !== fixAllKind;
  return context.only.some((only) => only === "" || kind === only || kind.startsWith(`${only}.`));
}
