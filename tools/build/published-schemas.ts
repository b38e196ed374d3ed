import type { JsonSchema } from "../../server/src/core/config/settings/setting-schema.ts";
import { createConfigSchema, createSettingsFileSchema } from "../../server/src/core/config/settings/config-schema.ts";
import { createFrontmatterSchema } from "../../server/src/core/page/frontmatter-fields.ts";

/** Returns the JSON schemas that are published with each release, by their file names in `dist/schemas`. */
export function getPublishedSchemas(): ReadonlyMap<string, JsonSchema> {
  return new Map([
    ["docs.schema.json", createConfigSchema("standard")],
    ["docs.mintlify.schema.json", createConfigSchema("mintlify")],
    ["docwright.schema.json", createSettingsFileSchema()],
    ["frontmatter.schema.json", createFrontmatterSchema("standard")],
    ["frontmatter.mintlify.schema.json", createFrontmatterSchema("mintlify")],
  ]);
}
