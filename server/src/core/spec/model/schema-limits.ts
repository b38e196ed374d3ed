import { isTrue, textOf, type SpecNode } from "../spec-node.ts";
import type { SchemaLimits } from "./schema-model.ts";

interface HasLimits {
  limits: SchemaLimits;
}

const numberKeywords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

/** How the keys of a schema that limit a value are read. */
export const limitReaders: readonly [string, (draft: HasLimits, value: SpecNode) => void][] = [
  ...numberKeywords.map((key): [string, (draft: HasLimits, value: SpecNode) => void] => [
    key,
    (draft, node) => {
      if (node.kind === "scalar" && typeof node.value === "number")
        draft.limits = { ...draft.limits, [key]: node.value };
    },
  ]),
  [
    "pattern",
    (draft, node) => {
      const pattern = textOf(node);
      if (pattern !== undefined) draft.limits = { ...draft.limits, pattern };
    },
  ],
  [
    "uniqueItems",
    (draft, node) => {
      if (isTrue(node)) draft.limits = { ...draft.limits, uniqueItems: true };
    },
  ],
];
