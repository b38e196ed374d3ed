import type { PageOutline, ScriptOutline } from "../../page/page.ts";
import { derive } from "../../site/derive.ts";
import { pageHead } from "../../site/page-head.ts";
import { isSnippet } from "../../site/page-slugs.ts";
import { importedFile } from "../../site/published-pages.ts";
import type { Site } from "../../site/site.ts";
import { snippetPlaces } from "../../site/used-files.ts";
import type { SitePath } from "../../text/text-range.ts";
import { defineRule } from "../rule.ts";

export const unusedSnippet = defineRule({
  code: "mdx/unused-snippet",
  on: ["page", "file"],
  needs: ["pages"],
  severity: "hint",
  summary: "A file in `snippets` that nothing imports.",
  why: "Files in `snippets` are never pages; readers see them only where a page imports them.",
  messages: {
    unused:
      "Nothing imports `{file}`, and files in `snippets` are no pages, so readers never see it. Import it where it belongs, or delete it.",
  },
  examples: [
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n//- snippets/note.mdx\n[||]Read this.\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nRead this.\n',
    },
  ],
  *check(subject, site) {
    if (subject.kind === "page") {
      const { path } = subject.value.outline;
      if (isSnippet(path) && !importedFiles(site).has(path))
        yield {
          message: "unused",
          args: { file: path },
          at: pageHead(subject.value.references),
          tags: ["unnecessary"],
        };
    } else if (subject.kind === "file" && site.scripts.has(subject.value)) {
      const path = subject.value;
      if (isSnippet(path) && /\.[jt]sx$/.test(path) && !importedFiles(site).has(path))
        yield {
          message: "unused",
          args: { file: path },
          at: { file: path, range: { start: 0, end: 0 } },
          tags: ["unnecessary"],
        };
    }
  },
});

function importedFiles(site: Site): ReadonlySet<SitePath> {
  return filesImportedBy(site.pages)(site.scripts);
}

const filesImportedBy = derive((pages: ReadonlyMap<SitePath, PageOutline>) =>
  derive((scripts: ReadonlyMap<SitePath, ScriptOutline>): ReadonlySet<SitePath> => {
    const files = new Set<SitePath>();
    for (const { path, imports } of [...pages.values(), ...scripts.values()])
      for (const source of imports) {
        const file = importedFile(source, path);
        if (file === undefined || file === path) continue;
        for (const ending of endings) files.add(file + ending);
      }
    for (const { snippets } of pages.values())
      for (const file of snippets)
        for (const place of snippetPlaces(file)) for (const ending of endings) files.add(place + ending);
    return files;
  }),
);

/** An import may leave the ending out. */
const endings = ["", ".mdx", ".md", ".jsx", ".tsx"];
