import { LinkedEditingRangeRequest, type Connection } from "vscode-languageserver/node";
import { closeTag as closeTagMethod } from "../protocol/close-tag.ts";
import { closeTag } from "./close-tag.ts";
import { linkedEditingRange } from "./linked-editing-range.ts";
import type { Session } from "./session.ts";

/** What keeps the two tags of a component together: one line for each method. */
export function answerTags(connection: Connection, session: Session): void {
  connection.onRequest(LinkedEditingRangeRequest.type, (request, token) =>
    linkedEditingRange(request, token, session),
  );
  connection.onRequest(closeTagMethod, (request, token) => closeTag(request, token, session));
}
