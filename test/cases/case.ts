/**
 * What must be said of a small site. "clean": no error and no warning (information and hints are free). "fault": at
 * least one of them, whichever. "no error": warnings are free too. A list: exactly these errors and warnings, as
 * `error nav/mixed-children` or with the text at the range, "error nav/page-not-found `nope`" (`…` at its end stands for the rest);
 * `*` stands for any code. Information and hints in a list must be there, others may be too; `no CODE` must not be.
 */
export type Verdict = "clean" | "fault" | "no error" | readonly string[];

/** A small site and what each profile must say of it, decided from the texts and not from the product. */
export interface Case {
  readonly name: string;
  /** `navigation` of docs.json; the page index alone when left out. */
  readonly nav?: unknown;
  /** Further settings of docs.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Pages with a title and nothing else, by their paths without extension, divided by blanks. */
  readonly pages?: string;
  /** Further files, and docs.json where its text matters. Values that are no text are written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** In both profiles. */
  readonly both?: Verdict;
  readonly standard?: Verdict;
  readonly mintlify?: Verdict;
}

/** The settings that the mintlify profile requires. */
const required = { theme: "mint", name: "Acme", colors: { primary: "#0D6E6E" } };

/** The files of a case as they would lie on disk. */
export function filesOfCase({ nav, settings, pages = "index", files = {} }: Case): Map<string, string> {
  const docs = { ...required, ...settings, navigation: nav === undefined ? { pages: ["index"] } : nav };
  return new Map([
    ["docs.json", JSON.stringify(docs, null, 2)],
    ...pages
      .split(" ")
      .filter(Boolean)
      .map(
        (page) =>
          [`${page}.mdx`, `---\ntitle: Page ${page}\ndescription: About ${page}.\n---\n\nText.\n`] as const,
      ),
    ...Object.entries(files).map(([path, content]) => [path, textOf(content)] as const),
  ]);
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}
