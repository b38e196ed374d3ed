import type { Mermaid } from "mermaid";
import type { ViewNode, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { translate } from "../language/translate.ts";
import { toTrustedHtml } from "../paint/safe-attributes.ts";

/** Returns the declarations in the text of a `style` attribute that don't load anything, such as `{ fill: "red" }`. */
export function parseDeclarations(text: string): Record<string, string> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`a{${text}}`);
  const [rule] = sheet.cssRules;
  return rule instanceof CSSStyleRule ? Object.fromEntries(listSafeDeclarations(rule.style)) : {};
}

/**
 * Adds the rules in the text of a diagram's style sheet to another style sheet. All selectors in the style sheet must
 * start with the ID of the diagram.
 */
export function addRules(targetSheet: CSSStyleSheet, text: string, id: string): void {
  const sourceSheet = new CSSStyleSheet();
  sourceSheet.replaceSync(text);
  for (const rule of sourceSheet.cssRules) {
    if (rule instanceof CSSKeyframesRule && [...rule.cssRules].every(isHarmless))
      targetSheet.insertRule(rule.cssText, targetSheet.cssRules.length);
    if (!(rule instanceof CSSStyleRule)) continue;
    const selectors = rule.selectorText.split(",").filter((each) => each.trim().startsWith(`#${id}`));
    if (selectors.length === 0) continue;
    const body = listSafeDeclarations(rule.style)
      .map(([name, value]) => `${name}:${value}`)
      .join(";");
    targetSheet.insertRule(`${selectors.join(",")}{${body}}`, targetSheet.cssRules.length);
  }
}

/** Whether a keyframe sets only properties that are safe in any rule. */
function isHarmless(rule: CSSRule): boolean {
  return rule instanceof CSSKeyframeRule && listSafeDeclarations(rule.style).length === rule.style.length;
}

/**
 * Returns the declarations whose values can't load anything. A custom property preserves its value verbatim, so a
 * backslash in it could disguise any keyword.
 */
function listSafeDeclarations(style: CSSStyleDeclaration): [string, string][] {
  return [...style].flatMap((name): [string, string][] => {
    const value = style.getPropertyValue(name);
    return /url\s*\((?!\s*['"]?#)|image-set|src\s*\(|expression|\\/i.test(value) ? [] : [[name, value]];
  });
}

/** The attribute that temporarily replaces `style`, which the content security policy would block. */
export const hiddenStyleAttribute = "data-docwright-style";

/**
 * Runs Mermaid with its temporary element, in which Mermaid measures the diagram. The element's ID is `d` followed by
 * `id`. Mermaid sets styles with attributes and `<style>`, which the content security policy blocks, and its
 * measurements are wrong without those styles. Therefore, the styles are set through the CSSOM while Mermaid draws:
 * styles in attributes on their elements, and rules in `sheet`. Anything that could load a resource is omitted. Markup
 * that Mermaid parses is trusted, because its result is rebuilt afterward.
 */
export async function runWithMermaidStyles<Result>(
  id: string,
  sheet: CSSStyleSheet,
  run: () => Promise<Result>,
): Promise<Result> {
  const setAttribute = Reflect.get(Element.prototype, "setAttribute");
  const insertBefore = Reflect.get(Node.prototype, "insertBefore");
  const parseFromString = Reflect.get(DOMParser.prototype, "parseFromString");
  const innerHtmlDescriptor = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML") ?? {};
  Element.prototype.setAttribute = function (this: Element, name: string, value: string): void {
    if (name === "style" && hasStyle(this)) setStyle(this, String(value));
    else setAttribute.call(this, name, value);
  };
  Node.prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    node: Inserted,
    referenceNode: Node | null,
  ): Inserted {
    if (!(node instanceof HTMLStyleElement)) return insertBefore.call(this, node, referenceNode) as Inserted;
    addRules(sheet, node.textContent, id);
    return node;
  };
  DOMParser.prototype.parseFromString = function (markup: string, type: DOMParserSupportedType): Document {
    const parsedDocument = parseFromString.call(this, toTrustedHtml(hideStyles(String(markup))), type);
    restoreStyles(parsedDocument);
    return parsedDocument;
  };
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...innerHtmlDescriptor,
    set(this: Element, markup: string | null) {
      innerHtmlDescriptor.set?.call(this, toTrustedHtml(hideStyles(String(markup ?? ""))));
      restoreStyles(this instanceof HTMLTemplateElement ? this.content : this);
    },
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    return await run();
  } finally {
    Element.prototype.setAttribute = setAttribute;
    Node.prototype.insertBefore = insertBefore;
    DOMParser.prototype.parseFromString = parseFromString;
    Object.defineProperty(Element.prototype, "innerHTML", innerHtmlDescriptor);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }
}

/**
 * Renames `style` attributes, because a parser reports each `style` attribute as a policy violation, even in a document
 * that is never shown.
 */
export function hideStyles(markup: string): string {
  return markup.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=(?=["'])/gi, ` ${hiddenStyleAttribute}=`));
}

function restoreStyles(root: ParentNode): void {
  for (const element of root.querySelectorAll(`[${hiddenStyleAttribute}]`)) {
    const text = element.getAttribute(hiddenStyleAttribute) ?? "";
    element.removeAttribute(hiddenStyleAttribute);
    if (hasStyle(element)) setStyle(element, text);
  }
}

function hasStyle(element: Element): element is Element & ElementCSSInlineStyle {
  return "style" in element;
}

function setStyle(element: Element & ElementCSSInlineStyle, text: string): void {
  element.removeAttribute("style");
  for (const [name, value] of Object.entries(parseDeclarations(text))) element.style.setProperty(name, value);
}

export type Diagram =
  | {
      readonly kind: "drawn";
      /** A single `svg` element, which is rendered like any other node on the page. */
      readonly nodes: readonly ViewNode[];
      /** The rules that apply only to this diagram. They're rebuilt property by property. */
      readonly styles: CSSStyleSheet;
    }
  | { readonly kind: "fault"; readonly message: string };

const maxSourceLength = 50_000;
const maxElements = 20_000;

let diagramCount = 0;
let lastTask: Promise<unknown> = Promise.resolve();

/**
 * Draws a diagram with Mermaid, which is loaded when the first diagram is drawn. The output is parsed and rebuilt so
 * that a diagram can't contain scripts, links, or URLs, regardless of what Mermaid allows.
 */
export function drawDiagram(source: string, appearance: "light" | "dark"): Promise<Diagram> {
  // Diagrams are drawn one after another, because Mermaid's settings are global. If diagrams were drawn at the same
  // time, the settings for one diagram would also apply to the next.
  const result = lastTask.then(() => renderDiagram(source, appearance));
  lastTask = result.catch(() => undefined);
  return result;
}

async function renderDiagram(source: string, appearance: "light" | "dark"): Promise<Diagram> {
  if (source.length > maxSourceLength)
    return {
      kind: "fault",
      message: translate("The diagram is too long to draw, so readers see an error instead. Shorten it."),
    };
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: appearance === "dark" ? "dark" : "default",
    maxTextSize: maxSourceLength,
    maxEdges: 1000,
    suppressErrorRendering: true,
    // Settings that a diagram can't change with a directive.
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "maxTextSize",
      "maxEdges",
      "suppressErrorRendering",
      "htmlLabels",
      "themeCSS",
      "fontFamily",
      "altFontFamily",
      "dompurifyConfig",
    ],
  });
  const id = `diagram-${++diagramCount}`;
  try {
    const styles = new CSSStyleSheet();
    const svg = await runWithMermaidStyles(id, styles, async () => {
      if (await containsImages(mermaid, source)) return undefined;
      return (await mermaid.render(id, source)).svg;
    });
    if (svg === undefined)
      return { kind: "fault", message: translate("The preview doesn’t draw diagrams that contain images.") };
    return toDiagram(svg, id, styles);
  } catch (error) {
    return {
      kind: "fault",
      message: translate(
        "The diagram can’t be drawn, so readers see an error instead: {0}. Fix the diagram’s text.",
        getFirstLine(error),
      ),
    };
  } finally {
    // If drawing fails, Mermaid leaves its temporary element on the page.
    document.getElementById(`d${id}`)?.remove();
  }
}

