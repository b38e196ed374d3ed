import type { ChangeAnnotation } from "vscode-languageserver/node";

/** What a person agrees to beside a move. */
export const redirectsAdded: ChangeAnnotation = {
  label: "Add redirects",
  description: "Pages get other addresses by this. Redirects keep old links to them working.",
  needsConfirmation: true,
};
/** The page in other languages and versions. */
export const counterpartsMoved: ChangeAnnotation = {
  label: "Other languages and versions",
  description: "The same page there goes to the same place.",
  needsConfirmation: false,
};

export function lockedWords(file: string): string {
  return `${file} may not be written, so nothing was changed. Make it writable first.`;
}
