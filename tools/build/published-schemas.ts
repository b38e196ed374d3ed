import type { JsonSchema } from "../../server/src/core/config/settings/setting-shape.ts";
import { configSchema, settingsFileSchema } from "../../server/src/core/config/settings/config-schema.ts";
import { frontmatterSchema } from "../../server/src/core/page/frontmatter-fields.ts";

/** Returns the JSON schemas that are published with each release, by their file names in `dist/schemas`. */
export function publishedSchemas(): ReadonlyMap<string, JsonSchema> {
  return new Map([
    ["docs.schema.json", configSchema("standard")],
    ["docs.mintlify.schema.json", configSchema("mintlify")],
    ["docwright.schema.json", settingsFileSchema()],
    ["frontmatter.schema.json", frontmatterSchema("standard")],
    ["frontmatter.mintlify.schema.json", frontmatterSchema("mintlify")],
  ]);
}
