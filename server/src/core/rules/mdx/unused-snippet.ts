import { getPageHeadLocation } from "../../site/pages/pages.ts";
import { isUnusedSnippet } from "../../site/files/file-usage.ts";
import { defineRule } from "../rule.ts";

export const unusedSnippet = defineRule({
  code: "mdx/unused-snippet",
  subjectKinds: ["page", "file"],
  requires: ["pages"],
  severity: "hint",
  summary: "A file in `snippets` that nothing imports.",
  why: "Files in `snippets` never become pages. Readers see them only on the pages that import them.",
  howToFix: "Import the file on a page, or delete it.",
  whenToTurnOff: "Turn off this rule if you keep snippets that pages will use later.",
  messages: {
    unused:
      "`{file}` isn't imported anywhere, and files in `snippets` aren't pages, so readers never see it. Import it where it's needed, or delete it.",
  },
  examples: [
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n//- snippets/note.mdx\n[||]Read this.\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nRead this.\n',
    },
  ],
  *check(subject, site) {
    const finding = { message: "unused", tags: ["unnecessary"] } as const;
    if (subject.kind === "page") {
      const { path } = subject.value.outline;
      if (isUnusedSnippet(site, path))
        yield { ...finding, args: { file: path }, at: getPageHeadLocation(subject.value.references) };
    } else if (subject.kind === "file" && site.scripts.has(subject.value)) {
      const file = subject.value;
      if (isUnusedSnippet(site, file)) yield { ...finding, args: { file }, at: { file, range: { start: 0, end: 0 } } };
    }
  },
});
