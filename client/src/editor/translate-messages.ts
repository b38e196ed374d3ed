import * as vscode from "vscode";
import { formatLocalizedMessage } from "../../../server/src/core/text/localized-message.ts";
import type { LocalizedMessage, Translate } from "../../../server/src/core/text/message.ts";

/** Translates a message to the language of the editor, or returns it in English if `l10n` has no translation. */
export const translateInEditor: Translate = (words, ...values) => vscode.l10n.t(words, ...values);

/** Translates the server's messages and joins them. */
export function translateMessages(sentences: readonly LocalizedMessage[]): string {
  return sentences
    .map((message) =>
      formatLocalizedMessage(
        message,
        (text, ...values) => {
          const isOne = typeof text === "object" && values[0] === 1;
          return translateInEditor(
            typeof text === "string" ? text : isOne ? text.one : text.other,
            ...values,
          );
        },
        vscode.env.language,
      ),
    )
    .join(" ");
}
