/** Codes of the catalogue that no kind of fault is made for, each with its reason. */
export const withoutMutator: Readonly<Record<string, string>> = {
  "openapi/spec-invalid": "the rule is not built yet",
  "openapi/operation-left-out": "the rule is not built yet",
  "asyncapi/spec-invalid": "the rule is not built yet",
};
