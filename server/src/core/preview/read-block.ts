import type { RootContent } from "mdast";
import type { MdxDialect } from "../page/syntax/mdx-parser.ts";
import type { BlockTree } from "./block-tree.ts";
import type { PageDefinitions } from "./page-definitions.ts";
import { parseMdx } from "./parse-mdx.ts";

/** A part of a page, read; `tree` is absent where the parser gives up even on its text without any mark. */
export interface ReadBlock {
  readonly text: string;
  readonly tree: Omit<BlockTree, "range" | "line"> | undefined;
  /** Offsets in the part that count as text because they could not be read. */
  readonly mended: readonly number[];
}

/** Reads one part of a page as it would be read within the page, with the definitions that stand elsewhere in it. */
export function readBlock(text: string, definitions: PageDefinitions, dialect: MdxDialect): ReadBlock {
  const parse = parseMdx(text + neededDefinitions(text, definitions), dialect);
  if (!parse) return { text, tree: undefined, mended: [] };
  // Definitions stay, wherever they stand: links by name are made with them.
  const children = parse.root.children.filter(
    (child) => child.type === "definition" || startOf(child) < text.length,
  );
  const mended = parse.mended.filter((at) => at < text.length);
  return { text, tree: { root: { ...parse.root, children }, text }, mended };
}

/** What is put behind a part before it is parsed; two parts with the same text and this are read alike. */
export function neededDefinitions(text: string, { links, footnotes }: PageDefinitions): string {
  if (!text.includes("[")) return "";
  const needed = [links, text.includes("[^") ? footnotes : ""].filter((each) => each !== "");
  return needed.length === 0 ? "" : `\n\n${needed.join("\n\n")}`;
}

function startOf(child: RootContent): number {
  return child.position?.start.offset ?? 0;
}
