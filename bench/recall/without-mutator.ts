const open = "built after the mutators; its own is open";

/** Codes of the catalogue that no kind of fault is made for, each with its reason. */
export const withoutMutator: Readonly<Record<string, string>> = {
  "drift/missing-field": open,
  "drift/unknown-field": open,
  "drift/wrong-method": open,
  "drift/wrong-required": open,
  "drift/wrong-type": open,
  "drift/wrong-value": open,
};
