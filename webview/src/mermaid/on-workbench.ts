import { addRules, declarations } from "./diagram-styles.ts";

/**
 * Lets Mermaid draw into its workbench, an element `d` + `id` of this document, where it measures what it draws. It styles by
 * attributes and `<style>`, which the page's policy does not let through, and what is measured without them is put in the
 * wrong place. So while it draws, both are set through the object model, without what could load anything.
 */
export async function onWorkbench<Drawn>(id: string, draw: () => Promise<Drawn>): Promise<Drawn> {
  const sheet = new CSSStyleSheet();
  const isDrawn = (element: Element): boolean => !element.isConnected || element.closest(`#d${id}`) !== null;
  const setAttribute = Reflect.get(Element.prototype, "setAttribute");
  const insertBefore = Reflect.get(Node.prototype, "insertBefore");
  Element.prototype.setAttribute = function (this: Element, name: string, value: string): void {
    if (name === "style" && hasStyle(this) && isDrawn(this)) setStyle(this, String(value));
    else setAttribute.call(this, name, value);
  };
  Node.prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    node: Inserted,
    before: Node | null,
  ): Inserted {
    if (node instanceof HTMLStyleElement && this instanceof Element && isDrawn(this)) {
      addRules(sheet, node.textContent, id);
      // As what nobody knows it is kept, and not looked at.
      node.type = "text/plain";
    }
    return insertBefore.call(this, node, before) as Inserted;
  };
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    return await draw();
  } finally {
    Element.prototype.setAttribute = setAttribute;
    Node.prototype.insertBefore = insertBefore;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }
}

function hasStyle(element: Element): element is Element & ElementCSSInlineStyle {
  return "style" in element;
}

function setStyle(element: Element & ElementCSSInlineStyle, text: string): void {
  element.removeAttribute("style");
  for (const [name, value] of Object.entries(declarations(text))) element.style.setProperty(name, value);
}
