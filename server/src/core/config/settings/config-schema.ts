import { draft, type JsonSchema } from "../json-schema.ts";
import type { ProfileName } from "../profile.ts";
import {
  enumValues,
  type EnumShape,
  type FormsShape,
  type ListShape,
  type ObjectShape,
  type Setting,
  type Shape,
  type ShapeName,
  type StringShape,
} from "../setting-shape.ts";
import { elementShapes } from "./navigation-settings.ts";
import { rootShape } from "./root-settings.ts";
import { stringChecks } from "./string-checks.ts";

/** Any value may stand in a file of its own. */
const pulledIn: JsonSchema = {
  type: "object",
  required: ["$ref"],
  properties: {
    $ref: {
      type: "string",
      description: "Path of a JSON file, relative to this one, whose content takes the place of this object.",
    },
  },
};

/**
 * docs.json of a profile as a JSON schema, for editors that do not run Docwright and for other programs. It says no
 * more than `config/` rules say of a single value: what accepted sites do is accepted, unknown keys included.
 */
export function configSchema(profile: ProfileName): JsonSchema {
  const definitions = Object.entries(elementShapes).map(([name, shape]) => [name, ofShape(shape, profile)]);
  return {
    $schema: draft,
    title: "docs.json",
    description: "Settings and navigation of a documentation site.",
    ...ofObject(rootShape, profile),
    definitions: { ...Object.fromEntries(definitions), pulledIn },
  };
}

/** The value itself or, where it is an object or list, a `$ref` that brings it. */
function ofValue(shape: Shape, profile: ProfileName): JsonSchema {
  if (shape.kind === "named") return orPulledIn({ $ref: `#/definitions/${shape.name satisfies ShapeName}` });
  const schema = ofShape(shape, profile);
  return shape.kind === "list" || shape.kind === "object" || shape.kind === "forms" || shape.kind === "record"
    ? orPulledIn(schema)
    : schema;
}

function orPulledIn(schema: JsonSchema): JsonSchema {
  return {
    if: { type: "object", required: ["$ref"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { $ref: "#/definitions/pulledIn" },
    else: schema,
  };
}

function ofShape(shape: Shape, profile: ProfileName): JsonSchema {
  switch (shape.kind) {
    case "named":
      return { $ref: `#/definitions/${shape.name}` };
    case "string":
      return ofString(shape);
    case "enum":
      return ofEnum(shape, profile);
    case "boolean":
      return { type: "boolean" };
    case "number":
      return {
        type: "number",
        ...(shape.above !== undefined && { exclusiveMinimum: shape.above }),
      };
    case "list":
      return ofList(shape, profile);
    case "record":
      return { type: "object", additionalProperties: ofValue(shape.values, profile) };
    case "object":
      return ofObject(shape, profile);
    case "forms":
      return ofForms(shape, profile);
    case "choice":
      return { anyOf: Object.values(shape.branches).map((branch) => ofValue(branch, profile)) };
  }
}

function ofString({ check, minLength, maxLength, trimmed }: StringShape): JsonSchema {
  const pattern = check && stringChecks[check].pattern;
  return {
    type: "string",
    // Blanks at both ends do not count, which no length can say.
    ...(minLength !== undefined && (trimmed ? { pattern: "\\S" } : { minLength })),
    ...(maxLength !== undefined && !trimmed && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

function ofEnum(shape: EnumShape, profile: ProfileName): JsonSchema {
  const values = [...enumValues(shape, profile), ...(shape.disputed ?? [])];
  const about = new Map(Object.entries(shape.about ?? {}));
  const known = {
    enum: [...new Set(values)],
    ...(about.size > 0 && { enumDescriptions: values.map((value) => about.get(value) ?? "") }),
  };
  return shape.open || shape.lenient ? { anyOf: [known, { type: "string" }] } : known;
}

function ofList({ items, min, max, unique }: ListShape, profile: ProfileName): JsonSchema {
  return {
    type: "array",
    items: ofValue(items, profile),
    ...(min !== undefined && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
    ...(unique === "item" && { uniqueItems: true }),
  };
}

function ofObject({ settings, unknownKeys }: ObjectShape, profile: ProfileName): JsonSchema {
  const shown = [...settings].filter(([, { misplaced }]) => !misplaced);
  const required = shown.filter(([, setting]) => setting.required === true || setting.required === profile);
  const [free, bound] = [
    required.filter(([, { unless }]) => unless),
    required.filter(([, { unless }]) => !unless),
  ];
  const beside = shown.flatMap(([key, { required: needed }]) =>
    typeof needed === "object" ? [[needed.with, key] as const] : [],
  );
  return {
    type: "object",
    properties: Object.fromEntries(shown.map(([key, setting]) => [key, ofSetting(setting, profile)])),
    ...(bound.length > 0 && { required: bound.map(([key]) => key) }),
    ...(free.length > 0 && {
      allOf: free.map(([key, { unless = [] }]) => ({
        anyOf: [key, ...unless].map((one) => ({ required: [one] })),
      })),
    }),
    ...(beside.length > 0 && {
      dependencies: Object.fromEntries(
        beside.map(([key]) => [key, beside.filter(([other]) => other === key).map(([, needed]) => needed)]),
      ),
    }),
    ...(unknownKeys === "refused" && { additionalProperties: false }),
  };
}

function ofSetting(setting: Setting, profile: ProfileName): JsonSchema {
  const { meaning, default: byDefault, example } = setting;
  const remarks = [
    meaning,
    byDefault === undefined ? "" : `Default: ${byDefault}.`,
    setting.onlyIn === undefined ? "" : `Only in the ${setting.onlyIn} profile.`,
    setting.theme === undefined ? "" : `Only the theme ${setting.theme} reads it.`,
  ];
  return {
    description: remarks.filter((part) => part !== "").join(" "),
    ...ofValue(setting.shape, profile),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** The first form whose key is there. */
function ofForms({ forms, otherwise }: FormsShape, profile: ProfileName): JsonSchema {
  return forms.reduceRight<JsonSchema>(
    (others, { key, values, shape }) => ({
      if: {
        type: "object",
        required: [key],
        ...(values && { properties: { [key]: { enum: values } } }),
      },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: ofObject(shape, profile),
      else: others,
    }),
    ofObject(otherwise, profile),
  );
}
