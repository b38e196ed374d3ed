import type { Mermaid } from "mermaid";
import { addRules, declarations } from "./diagram-styles.ts";
import { hiddenStyle, hideStyles, onWorkbench } from "./on-workbench.ts";
import { trustedHtml } from "../host/trusted-html.ts";
import type { ViewNode, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";

export type Diagram =
  | {
      readonly kind: "drawn";
      /** One `svg`, to be painted like any other piece of the page. */
      readonly nodes: readonly ViewNode[];
      /** Rules for that picture only, made anew property by property. */
      readonly styles: CSSStyleSheet;
    }
  | { readonly kind: "fault"; readonly message: string };

const longestSource = 50_000;
const mostElements = 20_000;

let count = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a diagram with Mermaid, which is loaded for the first. What it makes is taken apart and made anew, so that a
 * diagram brings no script, link or address with it whatever Mermaid lets through.
 */
export function drawDiagram(source: string, appearance: "light" | "dark"): Promise<Diagram> {
  // Mermaid keeps one diagram's settings in the place of the next one's, so they are drawn one after the other.
  const drawn = last.then(() => draw(source, appearance));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(source: string, appearance: "light" | "dark"): Promise<Diagram> {
  if (source.length > longestSource) return { kind: "fault", message: "it is too long" };
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: appearance === "dark" ? "dark" : "default",
    maxTextSize: longestSource,
    maxEdges: 1000,
    suppressErrorRendering: true,
    // What a diagram may not say about itself in a directive.
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
  const id = `diagram-${++count}`;
  try {
    const styles = new CSSStyleSheet();
    const svg = await onWorkbench(id, styles, async () => {
      if (await showsPictures(mermaid, source)) return undefined;
      return (await mermaid.render(id, source)).svg;
    });
    if (svg === undefined)
      return { kind: "fault", message: "it shows pictures, which are not loaded in the preview" };
    return taken(svg, id, styles);
  } catch (error) {
    return { kind: "fault", message: firstLine(error) };
  } finally {
    // Where drawing fails, Mermaid leaves its workbench in the page.
    document.getElementById(`d${id}`)?.remove();
  }
}

/** Pictures for nodes (`A@{ img: … }`): Mermaid would load them to see how large they are, wherever they lie. */
async function showsPictures({ mermaidAPI }: Mermaid, source: string): Promise<boolean> {
  if (!source.includes("@{")) return false;
  const { db } = await mermaidAPI.getDiagramFromText(source);
  const nodes = (db as { getData?: () => { nodes?: readonly { img?: unknown }[] } }).getData?.().nodes ?? [];
  return nodes.some(({ img }) => img !== undefined && img !== "");
}

/** `styles`: the rules that the diagram was measured with. */
function taken(svg: string, id: string, styles: CSSStyleSheet): Diagram {
  const parsed = new DOMParser().parseFromString(trustedHtml(hideStyles(svg)), "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.getElementsByTagName("*").length > mostElements)
    return { kind: "fault", message: "it cannot be shown here" };
  for (const style of parsed.querySelectorAll("style")) {
    addRules(styles, style.textContent, id);
    style.remove();
  }
  return { kind: "drawn", nodes: nodesOf(root), styles };
}

function nodesOf(element: Element): ViewNode[] {
  const children = [...element.childNodes].flatMap((child): ViewNode[] => {
    if (child instanceof Text) return [child.data];
    return child instanceof Element ? nodesOf(child) : [];
  });
  return [{ tag: element.localName, props: propsOf(element), children }];
}

/** Which of them are painted is decided where they are painted. */
function propsOf(element: Element): Record<string, ViewValue> {
  const props: Record<string, ViewValue> = {};
  for (const { name, value } of element.attributes) if (name !== hiddenStyle) props[name] = value;
  const style = element.getAttribute(hiddenStyle);
  if (style) props["style"] = declarations(style);
  return props;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").slice(0, 200);
}
