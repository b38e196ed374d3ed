import type { Site } from "../../site/site.ts";
import { decodeEntities } from "../../text/decode-text.ts";
import type { ViewNode } from "../view/view-node.ts";
import { linkTo } from "./frame-link.ts";

const longest = 5000;
const deepest = 20;

/** Each mark once; none of them looks further than the next of its kind. */
const marks =
  /\\[!-/:-@[-`{-~]|`[^`]+`|\*\*|__|\*|_|\[|\]\([^()\s]*\)|\]|<\/?[a-z]+(?:\s[^<>]*)?\/?>|\n[ \t]*\n\s*/gi;

/** Marks that open and close, by what they make. */
const pairs: Readonly<Record<string, string>> = { "**": "strong", __: "strong", "*": "em", _: "em" };
const elements: ReadonlySet<string> = new Set([
  "a",
  "b",
  "code",
  "del",
  "em",
  "i",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
]);

/**
 * The text of a banner or error page as readers see it: emphasis, code, links and the few elements that need no more than
 * a name. The page's own text is rendered elsewhere, with all of MDX; these have none of it.
 */
export function inlineText(site: Site, written: string): readonly ViewNode[] {
  const text = written.slice(0, longest);
  const open: Open[] = [{ mark: "", tag: "", nodes: [] }];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    addText(open, text.slice(end, match.index));
    end = match.index + match[0].length;
    take(site, open, match[0], text[match.index - 1] ?? " ", text[end] ?? " ");
  }
  addText(open, text.slice(end));
  while (open.length > 1) giveUp(open);
  return open[0]?.nodes ?? [];
}

interface Open {
  /** As written, shown where nothing closes it. */
  readonly mark: string;
  readonly tag: string;
  readonly href?: string | undefined;
  readonly nodes: ViewNode[];
}

function take(site: Site, open: Open[], mark: string, before: string, after: string): void {
  const pair = pairs[mark];
  if (pair !== undefined) {
    const isInWord = /\w/.test(before) && /\w/.test(after) && mark.startsWith("_");
    if (isInWord) addText(open, mark);
    else if (open.some((each) => each.mark === mark)) close(site, open, (each) => each.mark === mark);
    else if (/\s/.test(after)) addText(open, mark);
    else begin(open, mark, pair);
  } else if (mark.startsWith("\\")) addText(open, mark.slice(1));
  else if (mark.startsWith("`")) top(open).nodes.push({ tag: "code", children: [mark.slice(1, -1)] });
  else if (mark === "[") begin(open, mark, "a");
  else if (mark.startsWith("](")) {
    if (open.some((each) => each.mark === "["))
      close(site, open, (each) => each.mark === "[", mark.slice(2, -1));
    else addText(open, mark);
  } else if (mark === "]") addText(open, mark);
  else if (mark.startsWith("\n")) top(open).nodes.push({ tag: "br" }, { tag: "br" });
  else takeTag(site, open, mark);
}

function takeTag(site: Site, open: Open[], mark: string): void {
  const name = (/[a-z]+/i.exec(mark)?.[0] ?? "").toLowerCase();
  if (name === "br") top(open).nodes.push({ tag: "br" });
  // Anything else is left out, its text stays.
  if (!elements.has(name) || mark.endsWith("/>")) return;
  const tag = name === "b" ? "strong" : name === "i" ? "em" : name;
  if (mark.startsWith("</")) {
    if (open.some((each) => each.mark.startsWith("<") && each.tag === tag))
      close(site, open, (each) => each.mark.startsWith("<") && each.tag === tag);
    return;
  }
  const href = /\shref=(?:"([^"]*)"|'([^']*)')/i.exec(mark);
  begin(open, mark, tag, href?.[1] ?? href?.[2]);
}

function begin(open: Open[], mark: string, tag: string, href?: string): void {
  if (open.length < deepest) open.push({ mark, tag, href, nodes: [] });
  else addText(open, mark);
}

function close(site: Site, open: Open[], isWanted: (each: Open) => boolean, target?: string): void {
  while (open.length > 1 && !isWanted(top(open))) giveUp(open);
  const done = open.pop();
  if (!done) return;
  if (done.tag !== "a") {
    top(open).nodes.push({ tag: done.tag, children: done.nodes });
    return;
  }
  const link = linkTo(site, decodeEntities(target ?? done.href ?? ""));
  const props = {
    ...(link.href !== undefined && { href: link.href }),
    ...(link.external && { external: true }),
  };
  top(open).nodes.push({ tag: "a", props, children: done.nodes });
}

/** What is never closed was meant as a character; an element without end goes on to the end. */
function giveUp(open: Open[]): void {
  const left = open.pop();
  if (!left) return;
  if (left.mark.startsWith("<")) top(open).nodes.push({ tag: left.tag, children: left.nodes });
  else {
    addText(open, left.mark);
    top(open).nodes.push(...left.nodes);
  }
}

function addText(open: Open[], text: string): void {
  if (text !== "") top(open).nodes.push(decodeEntities(text));
}

function top(open: readonly Open[]): Open {
  return open.at(-1) ?? { mark: "", tag: "", nodes: [] };
}
