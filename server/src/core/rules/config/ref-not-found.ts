import { toJsonString } from "../../config/json/json-edit.ts";
import type { Site } from "../../site/site.ts";
import { findNearestName } from "../../text/similarity.ts";
import { getFolderPath, getParentFolders } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { checkConfig, defineRule, createReplaceEdits } from "../rule.ts";
import { createSuggestionSource } from "../subjects/fixes.ts";

export const refNotFound = defineRule({
  code: "config/ref-not-found",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A `$ref` to a file that doesn't exist.",
  why: "The build fails if a file that docs.json includes doesn't exist.",
  howToFix: "Create the file, or fix the path.",
  whenToTurnOff: "Turn off this rule if a build step creates the file after Docwright checks the site.",
  messages: {
    missing:
      "`{file}` doesn't exist, so `$ref` can't include it and the site can't be built. Create the file, or fix the path.",
    folder:
      "`$ref` refers to a folder, so it can't include anything and the site can't be built. Enter the path of a JSON file, such as `./navigation.json`.",
    use: "Change to `{path}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "$ref": [|"./navigaton.json"|] } }\n//- navigation.json\n{ "pages": ["index"] }',
      good: '//- docs.json\n{ "navigation": { "$ref": "./navigation.json" } }\n//- navigation.json\n{ "pages": ["index"] }',
    },
  ],
  check: checkConfig(function* ({ refs }, site) {
    const guess = createSuggestionSource();
    for (const { location, result } of refs) {
      if (result.kind !== "not-found") continue;
      const { file } = result;
      if (file === "" || getFolders(site.files).has(file)) {
        yield { message: "folder", at: location };
        continue;
      }
      const suggestion = guess(file, () => findNearestName(file, findUnusedJsonFiles(site)));
      yield {
        message: "missing",
        at: location,
        args: { file },
        ...(suggestion !== undefined && { data: { near: suggestion } }),
      };
    }
  }),
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    if (typeof suggestion !== "string") return;
    const path = getRelativePath(getFolderPath(at.file), suggestion);
    yield { title: "use", args: { path }, edits: createReplaceEdits(at, toJsonString(path)) };
  },
});

/** The folders in the site. They're computed only once, because docs.json can refer to thousands of files. */
const getFolders = derive((files: Site["files"]) => getParentFolders(files));

/**
 * Yields the JSON files that docs.json doesn't include yet. Including a file again would create a cycle or a duplicate.
 */
function* findUnusedJsonFiles({ files, config }: Site): Iterable<SitePath> {
  const usedPaths = new Set(config.files.map(({ path }) => path));
  for (const file of files) if (file.endsWith(".json") && !usedPaths.has(file)) yield file;
}

/** Returns the relative path from a folder to a file, such as `./nav.json` or `../nav.json`. */
function getRelativePath(folder: SitePath, target: SitePath): string {
  const folderSegments = folder === "" ? [] : folder.split("/");
  const targetSegments = target.split("/");
  let commonSegmentCount = 0;
  while (
    commonSegmentCount < folderSegments.length &&
    commonSegmentCount < targetSegments.length - 1 &&
    folderSegments[commonSegmentCount] === targetSegments[commonSegmentCount]
  )
    commonSegmentCount++;
  const parentStepCount = folderSegments.length - commonSegmentCount;
  return `${parentStepCount === 0 ? "./" : "../".repeat(parentStepCount)}${targetSegments.slice(commonSegmentCount).join("/")}`;
}
