import { trustedHtml } from "../host/trusted-html.ts";
import { addRules, declarations } from "./diagram-styles.ts";

/** Has the text of a `style` attribute while the page's policy could see it. */
export const hiddenStyle = "data-docwright-style";

/**
 * Lets Mermaid draw into its workbench, an element `d` + `id` of this document, where it measures what it draws. It styles by
 * attributes and `<style>`, which the page's policy does not let through, and what is measured without them is put in the
 * wrong place. So while it draws, both are set through the object model, without what could load anything: attributes on
 * their elements, rules in `sheet`. Markup that Mermaid has parsed is trusted, as its result is taken apart.
 */
export async function onWorkbench<Drawn>(
  id: string,
  sheet: CSSStyleSheet,
  draw: () => Promise<Drawn>,
): Promise<Drawn> {
  const setAttribute = Reflect.get(Element.prototype, "setAttribute");
  const insertBefore = Reflect.get(Node.prototype, "insertBefore");
  const parseFromString = Reflect.get(DOMParser.prototype, "parseFromString");
  const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML") ?? {};
  Element.prototype.setAttribute = function (this: Element, name: string, value: string): void {
    if (name === "style" && hasStyle(this)) setStyle(this, String(value));
    else setAttribute.call(this, name, value);
  };
  Node.prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    node: Inserted,
    before: Node | null,
  ): Inserted {
    if (!(node instanceof HTMLStyleElement)) return insertBefore.call(this, node, before) as Inserted;
    addRules(sheet, node.textContent, id);
    return node;
  };
  DOMParser.prototype.parseFromString = function (markup: string, type: DOMParserSupportedType): Document {
    const parsed = parseFromString.call(this, trustedHtml(hideStyles(String(markup))), type);
    restoreStyles(parsed);
    return parsed;
  };
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...innerHtml,
    set(this: Element, markup: string | null) {
      innerHtml.set?.call(this, trustedHtml(hideStyles(String(markup ?? ""))));
      restoreStyles(this instanceof HTMLTemplateElement ? this.content : this);
    },
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    return await draw();
  } finally {
    Element.prototype.setAttribute = setAttribute;
    Node.prototype.insertBefore = insertBefore;
    DOMParser.prototype.parseFromString = parseFromString;
    Object.defineProperty(Element.prototype, "innerHTML", innerHtml);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }
}

/** Renames `style` attributes: a parser reports each of them to the policy, also in a document that is never shown. */
export function hideStyles(markup: string): string {
  return markup.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=(?=["'])/gi, ` ${hiddenStyle}=`));
}

function restoreStyles(root: ParentNode): void {
  for (const element of root.querySelectorAll(`[${hiddenStyle}]`)) {
    const text = element.getAttribute(hiddenStyle) ?? "";
    element.removeAttribute(hiddenStyle);
    if (hasStyle(element)) setStyle(element, text);
  }
}

function hasStyle(element: Element): element is Element & ElementCSSInlineStyle {
  return "style" in element;
}

function setStyle(element: Element & ElementCSSInlineStyle, text: string): void {
  element.removeAttribute("style");
  for (const [name, value] of Object.entries(declarations(text))) element.style.setProperty(name, value);
}
