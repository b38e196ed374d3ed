import type { Connection } from "vscode-languageserver/node";
import { readCodeTheme } from "../core/preview/highlight/code-theme.ts";
import {
  closePreview,
  openPreview,
  playgroundFacts,
  previewCodeTheme,
  previewMessage,
} from "../protocol/preview.ts";
import { openedPreview } from "./open-preview.ts";
import { playgroundFactsOf } from "./playground-facts.ts";
import type { Session } from "./session.ts";

/** What the panels of previews ask and tell: one line for each method. */
export function answerPreviews(connection: Connection, session: Session): void {
  connection.onRequest(openPreview, (request) => openedPreview(request, session));
  connection.onNotification(previewMessage, ({ preview, message }) =>
    session.previews.take(preview, message),
  );
  connection.onNotification(previewCodeTheme, ({ theme }) =>
    session.previews.setCodeTheme(readCodeTheme(theme)),
  );
  connection.onRequest(playgroundFacts, (request) => playgroundFactsOf(request, session));
  connection.onNotification(closePreview, ({ preview }) => session.previews.close(preview));
}
