import { draft, type JsonSchema } from "../config/json/json-schema.ts";
import type { ProfileName } from "../config/settings/profile.ts";
import { frontmatterFields, meaningOf, valuesOf, type FieldInfo } from "./frontmatter-fields.ts";

const scalar: JsonSchema = { type: ["string", "number", "boolean", "null"] };
const map: JsonSchema = { type: "object" };

/** The frontmatter of a page as a JSON schema. Sites keep fields of their own, so unknown ones are accepted. */
export function frontmatterSchema(profile: ProfileName): JsonSchema {
  return {
    $schema: draft,
    title: "Frontmatter",
    description: "Fields at the top of a page.",
    type: ["object", "null"],
    properties: Object.fromEntries(
      [...frontmatterFields.values()].map((field) => [field.name, ofField(field, profile)]),
    ),
  };
}

function ofField(field: FieldInfo, profile: ProfileName): JsonSchema {
  const about = meaningOf(field, profile);
  return {
    description: field.default === undefined ? about : `${about} Default: ${field.default}.`,
    ...ofType(field, profile),
  };
}

/** A field without a value is no fault, so `null` always passes. */
function ofType(field: FieldInfo, profile: ProfileName): JsonSchema {
  const { type } = field;
  switch (type.kind) {
    case "text":
      return { type: ["string", "number", "null"] };
    case "reference":
      return { type: ["string", "null"] };
    case "flag":
      return { type: ["boolean", "null"] };
    case "number":
      return { type: ["number", "null"] };
    case "enum": {
      const values = valuesOf(field, profile) ?? [];
      return {
        enum: [...values.map(({ value }) => value), "", null],
        enumDescriptions: [...values.map(({ meaning }) => meaning), "", ""],
      };
    }
    case "icon":
    case "reference-or-map":
      return { type: ["string", "object", "null"] };
    case "list":
      return { type: ["array", "null"], items: scalar };
    case "groups":
      return { type: ["array", "null"], items: { type: ["string", "number", "object"] } };
    case "related":
      return {
        anyOf: [
          { const: false },
          { type: "null" },
          { type: "array", items: { anyOf: [{ type: "string" }, map] } },
        ],
      };
    case "map":
      return { type: ["object", "null"] };
    case "any":
      return {};
  }
}
