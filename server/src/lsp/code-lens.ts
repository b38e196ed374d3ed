import type { CodeLens, CodeLensParams, Command } from "vscode-languageserver/node";
import { operationLenses, type OperationLens } from "../core/features/spec/code-lenses.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import { isPage, pageLenses } from "./page-lenses.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";
import { showPlaceCommand, showPlaceId } from "./show-place.ts";

/** `textDocument/codeLens`: above each operation of a specification and above a page, in the text as it is when the answer is given. */
export function codeLenses(_: CodeLensParams, session: Session, { place }: InFile): CodeLens[] {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  if (isPage(place.path)) return pageLenses(place, session);
  const lines = session.lineMaps.of(place);
  // Thousands of operations lead to a few places.
  const commandAt = new Map<string, unknown[]>();
  return operationLenses(site, place.path).flatMap((lens) => {
    const range = toRange(lines, lens.range);
    return commandsOf(lens, place, session, commandAt).map((command): CodeLens => ({ range, command }));
  });
}

const openPlaygroundId = "docwright.openPlayground";

function commandsOf(
  lens: OperationLens,
  place: SitePlace,
  session: Session,
  known: Map<string, unknown[]>,
): Command[] {
  const shown = shownCommand(lens, place, session, known);
  if (lens.playground === undefined || !session.playground) return [shown];
  const target = { uri: uriOf(place, session), url: lens.playground };
  return [shown, { title: "open playground", command: openPlaygroundId, arguments: [target] }];
}

function shownCommand(
  { title, place: target }: OperationLens,
  { site }: SitePlace,
  session: Session,
  known: Map<string, unknown[]>,
): Command {
  if (!target) return { title, command: "" };
  const key = `${target.range.start} ${target.file}`;
  const shown = known.get(key);
  if (shown) return { title, command: showPlaceId, arguments: shown };
  const command = showPlaceCommand(title, target, site, session);
  known.set(key, command.arguments ?? []);
  return command;
}
