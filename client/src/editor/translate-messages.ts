import * as vscode from "vscode";
import {
  createMessageFormatter,
  createPluralFinder,
  createPageTextFinder,
  type TranslationFinder,
  type MessageFormatter,
} from "../../../server/src/core/text/localized-message.ts";
import type { LocalizedMessage, Translate } from "../../../server/src/core/text/message.ts";
import { getPageLanguage } from "../../../server/src/core/text/page-language.ts";
import { readDocumentLanguage } from "../../../server/src/workspace/files/bundled-assets.ts";

/**
 * Creates a formatter for the editor's display language. If the language has no translation, numbers and lists are also
 * formatted in English. The messages about requests and responses come from `webviewFolder` (`dist/webview`) instead of
 * `l10n`, because webviews also show them.
 */
export function createEditorFormatter(displayLanguage: string, webviewFolder: string): MessageFormatter {
  const language = getPageLanguage(displayLanguage);
  const findEditorTranslation = createPluralFinder((text) => {
    const translation = vscode.l10n.t(text);
    return translation === text ? undefined : translation;
  });
  let findWebviewTranslation: TranslationFinder | undefined;
  return createMessageFormatter(language.locale, (text, category) => {
    if (!language.table) return undefined;
    const translation = findEditorTranslation(text, category);
    if (translation !== undefined) return translation;
    findWebviewTranslation ??= createPageTextFinder(readDocumentLanguage(webviewFolder, language).texts);
    return findWebviewTranslation(text, category);
  });
}

/** Returns the path of the extension's `dist/webview` folder. */
function getWebviewFolder(): string {
  const { extensionUri } = vscode.extensions.getExtension("docwright.docwright") ?? {};
  return extensionUri ? vscode.Uri.joinPath(extensionUri, "dist", "webview").fsPath : "";
}

let formatter: MessageFormatter | undefined;

function getEditorFormatter(): MessageFormatter {
  return (formatter ??= createEditorFormatter(vscode.env.language, getWebviewFolder()));
}

/**
 * Translates a message to the editor's language. If `l10n` doesn't contain a translation, returns the message in
 * English.
 */
export const translateInEditor: Translate = (text, ...values) => getEditorFormatter().format(text, ...values);

/** Translates messages from the server and joins them. */
export function translateMessages(messages: readonly LocalizedMessage[]): string {
  return messages.map(getEditorFormatter().formatMessage).join(" ");
}
