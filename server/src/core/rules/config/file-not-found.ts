import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation, type JsonNode } from "../../config/json/json-tree.ts";
import { type FileReference, formatSettingPath } from "../../config/settings/check-value.ts";
import { getSettingsResult } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { getFileName, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { checkConfig, defineRule, type Finding, createReplaceEdits } from "../rule.ts";

export const fileNotFound = defineRule({
  code: "config/file-not-found",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A reference in docs.json to an image, icon, font, or grammar that doesn't exist.",
  why: "The service doesn't report missing files. Readers see a broken image, no icon, or the default font instead.",
  howToFix: "Add the file to the site, or fix the path.",
  whenToTurnOff: "Turn off this rule if a build step adds the files after Docwright checks the site.",
  messages: {
    missing: "`{written}` doesn't exist, so `{path}` doesn't work. Add the file, or fix the path.",
    near: "`{written}` doesn't exist, so `{path}` doesn't work. Did you mean `{near}`?",
    outside: "`{written}` is outside the site's folder, so `{path}` doesn't work. Move the file into the site.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "favicon": [|"/Favicon.svg"|], "navigation": { "pages": ["index"] } }\n//- favicon.svg\n<svg/>',
      good: '//- docs.json\n{ "favicon": "/favicon.svg", "navigation": { "pages": ["index"] } }\n//- favicon.svg\n<svg/>',
    },
  ],
  check: checkConfig(function* (_, site) {
    for (const fileReference of getSettingsResult(site).files) yield* createFindings(fileReference, site);
  }),
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield {
        title: "use",
        args: { near: suggestion },
        edits: createReplaceEdits(at, toJsonString(suggestion)),
      };
  },
});

function* createFindings(
  { node, settingPath }: FileReference,
  site: Site,
): Iterable<Finding<"missing" | "near" | "outside">> {
  const rawPath = node.value.trim();
  if (rawPath === "" || isUrl(rawPath)) return;
  const resolvedPath = resolveSitePath(rawPath.replace(/[?#].*$/s, ""));
  const args = { written: rawPath, path: formatSettingPath(settingPath) };
  const at = getNodeLocation(node);
  if (!resolvedPath.ok) yield { message: "outside", at, args };
  else if (!site.files.has(resolvedPath.path) && !site.isIgnored(resolvedPath.path)) {
    const fileWithSameName = getFilesByName(site.files).get(getFileName(resolvedPath.path).toLowerCase());
    if (fileWithSameName === undefined) yield { message: "missing", at, args };
    else
      yield {
        message: "near",
        at,
        args: { ...args, near: `/${fileWithSameName}` },
        data: { near: `/${fileWithSameName}` },
      };
  }
}

/**
 * Whether the text is a URL, such as a `data:` URL. A path with backslashes or a drive letter isn't a URL, and isn't a
 * valid path to a file either.
 */
function isUrl(text: string): boolean {
  return isAbsoluteReference(text) && !/^([a-z]:|\\\\|file:)/i.test(text);
}

/** Maps each file name in lowercase to the first file with this name. */
const getFilesByName = derive((files: ReadonlySet<SitePath>): ReadonlyMap<string, SitePath> => {
  const filesByName = new Map<string, SitePath>();
  for (const file of files) {
    const name = getFileName(file).toLowerCase();
    if (!filesByName.has(name)) filesByName.set(name, file);
  }
  return filesByName;
});

/** Whether the value lists only style sheets and scripts of the site, which the service includes on all pages. */
export function listsIncludedFiles(value: JsonNode | undefined, site: Site, depth = 0): boolean {
  if (value?.kind === "string") {
    const path = value.value.replace(/^(?:\.?\/)+/, "");
    return /\.(?:css|js)$/i.test(path) && site.files.has(path);
  }
  const properties = value?.kind === "object" ? value.properties : [];
  const sources = properties.filter(({ key }) => key === "src" || key === "href");
  const values =
    value?.kind === "array"
      ? value.items
      : (sources.length > 0 ? sources : properties).map((property) => property.value);
  return depth < maxListDepth && values.length > 0 && values.every((each) => listsIncludedFiles(each, site, depth + 1));
}

/** The maximum depth of lists such as `{ "css": ["a.css"] }`. */
const maxListDepth = 3;
