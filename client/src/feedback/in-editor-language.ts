import * as vscode from "vscode";
import type { Said, Say } from "../../../server/src/protocol/feedback.ts";

/** A sentence in the language of the editor; in English where `l10n` does not have it. */
export const inEditorLanguage: Say = (words, ...values) => vscode.l10n.t(words, ...values);

/** What the server tells as sentences, one behind the other. What is put in may be a sentence itself. */
export function saidInEditorLanguage(sentences: readonly Said[]): string {
  return sentences
    .map(({ words, values = [] }) =>
      inEditorLanguage(words, ...values.map((value) => inEditorLanguage(value))),
    )
    .join(" ");
}
