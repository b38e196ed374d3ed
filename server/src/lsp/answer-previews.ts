import type { Connection } from "vscode-languageserver/node";
import { readCodeTheme } from "../core/preview/highlight/code-theme.ts";
import {
  closePreview,
  openPreview,
  playgroundFacts,
  previewCodeTheme,
  previewMessage,
  type ClosePreview,
  type OpenedPreview,
  type OpenPreview,
  type PlaygroundFacts,
  type PlaygroundSite,
  type PreviewCodeTheme,
  type PreviewMessage,
} from "../protocol.ts";
import { openedPreview } from "./open-preview.ts";
import { playgroundFactsOf } from "./playground-facts.ts";
import type { Session } from "./session.ts";

/** What the panels of previews ask and tell: one line for each method. */
export function answerPreviews(connection: Connection, session: Session): void {
  connection.onRequest<OpenedPreview, void>(openPreview, (request: OpenPreview) =>
    openedPreview(request, session),
  );
  connection.onNotification(previewMessage, ({ preview, message }: PreviewMessage) =>
    session.previews.take(preview, message),
  );
  connection.onNotification(previewCodeTheme, ({ theme }: PreviewCodeTheme) =>
    session.previews.setCodeTheme(readCodeTheme(theme)),
  );
  connection.onRequest<PlaygroundFacts | null, void>(playgroundFacts, (request: PlaygroundSite) =>
    playgroundFactsOf(request, session),
  );
  connection.onNotification(closePreview, ({ preview }: ClosePreview) => session.previews.close(preview));
}
