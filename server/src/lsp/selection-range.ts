import { Range, type SelectionRange, type SelectionRangeParams } from "vscode-languageserver/node";
import { selectionAt } from "../core/features/selection.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import { toRange } from "./convert.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `textDocument/selectionRange`: for each position what is selected when a selection grows, in pages and docs.json. */
export function selectionRange(
  { positions }: SelectionRangeParams,
  session: Session,
  { place }: InFile,
): SelectionRange[] | null {
  const site = place?.site.current?.site;
  if (!place || !site) return null;
  const lines = session.lineMaps.of(place);
  const chains = positions.map((position) => selectionAt(site, place.path, offsetAt(lines, position)));
  if (chains.every((chain) => chain.length === 0)) return null;
  return chains.map((chain, i): SelectionRange => {
    const nothing = positions[i] ?? { line: 0, character: 0 };
    let selection: SelectionRange | undefined;
    for (const range of [...chain].reverse())
      selection = { range: toRange(lines, range), ...(selection && { parent: selection }) };
    return selection ?? { range: Range.create(nothing, nothing) };
  });
}
