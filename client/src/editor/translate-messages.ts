import * as vscode from "vscode";
import {
  createMessageFormatter,
  findByForm,
  type MessageFormatter,
} from "../../../server/src/core/text/localized-message.ts";
import type { LocalizedMessage, Translate } from "../../../server/src/core/text/message.ts";
import { getPageLanguage } from "../../../server/src/core/text/page-language.ts";

/** Creates a formatter for a display language. If it has no translation, numbers and lists are in English too. */
export function createEditorFormatter(displayLanguage: string): MessageFormatter {
  return createMessageFormatter(
    getPageLanguage(displayLanguage).locale,
    findByForm((text) => vscode.l10n.t(text)),
  );
}

let formatter: MessageFormatter | undefined;

function editorFormatter(): MessageFormatter {
  return (formatter ??= createEditorFormatter(vscode.env.language));
}

/** Translates a message to the language of the editor, or returns it in English if `l10n` has no translation. */
export const translateInEditor: Translate = (text, ...values) => editorFormatter().format(text, ...values);

/** Translates the server's messages and joins them. */
export function translateMessages(messages: readonly LocalizedMessage[]): string {
  return messages.map(editorFormatter().formatMessage).join(" ");
}
