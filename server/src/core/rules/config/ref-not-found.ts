import { quoted } from "../../config/json/json-edit.ts";
import type { Site } from "../../site/site.ts";
import { findNearestNames } from "../../text/similarity.ts";
import { folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { checkConfig, defineRule, replaceAt } from "../rule.ts";

export const refNotFound = defineRule({
  code: "config/ref-not-found",
  on: ["config"],
  severity: "error",
  summary: "A `$ref` to a file that doesn't exist.",
  why: "The build fails if a file that docs.json includes doesn't exist.",
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
    for (const { at, verdict: result } of refs) {
      if (result.kind !== "not-found") continue;
      const { file } = result;
      if (isFolder(site, file)) yield { message: "folder", at };
      else yield { message: "missing", at, args: { file }, data: { file } };
    }
  }),
  *fixes({ at, data }, site) {
    const requested = data?.["file"];
    if (typeof requested !== "string") return;
    const found = findNearestNames(requested, unusedJson(site));
    if (found === undefined) return;
    const path = relativePath(folderOf(at.file), found);
    yield { title: "use", args: { path }, edits: replaceAt(at, quoted(path)) };
  },
});

/** Whether a path is the site's own folder, or one of its folders. */
function isFolder({ files }: Site, path: SitePath): boolean {
  if (path === "") return true;
  for (const file of files) if (file.startsWith(`${path}/`)) return true;
  return false;
}

/** Yields the files that docs.json doesn't include yet. Including a file again would create a cycle or a duplicate. */
function* unusedJson({ files, config }: Site): Iterable<SitePath> {
  const used = new Set(config.files.map(({ path }) => path));
  for (const file of files) if (file.endsWith(".json") && !used.has(file)) yield file;
}

/** Returns a relative path such as `./nav.json` or `../nav.json` from the folder of the file. */
function relativePath(folder: SitePath, target: SitePath): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = target.split("/");
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  const up = from.length - same;
  return `${up === 0 ? "./" : "../".repeat(up)}${to.slice(same).join("/")}`;
}
