import type { Case, Verdict } from "./case.ts";

/** Returns a page with this text below its frontmatter. */
export function pageWith(body: string, fields = ""): string {
  return `---\ntitle: Alpha\ndescription: About alpha.\n${fields}---\n\n${body}\n`;
}

/** The name of a case, the text of its page `index.mdx`, and the result in both profiles. */
export type PageRow = readonly [
  name: string,
  body: string,
  verdict: Verdict,
  more?: Pick<Case, "nav" | "settings" | "pages" | "files">,
];

export function pageCase([name, body, both, more]: PageRow): Case {
  return { name, both, ...more, files: { ...more?.files, "index.mdx": pageWith(body) } };
}
