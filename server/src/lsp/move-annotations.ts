import type { ChangeAnnotation } from "vscode-languageserver/node";

/** What a person agrees to beside a move. */
export const redirectsAdded: ChangeAnnotation = {
  label: "Add redirects",
  description: "Pages get other addresses by this. Redirects keep old links to them working.",
  needsConfirmation: true,
};
/** And beside files that go. */
export const redirectsLeft: ChangeAnnotation = {
  label: "Add redirects",
  description: "Readers of old links come to a page beside it.",
  needsConfirmation: true,
};
export const listingRemoved: ChangeAnnotation = {
  label: "Take out of the navigation",
  needsConfirmation: false,
};
export const deletedToo: ChangeAnnotation = {
  label: "Delete what only these used",
  description: "Nothing else in the site names them.",
  needsConfirmation: true,
};
/** What a mint.json says that docs.json does not. */
export const settingsTaken: ChangeAnnotation = {
  label: "Take over settings",
  description: "docs.json says nothing of them yet, so readers will see a difference.",
  needsConfirmation: true,
};
export const oldFileDeleted: ChangeAnnotation = {
  label: "Delete mint.json",
  description: "The service does not read it beside docs.json.",
  needsConfirmation: false,
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
