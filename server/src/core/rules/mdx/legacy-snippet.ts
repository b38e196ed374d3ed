import type { PageReferences, PageTag } from "../../page/page.ts";
import { snippetPlaces } from "../../site/navigation/used-files.ts";
import { knowsName, importNameOfFile } from "../../site/pages/imports.ts";
import { addImport } from "../subjects/fixes.ts";
import { getAttribute, builtInTags, locationIn } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const legacySnippet = defineRule({
  code: "mdx/legacy-snippet",
  on: ["page"],
  needs: ["pages"],
  severity: "hint",
  summary: "A deprecated `Snippet` component.",
  why: '`<Snippet file="…" />` still works, but the documentation recommends imports, which can pass values and are recognized by editors.',
  messages: {
    old: "`<Snippet>` is deprecated and supported only for older pages, although readers see no difference. Import the file, and use it as a component.",
    import: "Import {file}",
  },
  examples: [
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\n<[|Snippet|] file="note.mdx" />\n//- _snippets/note.mdx\nRead this.\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/_snippets/note.mdx";\n\n<Note />\n//- _snippets/note.mdx\nRead this.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    for (const { tag, component } of builtInTags(page, site)) {
      if (component.name !== "Snippet" || fileOf(tag) === undefined) continue;
      yield { message: "old", at: locationIn(page, tag.nameRange), tags: ["deprecated"] };
    }
  }),
  *fixes({ at }, site) {
    const page = site.references.get(at.file);
    const tag = page?.tags.find(({ nameRange }) => nameRange.start === at.range.start);
    const file = tag && snippetPlaces(fileOf(tag) ?? "").find((place) => site.pages.has(place));
    if (!page || !tag?.selfClosing || file === undefined) return;
    const name = freeName(importNameOfFile(file), page, (each) => knowsName(site, page, each));
    const edit = addImport(page, { file, imported: "default" }, name);
    const rename = { range: tag.range, newText: `<${name} />` };
    if (edit.kind === "edit" && tag.attributes.length === 1)
      yield { title: "import", args: { file }, edits: [{ ...edit, edits: [...edit.edits, rename] }] };
  },
});

function fileOf(tag: PageTag): string | undefined {
  const value = getAttribute(tag, "file")?.value;
  return value?.kind === "text" ? value.text : undefined;
}

function freeName(name: string, page: PageReferences, isTaken: (name: string) => boolean): string {
  const used = new Set(page.tags.map((tag) => tag.name));
  let free = name;
  for (let count = 2; used.has(free) || isTaken(free); count++) free = `${name}${count}`;
  return free;
}
