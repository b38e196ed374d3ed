import { fileName, folderOf } from "../text/site-path.ts";

/** `Getting started` for `guides/getting-started`, `Guides` for `guides/index`. */
export function titleOfSlug(slug: string): string {
  const name =
    fileName(slug) === "index" && folderOf(slug) !== "" ? fileName(folderOf(slug)) : fileName(slug);
  const words = name.replace(/[-_.\s]+/g, " ").trim();
  return words === "" ? "Untitled" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text of a page that has a title and nothing else yet. A string in JSON is a string in YAML too. */
export function newPageText(title: string, more: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries({ title, ...more }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}\n`,
  );
  return `---\n${fields.join("")}---\n`;
}

/** Whether a page of this path can be made on every system that authors use. */
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
