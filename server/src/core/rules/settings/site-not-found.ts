import { toJsonString, removeMember } from "../../config/json/json-edit.ts";
import { getHeadLocation, type JsonString, getJsonValue } from "../../config/json/json-tree.ts";
import { type SettingsSource, resolveSiteFolder } from "../../site/settings/site-settings.ts";
import { configEntry, type Site } from "../../site/site.ts";
import { findNearestName } from "../../text/similarity.ts";
import { getFolderPath } from "../../text/site-path.ts";
import { checkSettingsSource, defineRule, toFileEdits, createReplaceEdits } from "../rule.ts";
import { createSuggestionSource } from "../subjects/fixes.ts";

export const siteNotFound = defineRule({
  code: "settings/site-not-found",
  subjectKinds: ["settings"],
  severity: "warning",
  summary: "A folder under `sites` in .docwright.json that has no docs.json.",
  why: "Only a subfolder with a docs.json can be a separate site. Docwright ignores any other entries under `sites`.",
  howToFix: "Use the path of a subfolder that contains a docs.json, or remove the entry.",
  whenToTurnOff: "Keep this rule on. If a folder has no docs.json, Docwright ignores its entry.",
  messages: {
    near: "`{folder}` doesn't contain a docs.json, so Docwright ignores this entry. Did you mean `{nearest}`?",
    unknown:
      "`{folder}` isn't a subfolder with a docs.json, so Docwright ignores this entry. Enter a path relative to the site's root, or remove the entry.",
    change: "Change to `{nearest}`",
    remove: "Remove `{folder}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "sites": [[|"packages/clo"|]] }\n//- packages/cli/docs.json\n{ "navigation": { "pages": ["index"] } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "sites": ["packages/cli"] }\n//- packages/cli/docs.json\n{ "navigation": { "pages": ["index"] } }\n',
    },
  ],
  check: checkSettingsSource(function* (source, site) {
    const guess = createSuggestionSource();
    for (const item of listSiteEntries(source)) {
      if (isExistingSite(item.value, site)) continue;
      const folders = [...(site.nestedConfigs?.keys() ?? [])].map(getFolderPath);
      const nearest = guess(item.value, () => findNearestName(item.value, folders));
      yield {
        message: nearest === undefined ? "unknown" : "near",
        at: getHeadLocation(item),
        args: { folder: item.value, nearest: nearest ?? "" },
        ...(nearest !== undefined && { data: { nearest } }),
      };
    }
  }),
  *createFixes({ at, args = {}, data }, { settings }) {
    const nearest = data?.["nearest"];
    if (typeof nearest === "string")
      yield { title: "change", args: { nearest }, edits: createReplaceEdits(at, toJsonString(nearest)) };
    const edits = settings.source ? removeMember(settings.source, at.range) : [];
    if (edits.length > 0)
      yield { title: "remove", args: { folder: args["folder"] ?? "" }, edits: toFileEdits(at.file, edits) };
  },
});

function listSiteEntries({ root }: SettingsSource): readonly JsonString[] {
  const sites = getJsonValue(root, "sites");
  const items = sites?.kind === "array" ? sites.items : [];
  return items.flatMap((item) => (item.kind === "string" && item.value.trim() !== "" ? [item] : []));
}

/** Whether the folder contains a site. An ignored folder isn't scanned, so it's assumed to contain one. */
function isExistingSite(rawPath: string, { files, isIgnored }: Site): boolean {
  const folder = resolveSiteFolder(rawPath);
  if (folder === undefined) return false;
  return isIgnored(`${folder}/`) || files.has(`${folder}/${configEntry}`);
}
