import katex from "katex";
import { decodeEntities } from "../text/decode-text.ts";
import type { ViewNode, ViewValue } from "./view/page-view.ts";

const tokenPattern = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/gy;
const attributePattern = /([\w:-]+)="([^"]*)"/g;
const voidTags: ReadonlySet<string> = new Set(["img", "path", "line", "br"]);
/** The maximum nesting depth. Deeper content isn't rendered. Twenty nested fractions stay below this limit. */
const maxDepth = 190;

interface OpenElement {
  readonly tag: string;
  readonly props: Readonly<Record<string, ViewValue>>;
  readonly children: ViewNode[];
}

/**
 * Parses the markup that KaTeX generates. Returns undefined if the markup is malformed or nested too deeply to render.
 * The webview decides which elements and attributes are allowed.
 */
export function parseMarkup(markup: string): readonly ViewNode[] | undefined {
  const root: OpenElement = { tag: "", props: {}, children: [] };
  const openElements = [root];
  let offset = 0;
  while (offset < markup.length) {
    tokenPattern.lastIndex = offset;
    const match = tokenPattern.exec(markup);
    const currentElement = openElements.at(-1);
    if (!match || !currentElement) return undefined;
    offset = tokenPattern.lastIndex;
    const [, closingSlash, tag, attributes = "", selfClosing, text] = match;
    if (text !== undefined) currentElement.children.push(decodeEntities(text));
    else if (tag === undefined) return undefined;
    else if (closingSlash === "/") {
      if (openElements.length < 2 || currentElement.tag !== tag) return undefined;
      openElements.pop();
      openElements.at(-1)?.children.push(currentElement);
    } else {
      const element = { tag, props: parseProps(attributes), children: [] };
      if (selfClosing === "/" || voidTags.has(tag)) currentElement.children.push(element);
      else if (openElements.push(element) > maxDepth) return undefined;
    }
  }
  return openElements.length === 1 ? root.children : undefined;
}

function parseProps(attributes: string): Record<string, ViewValue> {
  return Object.fromEntries(
    [...attributes.matchAll(attributePattern)].map(([, name = "", value = ""]) => [
      name,
      name === "style" ? parseStyles(decodeEntities(value)) : decodeEntities(value),
    ]),
  );
}

/** Parses `height:1em;top:-2em` into an object keyed by property. */
function parseStyles(text: string): Record<string, string> {
  const pairs = text.split(";").map((declaration) => declaration.split(":"));
  return Object.fromEntries(pairs.flatMap(([name, value]) => (name && value ? [[name.trim(), value.trim()]] : [])));
}

const maxFormulaLength = 20_000;

/**
 * Typesets a formula with KaTeX. If that fails, returns the reason. Formulas can't refer to files, URLs, or markup
 * (`trust: false`), and their size is limited.
 */
export function renderFormula(
  tex: string,
  isDisplay: boolean,
): { readonly nodes: readonly ViewNode[] } | { readonly error: string } {
  if (tex.length > maxFormulaLength) return { error: "it's too long" };
  try {
    const markup = katex.renderToString(tex, {
      displayMode: isDisplay,
      output: "html",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 1000,
      maxSize: 50,
    });
    const nodes = parseMarkup(markup);
    return nodes ? { nodes } : { error: "it uses something that the preview doesn't support" };
  } catch (error) {
    return {
      error: error instanceof katex.ParseError ? simplifyMessage(error.rawMessage) : "it's too complex",
    };
  }
}

/** Rewrites KaTeX messages such as `Undefined control sequence: \foo` for authors. */
function simplifyMessage(message: string): string {
  const [, name] = /^Undefined control sequence: (\\\S+)/.exec(message) ?? [];
  if (name !== undefined) return `\`${name}\` isn't a known command`;
  return message.charAt(0).toLowerCase() + message.slice(1);
}
