import type { PageReferences } from "../../page/page.ts";
import { fileName, folderOf } from "../../text/site-path.ts";
import type { FileEdit, SiteLocation } from "../../text/text-edit.ts";

/** Returns a title for a slug: `Getting started` for `guides/getting-started`, `Guides` for `guides/index`. */
export function titleOfSlug(slug: string): string {
  const name =
    fileName(slug) === "index" && folderOf(slug) !== "" ? fileName(folderOf(slug)) : fileName(slug);
  const words = name.replace(/[-_.\s]+/g, " ").trim();
  return words === "" ? "Untitled" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the text of a page that only has a title. A JSON string is also a valid YAML string. */
export function newPageText(title: string, more: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries({ title, ...more }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}\n`,
  );
  return `---\n${fields.join("")}---\n`;
}

/** Whether a page with this path can be created on every common operating system. */
export function isPortableSlug(slug: string): boolean {
  return slug
    .split("/")
    .every(
      (name) =>
        name.length <= 200 &&
        !/[<>:"|?*\\]|[. ]$|^ /.test(name) &&
        !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name),
    );
}

/**
 * Returns the location that represents a complete page: its title, the opening frontmatter fence, its first heading, or
 * its start.
 */
export function buildPageHead({ path, frontmatter, headings }: PageReferences): SiteLocation {
  const title = frontmatter.fields.get("title");
  if (title)
    return {
      file: path,
      range: { start: title.keyRange.start, end: Math.max(title.keyRange.end, title.valueRange.end) },
    };
  const start = frontmatter.range?.start;
  if (start !== undefined) return { file: path, range: { start, end: start + 3 } };
  return { file: path, range: headings[0]?.range ?? { start: 0, end: 0 } };
}

/** Creates edits that set a frontmatter field to a YAML value. Empty if the frontmatter can't be read. */
export function setField({ path, frontmatter, eol }: PageReferences, key: string, value: string): FileEdit[] {
  const edit = (start: number, end: number, newText: string): FileEdit[] => [
    { kind: "edit", file: path, edits: [{ range: { start, end }, newText }] },
  ];
  const field = frontmatter.fields.get(key);
  if (field) {
    const { start, end } = field.valueRange;
    return edit(start, end, start === end ? ` ${value}` : value);
  }
  if (!frontmatter.range) return edit(0, 0, `---${eol}${key}: ${value}${eol}---${eol}${eol}`);
  if (!frontmatter.content || frontmatter.problems.length > 0) return [];
  const { start, end } = frontmatter.content;
  return start === end
    ? edit(start, end, `${key}: ${value}${eol}`)
    : edit(end, end, `${eol}${key}: ${value}`);
}

/** Creates edits that remove a frontmatter field, with its line if nothing else is on it. */
export function removeField({ path, frontmatter, eol }: PageReferences, key: string): FileEdit[] {
  const field = frontmatter.fields.get(key);
  if (!field || !frontmatter.content) return [];
  let { start } = field.keyRange;
  let { end } = field.valueRange;
  const follows = [...frontmatter.fields.values()].some(
    ({ keyRange }) => keyRange.start === end + eol.length,
  );
  if (follows) end += eol.length;
  else if (end === frontmatter.content.end && start > frontmatter.content.start) start -= eol.length;
  return [{ kind: "edit", file: path, edits: [{ range: { start, end }, newText: "" }] }];
}
