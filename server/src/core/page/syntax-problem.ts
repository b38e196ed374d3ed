import type { TextRange } from "../text/text-range.ts";

/** What is wrong with the MDX of a page, by the words that a rule has for it. */
export type SyntaxFault =
  /** `<Card>` without `</Card>`. */
  | "tag-not-closed"
  /** `</Card>` without `<Card>`. */
  | "closing-without-opening"
  /** `<Card>…</Note>`. */
  | "tags-crossed"
  /** `<Card title=>`, `<3`, `<Card title="x>`. */
  | "tag-malformed"
  /** `a < b`: a lone angle bracket that MDX takes for a tag. */
  | "angle-bracket"
  /** `<!-- note -->`. */
  | "html-comment"
  /** `{user`. */
  | "brace-not-closed"
  /** `}` alone is fine; `{ … }` whose content is no expression: `{a b}`. */
  | "expression"
  /** An `import` or `export` that cannot be read. */
  | "module"
  /** Nested too deep or taking too long to be read at all. */
  | "too-complex"
  | "other";

/** One place where a page's MDX cannot be read, as the full parse finds it. */
export interface SyntaxProblem {
  readonly fault: SyntaxFault;
  /** Where the mistake was made: the opening tag that is never closed, not the end of the file. */
  readonly range: TextRange;
  /** The tag's name, or what stands at the place. */
  readonly text: string;
  /** For `tags-crossed`, the tag that is open there. */
  readonly other?: { readonly text: string; readonly range: TextRange };
}
