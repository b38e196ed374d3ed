import { fontDeclarations } from "./safe-font.ts";
import { declarationsOf, safeProperty, type StyleSource } from "./safe-style.ts";

/** In characters. */
export const maxSheetLength = 1_000_000;
export const maxSheetRules = 20_000;
const deepest = 4;

/**
 * A style sheet taken apart and put together again so that it styles what stands in `within` and does nothing else. What it
 * may load is told by `source`.
 */
export function safeSheet(
  text: string,
  within: string,
  source?: StyleSource,
  maxRules = maxSheetRules,
): {
  readonly text: string;
  /** Everything in it was taken over. */
  readonly isWhole: boolean;
  /** It has more rules than are read. */
  readonly isCut: boolean;
  /** How many rules were read. */
  readonly rules: number;
} {
  const state: State = { within, source, left: maxRules, isWhole: text.length <= maxSheetLength };
  const plain = withoutComments(text.slice(0, maxSheetLength)).replace(/<!--|-->/g, " ");
  return {
    text: rulesOf(plain, state, "rules", 0),
    isWhole: state.isWhole,
    isCut: state.left < 0,
    rules: maxRules - Math.max(0, state.left),
  };
}

/** A comment that doesn't end goes on to the end of the text, which is looked through once. */
function withoutComments(text: string): string {
  let out = "";
  let at = 0;
  for (let start = text.indexOf("/*"); start >= 0; start = text.indexOf("/*", at)) {
    const end = text.indexOf("*/", start + 2);
    out += `${text.slice(at, start)} `;
    if (end < 0) return out;
    at = end + 2;
  }
  return out + text.slice(at);
}

interface State {
  readonly within: string;
  readonly source: StyleSource | undefined;
  left: number;
  isWhole: boolean;
}

function rulesOf(source: string, state: State, kind: "rules" | "frames", depth: number): string {
  let out = "";
  for (const { head, body } of blocksOf(source)) {
    if (--state.left < 0) {
      state.isWhole = false;
      break;
    }
    out += body === undefined ? statement(head, state) : blockText(head, body, state, kind, depth);
  }
  return out;
}

/** `@import` and the like: never. */
function statement(head: string, state: State): string {
  if (head !== "" && !/^@charset\b/i.test(head)) state.isWhole = false;
  return "";
}

function blockText(
  head: string,
  body: string,
  state: State,
  kind: "rules" | "frames",
  depth: number,
): string {
  const rule = /^@(?:-webkit-)?([a-z-]+)\s*([^]*)$/i.exec(head);
  if (rule) return atRule(rule[1]?.toLowerCase() ?? "", rule[2]?.trim() ?? "", body, state, depth);
  const selector = kind === "frames" ? frameSelector(head) : scopedSelectors(head, state.within);
  if (selector === undefined) {
    state.isWhole = false;
    return "";
  }
  const declarations = declarationText(body, state);
  return declarations === "" ? "" : `${selector}{${declarations}}`;
}

function atRule(name: string, condition: string, body: string, state: State, depth: number): string {
  const isPlain = /^[\w\s():,.<>=%/-]{0,300}$/.test(condition);
  if (depth < deepest && isPlain && ["media", "supports", "container"].includes(name)) {
    const inner = rulesOf(body, state, "rules", depth + 1);
    return inner === "" ? "" : `@${name} ${condition}{${inner}}`;
  }
  if (name === "layer" && depth < deepest) return rulesOf(body, state, "rules", depth + 1);
  if (name === "keyframes" && /^[\w-]{1,100}$/.test(condition))
    return `@keyframes ${condition}{${rulesOf(body, state, "frames", depth + 1)}}`;
  if (name === "font-face" && condition === "") return fontFace(body, state);
  state.isWhole = false;
  return "";
}

function declarationText(body: string, state: State): string {
  // Nested rules are not taken over.
  if (body.includes("{")) {
    state.isWhole = false;
    return "";
  }
  return declarationsOf(body)
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      const kept =
        colon > 0 &&
        safeProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1), state.source);
      if (!kept) state.isWhole = false;
      return kept ? `${kept[0]}:${kept[1]}` : [];
    })
    .join(";");
}

/** A font of the site, by the same name. */
function fontFace(body: string, state: State): string {
  const declarations = fontDeclarations(body, state.source);
  if (!declarations) state.isWhole = false;
  return declarations ? `@font-face{${declarations.join(";")}}` : "";
}

function frameSelector(head: string): string | undefined {
  return /^(?:from|to|[\d.]+%)(?:\s*,\s*(?:from|to|[\d.]+%))*$/i.test(head) ? head : undefined;
}

const selectorText = /^[\w\s.#:()[\]="'*>+~^$|%/\\-]{1,500}$/;
/** Of the page as a whole, on the published site. */
const root = /^(?::root|html|body)(?![\w-])/i;
const darkMode = /^(?:html|:root)?(?:\.dark|\[data-theme=["']?dark["']?\])(?=\s)/i;

function scopedSelectors(head: string, within: string): string | undefined {
  const scoped = splitSelectors(head).map((selector) => {
    if (!selectorText.test(selector)) return undefined;
    const dark = darkMode.exec(selector)?.[0];
    const isRoot = dark === undefined && root.test(selector);
    const rest = dark === undefined ? selector.replace(root, "") : selector.slice(dark.length).trim();
    // What stands beside the page is none of the page's.
    if ((isRoot ? /^[^\s>]*\s*[~+]/ : /^[~+]/).test(rest)) return undefined;
    if (isRoot) return within + rest;
    return `${within}${dark === undefined ? "" : '[data-appearance="dark"]'} ${rest}`;
  });
  return scoped.length === 0 || scoped.includes(undefined) ? undefined : scoped.join(",");
}

function splitSelectors(head: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < head.length; at++) {
    const char = head[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) {
      parts.push(head.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, head.slice(start)].map((part) => part.trim());
}

/** `head { body }` and `head;`, at the outermost level. */
function* blocksOf(source: string): Generator<{ readonly head: string; readonly body?: string }> {
  let at = 0;
  // Each is looked for once: a sheet may have none of them for a long way.
  let brace = -1;
  let semicolon = -1;
  while (at < source.length) {
    if (brace < at) brace = next(source, at, "{");
    if (semicolon < at) semicolon = next(source, at, ";");
    if (semicolon < brace) {
      yield { head: source.slice(at, semicolon).trim() };
      at = semicolon + 1;
      continue;
    }
    if (brace >= source.length) {
      const rest = source.slice(at).trim();
      if (rest !== "") yield { head: rest };
      return;
    }
    const end = closingBrace(source, brace);
    yield { head: source.slice(at, brace).trim(), body: source.slice(brace + 1, end) };
    at = end + 1;
  }
}

function next(source: string, at: number, char: string): number {
  const found = source.indexOf(char, at);
  return found < 0 ? source.length : found;
}

function closingBrace(source: string, open: number): number {
  let depth = 0;
  let quote = "";
  for (let at = open; at < source.length; at++) {
    const char = source[at] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at;
  }
  return source.length;
}
