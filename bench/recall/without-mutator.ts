/** Codes of the catalogue that no kind of fault is made for, each with its reason. */
export const withoutMutator: Readonly<Record<string, string>> = {};
