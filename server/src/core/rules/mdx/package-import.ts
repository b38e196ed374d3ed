import { components } from "../../page/components/components.ts";
import type { PageImport } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { getFolderPath } from "../../text/site-path.ts";
import { checkPage, defineRule, createSuggestionFix } from "../rule.ts";
import { getLocation } from "../subjects/page-subjects.ts";
import { reactNames } from "./undefined-name.ts";

const combinedMessageKeys: Readonly<Record<string, "packages" | "built-ins" | "reacts">> = {
  package: "packages",
  "built-in": "built-ins",
  react: "reacts",
};

export const packageImport = defineRule({
  code: "mdx/package-import",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "An import of a package.",
  why: "The service imports only files from the site. Packages aren't installed, so their exports are missing and a strict build fails.",
  howToFix:
    "Import a file from the site, using a path that starts with `/` or `./`. If the service provides the component, remove the import.",
  whenToTurnOff: "Turn off this rule if your own build installs the packages.",
  messages: {
    package:
      "`{source}` is a package, but the service imports only files from the site, so readers don't see its content. Import a file whose path starts with `/` or `./`.",
    "built-in":
      "`{source}` is a package, which the service doesn't install. Its components are built in, so the page works without the import. Remove the import.",
    react:
      "`{source}` is a package, which the service doesn't install. Pages can use React without an import, so the page works without this one. Remove the import.",
    packages:
      "`{source}` is a package that's imported in {count} places, but the service imports only files from the site, so readers don't see its content. Import files from the site instead.",
    "built-ins":
      "`{source}` is a package, which the service doesn't install. It's imported in {count} places, but its components are built in and work without the imports. Remove the imports.",
    reacts:
      "`{source}` is a package, which the service doesn't install. It's imported in {count} places, but pages can use React without an import. Remove the imports.",
    path: "`{source}` doesn't start with `/` or `./` and is treated as a package, so readers don't see its content. Use `{near}`.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport { Sun } from "[|lucide-react|]";\nimport Note from "[|snippets/note.mdx|]";\n\n<Note />\n//- snippets/note.mdx\nRead this.\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nRead this.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { imports, path } = page.references;
    if (!isFileUsed(site, path)) return;
    for (const { source, names, range } of imports) {
      if (resolveImport(site, source, path).kind !== "package") continue;
      const suggestion = findIntendedFile(source, site);
      const at = getLocation(page, range);
      const args = { source };
      if (source === "react" && names.length > 0 && names.every(isReactName))
        yield { message: "react", args, at, severity: "information" };
      else if (suggestion === undefined && names.length > 0 && names.every(isBuiltIn))
        yield { message: "built-in", args, at, severity: "information" };
      else if (suggestion === undefined) yield { message: "package", args, at };
      else yield { message: "path", args: { ...args, near: suggestion }, at, data: { near: suggestion } };
    }
  }),
  createFixes: (finding) => createSuggestionFix(finding),
  // The pages in a folder often have the same imports, because they were copied or generated.
  grouping: {
    getCause: ({ message, args, at }) =>
      message in combinedMessageKeys ? JSON.stringify([getFolderPath(at.file), message, args?.["source"]]) : undefined,
    combinedMessage: ({ message }) => combinedMessageKeys[message],
  },
});

/** Whether a name from the package `react` has the same value on every page, even without an import. */
function isReactName({ importedName, localName }: PageImport["names"][number]): boolean {
  return importedName === "default" || importedName === "*"
    ? localName === "React"
    : importedName === localName && reactNames.has(localName);
}

/** Whether a name is that of a built-in component, which every page can use without an import. */
function isBuiltIn({ importedName, localName }: PageImport["names"][number]): boolean {
  const component = components.get(importedName);
  return importedName === localName && component !== undefined && component.replacedBy === undefined;
}

/**
 * Returns the path that the author probably meant, such as `/snippets/note.mdx` for `snippets/note.mdx` or
 * `@/snippets/note.mdx`, if that file exists.
 */
function findIntendedFile(source: string, site: Site): string | undefined {
  const path = source.replace(/^[@~]\//, "");
  return site.files.has(path) ? `/${path}` : undefined;
}
