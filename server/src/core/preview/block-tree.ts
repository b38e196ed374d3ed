import type { Root } from "mdast";
import type { TextRange } from "../text/text-edit.ts";

/**
 * A block of a page as the parser reads it: Markdown with MDX nodes (`mdxJsxFlowElement`, `mdxTextExpression` …, each
 * expression with its ESTree in `data.estree`). Positions count from the block's first character and first line (1), as
 * the parser tells them.
 */
export interface BlockTree {
  readonly root: Root;
  /** Where the block stands in the page. */
  readonly range: TextRange;
  /** First line in the page, from 0. */
  readonly line: number;
  /** As written; `root` may have been read from this text with a few characters neutralised (`stand-in.ts`). */
  readonly text: string;
}
