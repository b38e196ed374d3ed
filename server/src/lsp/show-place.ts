import { join } from "node:path";
import type { Command, ExecuteCommandParams, Range } from "vscode-languageserver/node";
import type { SiteLocation } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { toRange } from "./convert.ts";
import { uriOf, pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** A command of the server, so that any editor that can show a document has it. */
export const showPlaceId = "docwright.showPlace";

export function showPlaceCommand(title: string, at: SiteLocation, site: LiveSite, session: Session): Command {
  const place = { site, path: at.file };
  const range = toRange(session.lineMaps.of(place), at.range);
  return { title, command: showPlaceId, arguments: [uriOf(place, session), range] };
}

/** `workspace/executeCommand`: shows a file of a site at a range. Nothing else is opened. */
export async function executeCommand(
  { command, arguments: given = [] }: ExecuteCommandParams,
  { connection, sites }: Session,
): Promise<null> {
  const [uri, selection] = given as readonly unknown[];
  if (command !== showPlaceId || typeof uri !== "string" || !isRange(selection)) return null;
  const path = pathOfUri(uri);
  const place = path === undefined ? undefined : sites.siteOf(path);
  if (!place || sites.siteOf(join(place.site.root, place.path))?.site !== place.site) return null;
  await connection.window.showDocument({ uri, selection, takeFocus: true });
  return null;
}

function isRange(value: unknown): value is Range {
  const isPosition = (position: unknown) =>
    typeof position === "object" &&
    position !== null &&
    "line" in position &&
    "character" in position &&
    typeof position.line === "number" &&
    typeof position.character === "number";
  if (typeof value !== "object" || value === null || !("start" in value) || !("end" in value)) return false;
  return isPosition(value.start) && isPosition(value.end);
}
