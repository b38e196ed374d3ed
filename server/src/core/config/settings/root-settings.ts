import type { ObjectShape } from "../setting-shape.ts";
import { apiSettings } from "./api-settings.ts";
import { checked, flag, nonBlank, object, setting, text } from "./build-shape.ts";
import { integrations } from "./integration-settings.ts";
import { lookSettings } from "./look-settings.ts";
import { navigation } from "./navigation-settings.ts";
import { pageSettings } from "./page-settings.ts";

/** docs.json: every setting that either profile knows (reference/properties.jsonl). */
export const rootShape: ObjectShape = object({
  $schema: setting(
    checked("url"),
    "Address of a description of this file, from which editors complete it. It also tells Docwright which service the site is for.",
    { default: "https://mintlify.com/docs.json" },
  ),
  name: setting(nonBlank, "Name of the project or product, as readers see it.", {
    required: "mintlify",
    example: "My product",
  }),
  description: setting(text, "What the site is about, for search engines and agents."),
  public: setting(flag, "Whether pages are open to everybody on a site that asks readers to log in."),
  ...lookSettings,
  navigation: setting(
    navigation,
    "Structure of the site. Exactly one of products, languages, versions, tabs, dropdowns, anchors, groups and pages stands at its top.",
    { required: true, example: { pages: ["index"] } },
  ),
  ...apiSettings,
  ...pageSettings,
  integrations: setting(integrations, "Analytics, chat and consent services the site is connected to."),
});
