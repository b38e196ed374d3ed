import { components } from "../../page/components/components.ts";
import { findOtherSpelling } from "../../site/links/resolve-link.ts";
import { isFileUsed, getSnippetPaths } from "../../site/navigation/used-files.ts";
import { findFileWithExtension, type ImportTarget, resolveImport } from "../../site/pages/imports.ts";
import { isSnippet } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getPathVersion } from "../../site/navigation/editions.ts";
import { getPathLanguages } from "../../site/navigation/translations.ts";
import { areNested, findNearestName, haveDifferentNumbers } from "../../text/similarity.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { checkPage, createReplaceEdits, defineRule, createSuggestionFix } from "../rule.ts";
import { createSuggestionSource } from "../subjects/fixes.ts";
import { createAllEdits, createSuggestionGroupFix, groupByTarget, createTargetData } from "../subjects/same-target.ts";
import { getAttribute, findBuiltInTags, getLocation } from "../subjects/page-subjects.ts";

const combinedMessageKeys = {
  missing: "imports",
  meant: "importsNear",
  legacy: "tags",
  legacyNear: "tagsNear",
} as const;

export const snippetNotFound = defineRule({
  code: "mdx/snippet-not-found",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "An import of a file that doesn't exist.",
  why: "Imports are resolved by path, including the file extension, from the site's folder or relative to the page. If the file doesn't exist, its components render nothing. The published service imports only `.mdx`, `.md`, `.jsx`, and `.tsx` files.",
  howToFix: "Create the file, or fix the path, including the file extension.",
  whenToTurnOff: "Turn off this rule if a build step creates the file after Docwright checks the site.",
  messages: {
    missing:
      "`{source}` doesn't exist, so readers see nothing where the page uses it. Create the file, or remove the import.",
    meant: "`{source}` doesn't exist, so readers see nothing where the page uses it. Did you mean `{near}`?",
    builtIn: "`{source}` doesn't exist, so readers see the built-in component with this name. Remove the import.",
    unsupported:
      "`{source}` isn't an MDX, Markdown, JSX, or TSX file, so readers see nothing where the page uses it. Move its content to such a file.",
    legacy: "`{source}` isn't in any snippets folder, so readers see nothing here. Create the file, or remove the tag.",
    legacyNear: "`{source}` isn't in any snippets folder, so readers see nothing here. Did you mean `{near}`?",
    imports:
      "`{source}` doesn't exist but is imported {count} times, so readers see nothing where pages use it. Create the file, or remove the imports.",
    importsNear:
      "`{source}` doesn't exist but is imported {count} times, so readers see nothing where pages use it. Did you mean `{near}`?",
    tags: "`{source}` isn't in any snippets folder, so readers see nothing in {count} places. Create the file, or remove the tags.",
    tagsNear:
      "Files such as `{source}` aren't in any snippets folder, so readers see nothing in {count} places. Did you mean `{near}`?",
    use: "Change to `{near}`",
    useAll: "Change all {count} to `{near}`",
    useFiles: "Change all {count} to the suggested files",
  },
  examples: [
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "[|/snippets/nota.mdx|]";\n\n<Note />\n//- snippets/note.mdx\nRead this.\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nRead this.\n',
    },
    {
      bad: '---\ntitle: Start\n---\n\n<Snippet file="[|note.mdx|]" />\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\n<Snippet file="note.mdx" />\n//- _snippets/note.mdx\nRead this.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { imports, path } = page.references;
    if (!isFileUsed(site, path)) return;
    const guess = createSuggestionSource();
    for (const { source, range, names } of imports) {
      const target = resolveImport(site, source, path);
      const at = getLocation(page, range);
      const args = { source };
      if (target.kind !== "missing") {
        const file = names.length > 0 && site.profile.name === "mintlify" ? getTargetPath(target) : undefined;
        if (file === undefined || site.isIgnored(file) || /\.(?:mdx?|[jt]sx)$/.test(file)) continue;
        const suggestion = site.files.has(file) ? undefined : findFileWithExtension(site, file);
        if (suggestion === undefined) yield { message: "unsupported", args, at };
        else {
          const suggestedSource = `${source}${suggestion.slice(file.length)}`;
          yield {
            message: "meant",
            args: { ...args, near: suggestedSource },
            at,
            data: { near: suggestedSource },
          };
        }
        continue;
      }
      const data = createTargetData(target.path);
      const suggestion = guess(target.path, () => findNearestFile(target.path, path, site));
      // The service skips imports of missing files.
      const isBuiltIn = names.length > 0 && names.every(({ localName }) => components.has(localName));
      if (suggestion === undefined && isBuiltIn) yield { message: "builtIn", args, at, severity: "information" };
      else if (suggestion === undefined) yield { message: "missing", args, at, data };
      else
        yield {
          message: "meant",
          args: { ...args, near: `/${suggestion}` },
          at,
          data: { ...data, near: `/${suggestion}` },
        };
    }
    for (const { tag, component } of findBuiltInTags(page, site)) {
      const file = component.name === "Snippet" ? getAttribute(tag, "file")?.value : undefined;
      if (file?.kind !== "text" || getSnippetPaths(file.text).some((path) => fileExists(site, path))) continue;
      const at = getLocation(page, file.range);
      const near = findSnippetSpelling(site, file.text);
      if (near === undefined)
        yield { message: "legacy", args: { source: file.text }, at, data: createTargetData(file.text, "legacy") };
      else
        yield {
          message: "legacyNear",
          args: { source: file.text, near },
          at,
          // Usually, the folder was renamed.
          data: { ...createTargetData(getFolderPath(file.text), "legacy", getFolderPath(near)), near },
        };
    }
  }),
  createFixes: (finding) => createSuggestionFix(finding),
  grouping: groupByTarget({
    combinedMessages: combinedMessageKeys,
    *createFixes(findings) {
      yield* createSuggestionGroupFix(findings);
      const isMixed = new Set(findings.map(({ data }) => data?.["near"])).size > 1;
      const edits = isMixed
        ? createAllEdits(findings, ({ at, data }) => createReplaceEdits(at, String(data?.["near"])))
        : [];
      if (edits.length > 0) yield { title: "useFiles", args: { count: findings.length }, edits };
    },
  }),
});

