import { importedFile } from "../site/pages/pages.ts";
import type { Offer } from "./completion.ts";
import { relativePath } from "./complete-asset.ts";
import { exportsOf, importableFiles, nameOfFile, sourceOf } from "./importable-names.ts";
import { likeness, nearness, wordsOf } from "./likeness.ts";
import type { PageCaret } from "./page-caret-context.ts";
import type { PageCursor } from "./page-caret.ts";

/** Files that can be imported: those named or exporting what the import asks for, then those that pages around import. */
export function offerSources(
  caret: PageCaret,
  cursor: Extract<PageCursor, { kind: "import-source" }>,
): Offer[] {
  const { site, path, page } = caret;
  const names = [...cursor.clause.matchAll(/[A-Za-z_$][\w$]*/g)]
    .map(([name]) => name)
    .filter((name) => name !== "as");
  const words = wordsOf(names.join(" "));
  const here = new Set((page?.imports ?? []).map(({ source }) => importedFile(source, path)));
  const uses = caret.uses().imports;
  const isRelative = cursor.typed.startsWith(".");
  return importableFiles(site)
    .filter((file) => file !== path)
    .map((file): Offer => {
      const source = isRelative ? relativePath(file, path) : sourceOf(caret, file);
      const has = exportsOf(site, file).filter(({ name }) => names.includes(name)).length;
      return {
        kind: "file",
        label: source,
        text: `${cursor.quote === "" ? '"' : ""}${source}${cursor.needsClosing ? cursor.quote || '"' : ""}`,
        rank:
          (here.has(file) ? 3 : 0) -
          (names.includes(nameOfFile(file)) ? 4 : 0) -
          4 * likeness(wordsOf(nameOfFile(file)), words) -
          (names.length > 0 ? (5 * has) / names.length : 0) -
          Math.log2(1 + (uses.get(source) ?? 0)) -
          nearness(file, path),
      };
    });
}

/** What the file exports; names that the page uses as tags and nothing gives it yet come first. */
export function offerExports(
  caret: PageCaret,
  cursor: Extract<PageCursor, { kind: "import-name" }>,
): Offer[] {
  const { site, page, path } = caret;
  const file = importedFile(cursor.source, path);
  if (file === undefined) return [];
  const taken = new Set([...cursor.clause.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name));
  const wanted = new Set([...(page?.tags ?? []), ...(page?.names ?? [])].map(({ name }) => name));
  return exportsOf(site, file).flatMap(({ name }): Offer[] => {
    const isDefault = name === "default";
    const local = isDefault ? nameOfFile(file) : name;
    if (isDefault === cursor.isInBraces || (taken.has(local) && local !== cursor.typed)) return [];
    return [{ kind: "variable", label: local, text: local, rank: wanted.has(local) ? 0 : 1 }];
  });
}
