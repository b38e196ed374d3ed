import { resolveImport } from "../../site/pages/imports.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { getLocation } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const importOutsideSite = defineRule({
  code: "mdx/import-outside-site",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "An import of a file outside the site's folder.",
  why: "The service doesn't read anything outside the folder that contains docs.json, so readers don't see content that is imported from elsewhere.",
  howToFix: "Move the file into the site, and update the import.",
  whenToTurnOff: "Turn off this rule if a build step copies the file into the site and updates the import.",
  messages: {
    outside:
      "`{source}` is outside the site's folder, so the service doesn't read it and readers don't see its content. Move the file into the site and import it from there.",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\nimport Note from "[|../../shared/note.mdx|]";\n\n<Note />\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "./snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nRead this.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { imports, path } = page.references;
    if (!isFileUsed(site, path)) return;
    for (const { source, range } of imports)
      if (resolveImport(site, source, path).kind === "outside-site")
        yield { message: "outside", args: { source }, at: getLocation(page, range) };
  }),
});
