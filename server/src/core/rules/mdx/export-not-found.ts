import type { PageImport, PageReferences } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { type ImportTarget, resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { findNearestName } from "../../text/similarity.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule, type Finding, createReplaceEdits } from "../rule.ts";
import { createSuggestionSource, type SuggestionSource } from "../subjects/fixes.ts";

export const exportNotFound = defineRule({
  code: "mdx/export-not-found",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "An import of a name that the file doesn't export.",
  why: "A page can import only names that a file exports, or the content of an MDX file under any name. If a name isn't exported, components that use it render nothing.",
  howToFix: "Export the name from the file, or import a name that the file exports.",
  whenToTurnOff: "Keep this rule on. If a name isn't exported, readers see nothing where a page uses it.",
  messages: {
    named:
      "`{name}` isn't exported by `{file}`, so readers see nothing where the page uses it. Export it from the file, or import another name.",
    meant: "`{name}` isn't exported by `{file}`, so readers see nothing where the page uses it. Did you mean `{near}`?",
    default:
      "`{file}` has no default export, so readers see nothing where the page uses `{name}`. Use a named import instead.",
    use: "Change to `{near}`",
    braces: "Change to a named import of `{near}`",
  },
  examples: [
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport { [|verison|] } from "/snippets/values.mdx";\nimport [|Values|] from "/snippets/values.mdx";\n\n<Values />\n//- snippets/values.mdx\nexport const version = "2.1";\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport { version } from "/snippets/values.mdx";\n\nThis is {version}.\n//- snippets/values.mdx\nexport const version = "2.1";\n',
    },
  ],
  check: checkPage(function* ({ references }, site) {
    if (!isFileUsed(site, references.path)) return;
    const guess = createSuggestionSource();
    for (const pageImport of references.imports) {
      const target = resolveImport(site, pageImport.source, references.path);
      if (target.kind !== "module" || target.path === references.path) continue;
      for (const { importedName, localName } of pageImport.names) {
        if (importedName === "default" && isInlined(localName, target)) continue;
        const finding = createMissingExportFinding(importedName, target, site, guess);
        if (!finding) continue;
        const name = importedName === "default" ? localName : importedName;
        const range = findNameRange(references, pageImport, name) ?? pageImport.range;
        yield {
          ...finding,
          args: { ...finding.args, name },
          at: { file: references.path, range },
        };
      }
    }
  }),
  *createFixes({ at, message, args, data }) {
    const suggestion = data?.["near"];
    const localName = args?.["name"];
    if (typeof suggestion !== "string" || typeof localName !== "string") return;
    if (message === "default") {
      const clause = suggestion === localName ? suggestion : `${suggestion} as ${localName}`;
      yield { title: "braces", args: { near: suggestion }, edits: createReplaceEdits(at, `{ ${clause} }`) };
    } else yield { title: "use", args: { near: suggestion }, edits: createReplaceEdits(at, suggestion) };
  },
});

type ModuleTarget = Extract<ImportTarget, { kind: "module" }>;

/**
 * Whether a default import works because the file exports the same name: the service copies all exports of an MDX
 * snippet into the page.
 */
function isInlined(localName: string, { isPage, exports }: ModuleTarget): boolean {
  return isPage && exports.some(({ name }) => name === localName);
}

/**
 * Returns the problem with a name that is imported from a file. Returns undefined if the file exports the name or if
 * some of the file's exports can't be determined.
 */
function createMissingExportFinding(
  importedName: string,
  target: ModuleTarget,
  site: Site,
  guess: SuggestionSource,
): Pick<Finding<"named" | "meant" | "default">, "message" | "args" | "data"> | undefined {
  const { exports, isPage, isOpen, path } = target;
  if (importedName === "*" || isOpen || exports.some(({ name }) => name === importedName)) return undefined;
  const args = { file: path };
  const names = exports.map(({ name }) => name).filter((name) => name !== "default");
  if (importedName !== "default") {
    if (exports.length === 0 && !isPage) return undefined;
    const suggestion = guess(`${path}\n${importedName}`, () => findNearestName(importedName, names));
    return suggestion === undefined
      ? { message: "named", args }
      : { message: "meant", args: { ...args, near: suggestion }, data: { near: suggestion } };
  }
  if (names.length === 0) return undefined;
  const fileReferences = site.references.get(path);
  if (isPage && (!fileReferences || hasOwnContent(fileReferences))) return undefined;
  const [onlyExport] = names;
  return { message: "default", args, ...(onlyExport !== undefined && { data: { near: onlyExport } }) };
}

/**
 * Whether the file has content other than imports and exports. An indented line is assumed to belong to the statement
 * before it.
 */
function hasOwnContent({ text, frontmatter }: PageReferences): boolean {
  const body = text.slice(frontmatter.range?.end ?? 0);
  return body
    .split(/\r\n|\n|\r/)
    .some((line) => /^\S/.test(line) && !/^(import\b|export\b|[})\]`;]|\/[/*]|\{\/\*|\*\/)/.test(line));
}

/** Returns the name's range in the statement. */
function findNameRange({ text }: PageReferences, { clauseRange }: PageImport, name: string): TextRange | undefined {
  const pattern = new RegExp(`(?<![\\w$])${name.replace(/\$/g, "\\$")}(?![\\w$])`, "g");
  pattern.lastIndex = clauseRange.start;
  const match = pattern.exec(text);
  return match && match.index < clauseRange.end ? { start: match.index, end: match.index + name.length } : undefined;
}
