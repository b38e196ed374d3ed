/**
 * The problems that a small site must have. "clean": no errors or warnings (information and hints are allowed).
 * "fault": at least one error or warning. "no error": warnings are allowed, too. A list: exactly these errors and
 * warnings, as `error nav/mixed-children` or with the text of the range, "error nav/page-not-found `nope`" (`…` at its
 * end represents the rest); `*` matches any code. Information and hints in a list must exist, and others are allowed.
 * `no CODE` must not exist.
 */
export type Verdict = "clean" | "fault" | "no error" | readonly string[];

/**
 * A small site and the problems that each profile must report for it. The problems are determined from the texts, not
 * from the product's output.
 */
export interface Case {
  readonly name: string;
  /** The value of `navigation` in docs.json. By default, only the page `index`. */
  readonly nav?: unknown;
  /** Additional settings in docs.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The paths of pages that contain only a title, without extension and separated by spaces. */
  readonly pages?: string;
  /**
   * Additional files, including docs.json if its exact text matters. Values that aren't strings are written as JSON.
   */
  readonly files?: Readonly<Record<string, unknown>>;
  /** The result in both profiles. */
  readonly both?: Verdict;
  readonly standard?: Verdict;
  readonly mintlify?: Verdict;
  /**
   * All problems that the rules in this list report in both profiles, in the form in which they're shown, such as
   * `hint mdx/legacy-snippet`. Problems with the same cause are shown as one.
   */
  readonly shown?: readonly string[];
  /** The titles of fixes that are offered in both profiles. A title after `no ` must not be offered. */
  readonly offers?: readonly string[];
}

/** The settings that the mintlify profile requires. */
const required = { theme: "mint", name: "Acme", colors: { primary: "#0D6E6E" } };

/** Returns the files of a case as they would be on disk. */
export function filesOfCase({ nav, settings, pages = "index", files = {} }: Case): Map<string, string> {
  const docs = { ...required, ...settings, navigation: nav === undefined ? { pages: ["index"] } : nav };
  return new Map([
    ["docs.json", JSON.stringify(docs, null, 2)],
    ...pages
      .split(" ")
      .filter(Boolean)
      .map((page) => [`${page}.mdx`, `---\ntitle: Page ${page}\ndescription: About ${page}.\n---\n\nText.\n`] as const),
    ...Object.entries(files).map(([path, content]) => [path, textOf(content)] as const),
  ]);
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}
