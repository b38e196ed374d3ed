import { insertItem, insertProperty, formatJson, toJsonString } from "../../config/json/json-edit.ts";
import { isMisread } from "../../config/json/json-reader.ts";
import { findProperty } from "../../config/json/json-tree.ts";
import { isListedFolder } from "../../site/navigation/nested-sites.ts";
import { configEntry, type Site } from "../../site/site.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { FileEdit, SitePath } from "../../text/text-edit.ts";
import { checkFile, defineRule, toFileEdits } from "../rule.ts";

const settingsFile = ".docwright.json";

export const nestedSite = defineRule({
  code: "config/nested-site",
  subjectKinds: ["file"],
  severity: "warning",
  summary: "A docs.json in a subfolder of the site.",
  why: "The service publishes one folder, which has a docs.json at its root. Pages in subfolders belong to the same site, and the service ignores any other docs.json. Docwright can't determine which folder is configured in the service, so it assumes the outermost one. A subfolder is a separate site only if `sites` in .docwright.json lists it or `.mintignore` excludes it. If the navigation doesn't list any page in the subfolder, this problem is reported only as information, and links that work from the subfolder aren't reported.",
  howToFix:
    "If the subfolder is published separately, list it under `sites` in `.docwright.json`. Otherwise, delete its docs.json, because the service doesn't use it.",
  whenToTurnOff: "Turn off this rule if the docs.json in the subfolder is only an example or a test file.",
  messages: {
    nested:
      "`{file}` has no effect because the service reads only the docs.json at the site's root. Delete the file, or convert its folder to a separate site.",
    unlisted:
      "`{file}` has no effect on this site, because the service reads only the docs.json at its root. If the folder is published separately, list it under `sites` in `.docwright.json`.",
    published: "The service reads this docs.json.",
    separate: "Convert `{folder}` to a separate site",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index", "ja/index"] } }\n//- ja/docs.json\n[|{|] "navigation": { "pages": ["index"] } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index", "ja/index"] } }\n//- ja/index.mdx\n',
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- packages/cli/docs/docs.json\n[|{|] "navigation": { "pages": ["index"] } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "sites": ["packages/cli/docs"] }\n//- packages/cli/docs/docs.json\n{ "navigation": { "pages": ["index"] } }\n',
    },
  ],
  check: checkFile(function* (file, site) {
    const { nestedConfigs, config } = site;
    const range = nestedConfigs?.get(file);
    // A docs.json file that a `$ref` includes isn't a separate site.
    if (!range || config.files.some(({ path }) => path === file)) return;
    const start = config.files.find(({ path }) => path === configEntry)?.root?.range.start ?? 0;
    yield {
      // A folder that isn't in the navigation is probably meant to be a separate site.
      ...(isListedFolder(site, getFolderPath(file))
        ? { message: "nested" }
        : { message: "unlisted", severity: "information" }),
      at: { file, range },
      args: { file },
      relatedLocations: [{ at: { file: configEntry, range: { start, end: start + 1 } }, message: "published" }],
    };
  }),
  *createFixes({ at: { file } }, site) {
    const folder = getFolderPath(file);
    const edits = createSiteEntryEdits(folder, site);
    if (edits.length > 0) yield { title: "separate", args: { folder }, edits };
  },
});

/**
 * Returns the edits that add the folder to `sites` in `.docwright.json`, or that create this file if it doesn't exist.
 */
function createSiteEntryEdits(folder: SitePath, site: Site): FileEdit[] {
  const { source } = site.settings;
  if (!source) {
    if (site.files.has(settingsFile)) return [];
    return [{ kind: "create", file: settingsFile, text: `${JSON.stringify({ sites: [folder] }, null, 2)}\n` }];
  }
  const { root } = source;
  if (root?.kind !== "object" || isMisread(source)) return [];
  const sitesProperty = findProperty(root, "sites");
  if (!sitesProperty)
    return toFileEdits(source.path, insertProperty(source, root, "sites", formatJson(source, [folder])));
  if (sitesProperty.value?.kind !== "array") return [];
  return toFileEdits(source.path, insertItem(source, sitesProperty.value, toJsonString(folder)));
}
