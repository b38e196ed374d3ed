import { quoted } from "../../config/json/json-edit.ts";
import { locationOfNode } from "../../config/json/json-tree.ts";
import { type FileUse, showPath } from "../../config/settings/check-value.ts";
import { settingsOf } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { fileName, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { checkConfig, defineRule, type Finding, replaceAt } from "../rule.ts";

export const fileNotFound = defineRule({
  code: "config/file-not-found",
  on: ["config"],
  severity: "warning",
  summary: "A reference in docs.json to an image, icon, font, or grammar that doesn't exist.",
  why: "The service doesn't report missing files. Readers see a broken image, no icon, or the default font instead.",
  howToFix: "Add the file to the site, or fix the path.",
  whenToTurnOff: "Turn off this rule if a build step adds the files after Docwright checks the site.",
  messages: {
    missing: "`{written}` doesn't exist, so `{path}` doesn't work. Add the file, or fix the path.",
    near: "`{written}` doesn't exist, so `{path}` doesn't work. Did you mean `{near}`?",
    outside:
      "`{written}` is outside the site's folder, so `{path}` doesn't work. Move the file into the site.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "favicon": [|"/Favicon.svg"|], "navigation": { "pages": ["index"] } }\n//- favicon.svg\n<svg/>',
      good: '//- docs.json\n{ "favicon": "/favicon.svg", "navigation": { "pages": ["index"] } }\n//- favicon.svg\n<svg/>',
    },
  ],
  check: checkConfig(function* (_, site) {
    for (const use of settingsOf(site).files) yield* findingOf(use, site);
  }),
  *fixes({ at, data }) {
    const near = data?.["near"];
    if (typeof near === "string") yield { title: "use", args: { near }, edits: replaceAt(at, quoted(near)) };
  },
});

function* findingOf(
  { node, place: setting }: FileUse,
  site: Site,
): Iterable<Finding<"missing" | "near" | "outside">> {
  const written = node.value.trim();
  if (written === "" || isElsewhere(written)) return;
  const place = resolveSitePath(written.replace(/[?#].*$/s, ""));
  const args = { written, path: showPath(setting) };
  const at = locationOfNode(node);
  if (!place.ok) yield { message: "outside", at, args };
  else if (!site.files.has(place.path) && !site.isIgnored(place.path)) {
    const found = fileByName(site.files).get(fileName(place.path).toLowerCase());
    if (found === undefined) yield { message: "missing", at, args };
    else yield { message: "near", at, args: { ...args, near: `/${found}` }, data: { near: `/${found}` } };
  }
}

/**
 * Whether the text is a URL, such as a `data:` URL. A path with backslashes or a drive letter isn't a URL, and isn't a
 * valid path to a file either.
 */
function isElsewhere(text: string): boolean {
  return isAbsoluteReference(text) && !/^([a-z]:|\\\\|file:)/i.test(text);
}

/** Maps each file name in lowercase to the first file with this name. */
const fileByName = derive((files: ReadonlySet<SitePath>): ReadonlyMap<string, SitePath> => {
  const byName = new Map<string, SitePath>();
  for (const file of files) {
    const name = fileName(file).toLowerCase();
    if (!byName.has(name)) byName.set(name, file);
  }
  return byName;
});