/** Returns the text for a snippet's file that exists in another spelling, such as `tools/a.mdx` for `Tools/a.mdx`. */
function findSnippetSpelling(site: Site, text: string): string | undefined {
  for (const path of getSnippetPaths(text).filter((each) => each.endsWith(text))) {
    const spelling = [path, `${path}.mdx`, `${path}.md`].map((each) => findOtherSpelling(site, each)).find(Boolean);
    // The same extension is left out as in the text.
    if (spelling) return spelling.path.slice(path.length - text.length, path.length);
  }
  return undefined;
}

function getTargetPath(target: ImportTarget): SitePath | undefined {
  return target.kind === "module" || target.kind === "unread" ? target.path : undefined;
}

function fileExists(site: Site, path: SitePath): boolean {
  return [path, `${path}.mdx`, `${path}.md`].some(
    (candidate) => site.files.has(candidate) || site.isIgnored(candidate),
  );
}

/**
 * Returns the file that the author most likely meant: a file with the same name in another folder or, if there is none,
 * a file with a similar path and name. The file is never in the folder of another language or version. If a folder with
 * snippets exists, a file with a short name in another folder usually has another purpose.
 */
function findNearestFile(path: SitePath, page: SitePath, site: Site): SitePath | undefined {
  const isOffered = createEditionFilter(path, page, site);
  const files = [...site.pages.keys(), ...site.scripts.keys()].filter(isOffered);
  const name = getFileName(path).toLowerCase();
  const folder = getFolderPath(path);
  const hasShortName = name.split(/[-_.]/).length < 4;
  const hasOtherPurpose = hasShortName && isSnippet(path) && files.some((file) => getFolderPath(file) === folder);
  const candidates = hasOtherPurpose ? files.filter((file) => areNested(file, path)) : files;
  const filesWithSameName = candidates.filter((candidate) => getFileName(candidate).toLowerCase() === name);
  if (filesWithSameName.length > 0)
    return (
      findNearestName(path, filesWithSameName) ?? (filesWithSameName.length === 1 ? filesWithSameName[0] : undefined)
    );
  const nearestFile = findNearestName(path, candidates);
  // Four letters of a long path can differ, which are too many for a short name.
  return nearestFile !== undefined && findNearestName(name, [getFileName(nearestFile)]) !== undefined
    ? nearestFile
    : undefined;
}

/**
 * Returns a function that checks whether a file can replace the missing file at this path: the file belongs to the same
 * language and version, and the paths don't contain different numbers.
 */
function createEditionFilter(path: SitePath, page: SitePath, { config }: Site): (file: SitePath) => boolean {
  const languages = getPathLanguages(config);
  const getVersion = (file: SitePath) => getPathVersion(config)(removePageExtension(file));
  const language = languages?.getFolderLanguage(path) ?? languages?.getLanguage(removePageExtension(page));
  const version = getVersion(path) ?? getVersion(page);
  return (file) =>
    !haveDifferentNumbers(path, file) &&
    (languages?.getFolderLanguage(file) ?? language) === language &&
    (version === undefined || (getVersion(file) ?? version) === version);
}
