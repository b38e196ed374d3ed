import { type RenderTools, plainRenderTools } from "../../server/src/core/preview/drawing.ts";
import { renderPage } from "../../server/src/core/preview/render-page.ts";
import type { Audience, PageSource } from "../../server/src/core/preview/source/page-source.ts";
import type { ViewIssue, ViewNode, ViewValue } from "../../server/src/core/preview/view/page-view.ts";
import { parseFixture } from "./fixture.ts";

/** A rendered page as text, in the format of `viewText`. */
export interface RenderedText {
  /** The blocks in order. */
  readonly view: string;
  /** The issues in the form `kind: “the text it is about”`. If an issue is in another file, it starts with `file:`. */
  readonly issues: readonly string[];
  readonly messages: readonly string[];
  readonly requested: readonly string[];
  readonly styles: string;
  readonly all: readonly ViewIssue[];
}

export interface RenderOptions {
  readonly audience?: Partial<Audience>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly drawing?: Partial<RenderTools>;
  /** Whether elements include their lines and files, such as `<p@0>`. */
  readonly withLines?: boolean;
  /** Whether missing files are treated as still loading instead of as nonexistent. */
  readonly isLoading?: boolean;
}

/**
 * Renders `page.mdx` in a fixture or, if the text isn't a fixture, renders the text as a page. Pages can import the
 * fixture's other files.
 */
export function viewOf(text: string, options: RenderOptions = {}): RenderedText {
  const { files } = text.includes("//- ") ? parseFixture(text) : { files: new Map([["page.mdx", text]]) };
  const path = [...files.keys()][0] ?? "page.mdx";
  const known = new Map<string, string | null>(files);
  const source = (): PageSource => ({
    path,
    text: files.get(path) ?? "",
    files: new Map(known),
    facts: {
      variables: new Map(Object.entries(options.variables ?? {})),
      iconLibrary: "fontawesome",
      singleDollarMaths: true,
      codeThemes: { light: "github-light", dark: "github-dark" },
      isMintlify: true,
    },
    audience: { reader: "human", signedIn: false, groups: [], ...options.audience },
  });
  const drawing = { ...plainRenderTools, ...options.drawing };
  let page = renderPage(source(), drawing);
  for (let round = 0; page.requestedPaths.length > 0 && !options.isLoading && round < 30; round++) {
    for (const file of page.requestedPaths) known.set(file, null);
    page = renderPage(source(), drawing);
  }
  const { blocks, issues, styles } = page.view;
  return {
    view: blocks
      .map(({ nodes }) => viewText(nodes, options.withLines))
      .filter((block) => block !== "")
      .join("\n"),
    issues: issues.map(({ kind, file, range }) => {
      const code = (known.get(file) ?? "").slice(range.start, range.end);
      return `${kind}: ${file === path ? "" : `${file}: `}${code}`;
    }),
    messages: issues.map(({ message }) => message),
    requested: page.requestedPaths,
    styles,
    all: issues,
  };
}

/**
 * Formats nodes as text, with elements in angle brackets, non-string props as JSON, and slots in square brackets. A
 * prop that is `true` has no value.
 */
export function viewText(nodes: readonly ViewNode[], withLines = false): string {
  return nodes.map((node) => nodeText(node, withLines)).join("");
}

function nodeText(node: ViewNode, withLines: boolean): string {
  if (typeof node === "string") return node;
  const props = Object.entries(node.props ?? {}).map(([name, value]) => ` ${propText(name, value)}`);
  const slots = Object.entries(node.slots ?? {}).map(([name, slot]) => ` ${name}=[${viewText(slot, withLines)}]`);
  const lines = node.lines && [...new Set(node.lines)].join("-");
  const positionText = withLines ? `@${node.file ? `${node.file}:` : ""}${lines ?? "?"}` : "";
  const head = `${node.tag}${positionText}${props.join("")}${slots.join("")}`;
  if (!node.children) return `<${head}/>`;
  return `<${head}>${viewText(node.children, withLines)}</${node.tag}>`;
}

function propText(name: string, value: ViewValue): string {
  if (value === true) return name;
  return typeof value === "string" ? `${name}="${value}"` : `${name}=${JSON.stringify(value)}`;
}
