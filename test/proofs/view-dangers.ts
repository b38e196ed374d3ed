import type { ViewNode, ViewValue } from "../../server/src/core/preview/view/page-view.ts";

// Matches elements that must never appear in the rendered content of a page. The list is independent of the renderer's
// own lists.

const deadly =
  /^(?:script|style|iframe|object|embed|applet|base|meta|link|form|frame|frameset|template|noscript|foreignobject|image|html|head|body|portal|param|title)$/i;
const own = /^#(?:code|maths|icon|mermaid|problem|interactive|image|embed)$/;
const addresses = /^(?:href|src|poster|action|formaction|xlink:href|data|srcset|background|cite|ping)$/i;
const harmless = /^(?:https?:|mailto:|tel:|sms:|data:(?:image|audio|video)\/|[^:]*(?:[/?#]|$))/i;
/** String props that may contain anything, because they're only shown as text or identify an element. */
const words = /^(?:alt|title|label|message|tex|source|lines|name|caption|tip|cta|description|headline|lang|class|id)$/i;

/**
 * Returns everything in these nodes that could run code, load a resource, or affect content outside the page, with one
 * line for each. Returns an empty list if there's nothing.
 */
export function viewDangers(nodes: readonly ViewNode[], inSvg = false): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    const { tag, props = {}, slots = {}, children = [] } = node;
    const isSvg = inSvg || tag === "svg";
    const found = Object.entries(props).flatMap(([name, value]) => propDangers(tag, name, value));
    if (/^[a-z]/.test(tag) && deadly.test(tag) && !(isSvg && tag === "title")) found.push(`<${tag}>`);
    if (tag.startsWith("#") && !own.test(tag)) found.push(`<${tag}>`);
    if (!/^(?:#[a-z]+|[A-Za-z][\w.-]*)$/.test(tag)) found.push(`<${tag}>`);
    return [...found, ...viewDangers([...children, ...Object.values(slots).flat()], isSvg)];
  });
}

function propDangers(tag: string, name: string, value: ViewValue): string[] {
  const reported = `${tag} ${name}=${JSON.stringify(value).slice(0, 100)}`;
  if (/^on/i.test(name) || /^(?:srcdoc|dangerouslysetinnerhtml|__html|innerhtml)$/i.test(name)) return [reported];
  if (/^(?:__proto__|constructor|prototype)$/.test(name) && /^[a-z]/.test(tag)) return [reported];
  if (name === "style") return styleDangers(tag, value);
  if (typeof value === "function" || typeof value === "symbol") return [reported];
  if (typeof value !== "string") return [];
  if (addresses.test(name) && !harmless.test(value.replace(/[\0-\x20]/g, ""))) return [reported];
  if (!words.test(name) && !/^[A-Z#]/.test(tag) && /url\((?!["']?#)|expression\(/i.test(value)) return [reported];
  return [];
}

function styleDangers(tag: string, value: ViewValue): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${tag} style`];
  return Object.entries(value).flatMap(([property, text]) => {
    const isBad =
      typeof text !== "string" ||
      /url|expression|javascript|image-set|[\\<>{};]|\/\*/i.test(text) ||
      /behavior|binding/i.test(property) ||
      (property === "position" && /fixed|sticky/i.test(text));
    return isBad ? [`${tag} style ${property}: ${JSON.stringify(text).slice(0, 60)}`] : [];
  });
}

/** Does the same as `viewDangers`, but for a style sheet. */
export function sheetDangers(sheet: string): string[] {
  return [...sheet.matchAll(/@import|url\s*\(|expression|javascript|position\s*:\s*fixed|<\/?style|\\|behavior/gi)].map(
    ([found]) => found,
  );
}
