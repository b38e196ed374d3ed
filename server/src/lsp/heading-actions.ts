import { CodeActionKind, type CodeAction } from "vscode-languageserver/node";
import { pinnableHeading } from "../core/features/references/rename-heading.ts";
import type { TextRange } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import type { EditBasis } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";

export const anchorKind = `${CodeActionKind.RefactorRewrite}.anchor`;
const renameHeadingId = "docwright.renameHeading";

/** On a heading: other words for it that keep its anchor, where the editor can ask for them, and its anchor written behind it. */
export function headingActions(range: TextRange, place: SitePlace, basis: EditBasis): CodeAction[] {
  const { session } = basis;
  const site = place.site.current?.site;
  const page = site?.references.get(place.path);
  const heading = site && page && pinnableHeading(site, page, range);
  if (!heading) return [];
  const edits = [...heading.pin].map(([file, own]) => ({ kind: "edit" as const, file, edits: own }));
  const edit = groupedEdit([{ edits }], basis);
  const title = `Rename heading, keep its anchor #${heading.id} for old links…`;
  const { start } = toRange(session.lineMaps.of(place), heading.range);
  const asked = { uri: uriOf(place, session), position: start, name: heading.name };
  return [
    ...(session.refactoring
      ? [{ title, kind: anchorKind, command: { title, command: renameHeadingId, arguments: [asked] } }]
      : []),
    ...(edit
      ? [{ title: `Write the anchor {#${heading.id}} behind this heading`, kind: anchorKind, edit }]
      : []),
  ];
}
