import type { PageReferences, PageTag } from "../../page/page.ts";
import { getSnippetPaths } from "../../site/navigation/used-files.ts";
import { isNameAvailable, createImportName } from "../../site/pages/imports.ts";
import { createImportEdit } from "../subjects/fixes.ts";
import { getAttribute, findBuiltInTags, getLocation } from "../subjects/page-subjects.ts";
import type { Site } from "../../site/site.ts";
import { toVerbatim } from "../../text/phrase.ts";
import type { SitePath, TextEdit } from "../../text/text-edit.ts";
import { checkPage, defineRule, toFileEdits, type Finding } from "../rule.ts";

export const legacySnippet = defineRule({
  code: "mdx/legacy-snippet",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "hint",
  summary: "A deprecated `Snippet` component.",
  why: '`<Snippet file="…" />` still works, but the documentation of the service recommends imports, which can pass values and are recognized by editors.',
  howToFix: "Import the file, and use it as a component. The quick fixes migrate a single tag or all tags.",
  whenToTurnOff: "Turn off this rule if you don't want to change existing pages, because `<Snippet>` still works.",
  messages: {
    old: "`<Snippet>` is deprecated. It still works, but it's supported only for older pages. Import the file and use it as a component instead.",
    several:
      "The deprecated `<Snippet>` tag is used {count} times. It still works, but it's supported only for older pages. Import the files and use them as components instead.",
    import: "Import {fileName}",
    migrate: "Migrate {count} snippets to imports",
  },
  examples: [
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\n<[|Snippet|] file="note.mdx" />\n//- _snippets/note.mdx\nRead this.\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/_snippets/note.mdx";\n\n<Note />\n//- _snippets/note.mdx\nRead this.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    for (const { tag, component } of findBuiltInTags(page, site)) {
      if (component.name !== "Snippet" || getFileAttribute(tag) === undefined) continue;
      yield { message: "old", at: getLocation(page, tag.nameRange), tags: ["deprecated"] };
    }
  }),
  *createFixes(finding, site) {
    const { edits, files } = createMigration([finding], site);
    const [file] = files;
    if (file !== undefined) yield { title: "import", args: { fileName: toVerbatim(file) }, edits };
  },
  grouping: {
    getCause: () => "all",
    combinedMessage: "several",
    *createFixes(findings, site) {
      const { edits, files } = createMigration(findings, site);
      if (files.length > 1) yield { title: "migrate", args: { count: files.length }, edits };
    },
  },
});

/** Returns the edits that replace tags with imports, and the file of each tag that can be replaced. */
function createMigration(findings: readonly Finding[], site: Site) {
  const changesByPage = new Map<PageReferences, { names: Map<SitePath, string>; edits: TextEdit[] }>();
  const files: SitePath[] = [];
  for (const { at } of findings) {
    const page = site.references.get(at.file);
    const tag = page?.tags.find(({ nameRange }) => nameRange.start === at.range.start);
    const file = tag && getSnippetPaths(getFileAttribute(tag) ?? "").find((candidate) => site.pages.has(candidate));
    if (!page || !tag?.isSelfClosing || file === undefined || tag.attributes.length !== 1) continue;
    const pageChanges = changesByPage.get(page) ?? { names: new Map<SitePath, string>(), edits: [] };
    changesByPage.set(page, pageChanges);
    const { names, edits } = pageChanges;
    let name = names.get(file);
    if (name === undefined) {
      const usedImportNames = new Set(names.values());
      name = findUnusedName(
        createImportName(file),
        page,
        (candidate) => usedImportNames.has(candidate) || isNameAvailable(site, page, candidate),
      );
      names.set(file, name);
      const edit = createImportEdit(page, { file, importedName: "default" }, name);
      if (edit.kind === "edit") edits.push(...edit.edits);
    }
    edits.push({ range: tag.range, newText: `<${name} />` });
    files.push(file);
  }
  return { edits: [...changesByPage].flatMap(([{ path }, { edits }]) => toFileEdits(path, edits)), files };
}

function getFileAttribute(tag: PageTag): string | undefined {
  const value = getAttribute(tag, "file")?.value;
  return value?.kind === "text" ? value.text : undefined;
}

function findUnusedName(name: string, page: PageReferences, isNameInUse: (name: string) => boolean): string {
  const usedNames = new Set(page.tags.map((tag) => tag.name));
  let availableName = name;
  for (let count = 2; usedNames.has(availableName) || isNameInUse(availableName); count++)
    availableName = `${name}${count}`;
  return availableName;
}