/** Whether nodes contain images (`A@{ img: … }`), which Mermaid would load from any URL to determine their size. */
async function containsImages({ mermaidAPI }: Mermaid, source: string): Promise<boolean> {
  if (!source.includes("@{")) return false;
  const { db } = await mermaidAPI.getDiagramFromText(source);
  const nodes = (db as { getData?: () => { nodes?: readonly { img?: unknown }[] } }).getData?.().nodes ?? [];
  return nodes.some(({ img }) => img !== undefined && img !== "");
}

/**
 * Converts the SVG that Mermaid has drawn to a diagram. `styles` contains the rules that applied when Mermaid measured
 * it.
 */
function toDiagram(svg: string, id: string, styles: CSSStyleSheet): Diagram {
  const svgDocument = new DOMParser().parseFromString(toTrustedHtml(hideStyles(svg)), "image/svg+xml");
  const root = svgDocument.documentElement;
  if (root.localName !== "svg" || svgDocument.getElementsByTagName("*").length > maxElements)
    return { kind: "fault", message: translate("The preview can’t show this diagram.") };
  for (const style of svgDocument.querySelectorAll("style")) {
    addRules(styles, style.textContent, id);
    style.remove();
  }
  return { kind: "drawn", nodes: toNodes(root), styles };
}

function toNodes(element: Element): ViewNode[] {
  const children = [...element.childNodes].flatMap((child): ViewNode[] => {
    if (child instanceof Text) return [child.data];
    return child instanceof Element ? toNodes(child) : [];
  });
  return [{ tag: element.localName, props: toProps(element), children }];
}

/** Returns an element's attributes as props. The renderer decides which of these props are used. */
function toProps(element: Element): Record<string, ViewValue> {
  const props: Record<string, ViewValue> = {};
  for (const { name, value } of element.attributes) if (name !== hiddenStyleAttribute) props[name] = value;
  const style = element.getAttribute(hiddenStyleAttribute);
  if (style) props["style"] = parseDeclarations(style);
  return props;
}

function getFirstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").slice(0, 200).replace(/[.:\s]+$/, "");
}
