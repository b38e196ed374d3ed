import type { Site } from "../../site/site.ts";
import { derive } from "../../text/maps.ts";
import { computeEditDistance } from "../../text/similarity.ts";
import { checkConfig, defineRule } from "../rule.ts";

const oldFileName = "mint.json";
const ignoreFileName = ".mintignore";

export const oldFile = defineRule({
  code: "config/old-file",
  subjectKinds: ["config"],
  severity: "information",
  summary: "A settings file that the service doesn't read.",
  why: "docs.json replaces mint.json. If both exist, the service reads only docs.json. A file whose name only resembles `.mintignore` isn't read either, so it doesn't exclude any files from the site.",
  howToFix:
    "Move the settings that you need to docs.json, and delete mint.json. In VS Code, a quick fix copies the missing settings and deletes the file. Rename a misspelled ignore file to `.mintignore`.",
  whenToTurnOff: "Turn off this rule if another tool still reads mint.json.",
  messages: {
    old: "`{file}` isn't read because docs.json exists, so its settings have no effect. Delete it, but first move any settings that you need and docs.json doesn't contain.",
    ignore: "`{file}` isn't read, so it doesn't exclude any files from the site. Rename it to `.mintignore`.",
  },
  examples: [
    {
      bad: '//- docs.json\n[|{|] "navigation": { "pages": ["index"] } }\n//- mint.json\n{ "name": "Acme" }',
      good: '{ "navigation": { "pages": ["index"] } }',
    },
    {
      bad: '//- docs.json\n[|{|] "navigation": { "pages": ["index"] } }\n//- .mintgnore\ndrafts/',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .mintignore\ndrafts/',
    },
  ],
  check: checkConfig(function* ({ entry, files }, site) {
    const start = files.find(({ path }) => path === entry)?.root?.range.start;
    if (start === undefined) return;
    const at = { file: entry, range: { start, end: start + 1 } };
    if (site.files.has(oldFileName)) yield { message: "old", at, args: { file: oldFileName } };
    for (const file of listMisspelledIgnoreFiles(site.files)) yield { message: "ignore", at, args: { file } };
  }),
});

/** Returns the files next to docs.json whose names resemble `.mintignore`, unless that file exists. */
const listMisspelledIgnoreFiles = derive((files: Site["files"]): readonly string[] => {
  if (files.has(ignoreFileName)) return [];
  return [...files].filter((file) => {
    if (file.length > 20 || file.includes("/") || !/^\.?mint/i.test(file)) return false;
    const name = file
      .toLowerCase()
      .replace(/^\.|[-_]/g, "")
      .replace("mintlify", "mint");
    return computeEditDistance(name, "mintignore", 1) <= 1;
  });
});
