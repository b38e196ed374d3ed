import { characterAt, endOfLine, type TextEdit } from "../../text/text-edit.ts";
import type { SyntaxFault, SyntaxRepair } from "../syntax-problem.ts";
import { blankPatch, escapeRepair, type Fault, insertion, letterPatch } from "./fault.ts";
import { isTagName, voidElements } from "./html-names.ts";
import { lineFault } from "./line-fault.ts";
import type { MdxStop } from "./read-mdx-tree.ts";
import { readWrittenTag, type WrittenTag } from "./written-tag.ts";

const longestAddress = 500;
const longestValue = 500;
const address =
  /<((?:https?|ftp|mailto|tel|[a-z][a-z0-9+.-]{1,20}):[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>/iy;

/** What is wrong with the tag, or with what looks like one, at which the parser gave up. */
export function tagFault(text: string, stop: MdxStop, start: number): Fault {
  return (
    commentFault(text, start) ??
    backslashFault(text, start) ??
    addressFault(text, start) ??
    (stop.reason === "line" ? lineFault(text, stop, start) : undefined) ??
    attributeFault(text, stop, start) ??
    bracketFault(text, start)
  );
}

function commentFault(text: string, start: number): Fault | undefined {
  if (!text.startsWith("<!--", start)) return undefined;
  const close = text.indexOf("-->", start + 4);
  if (close < 0) {
    const range = { start, end: start + 4 };
    return {
      fault: "html-comment",
      range,
      text: "<!--",
      candidates: [escapeRepair([start], "<!--")],
      patches: [letterPatch(start)],
    };
  }
  const range = { start, end: close + 3 };
  const words = text.slice(start + 4, close).replaceAll("*/", "* /");
  return {
    fault: "html-comment",
    range,
    text: "<!-- -->",
    candidates: [
      { kind: "comment", text: "{/* */}", edits: [{ range, newText: `{/*${words}*/}` }] },
      { kind: "remove", text: "<!-- -->", edits: [{ range, newText: "" }] },
    ],
    patches: [blankPatch(text, start, range.end)],
  };
}

/** `<\\Card>` for `</Card>`. */
function backslashFault(text: string, start: number): Fault | undefined {
  const [whole, name] = /^<\\([A-Za-z][\w.]*)\s*>/.exec(text.slice(start, start + 100)) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const slash = { range: { start: start + 1, end: start + 2 }, newText: "/" };
  return {
    fault: "tag-malformed",
    range: { start, end: start + whole.length },
    text: "\\",
    candidates: [{ kind: "rename", text: `</${name}>`, edits: [slash] }],
    patches: [slash],
  };
}

function addressFault(text: string, start: number): Fault | undefined {
  address.lastIndex = start;
  const [whole, target] = address.exec(text.slice(0, start + longestAddress)) ?? [];
  if (whole === undefined || target === undefined) return undefined;
  const range = { start, end: start + whole.length };
  const link = /^[a-z][a-z0-9+.-]+:/i.test(target) ? target : `mailto:${target}`;
  return {
    fault: "autolink",
    range,
    text: target,
    candidates: [{ kind: "link", text: target, edits: [{ range, newText: `[${target}](${link})` }] }],
    patches: [letterPatch(range.start, range.end)],
  };
}

/** The lone bracket of `<5`, or all of `Map<string, List<number>>`: those inside are of the same type. */
function bracketFault(text: string, start: number): Fault {
  const rest = text.slice(start, start + 200);
  const type = /[\w$]/.test(text[start - 1] ?? "") ? (/^<[\w\s,.[\]|<]+>+/.exec(rest)?.[0] ?? "") : "";
  const brackets = [...(type || "<").matchAll(/</g)].map(({ index }) => start + index);
  const name = /^<([A-Za-z][\w.]*)/.exec(rest)?.[1];
  return {
    fault: "angle-bracket",
    range: { start, end: start + 1 },
    text: /^<[^\s<>]{0,19}/.exec(rest)?.[0] ?? "<",
    candidates: [escapeRepair(brackets, "<")],
    patches: brackets.map((at) => letterPatch(at)),
    ...(name !== undefined && type === "" && isTagName(name) ? { takenTag: name } : {}),
  };
}

function attributeFault(text: string, stop: MdxStop, start: number): Fault | undefined {
  const tag = readWrittenTag(text, start, stop.at);
  if (!tag || stop.at < tag.nameEnd) return undefined;
  if (tag.isClosing) return closingFault(text, stop, tag);
  const hasValues = tag.attributes.some(({ value }) => value !== undefined);
  const isType = /\w/.test(text[start - 1] ?? "");
  if (!hasValues && (stop.at === tag.nameEnd || !isTagName(tag.name) || isType) && stop.at !== text.length)
    return undefined;
  const found = quoteFault(text, tag) ?? valueFault(text, stop, tag) ?? endFault(text, stop, tag);
  return found ?? explainStop(text, stop, tag);
}

/** `</Card title="x">`. */
function closingFault(text: string, { at }: MdxStop, tag: WrittenTag): Fault {
  const end = endOfTag(text, at) ?? at;
  const range = { start: tag.start, end: tag.nameEnd };
  return {
    fault: "tag-malformed",
    range,
    text: `</${tag.name}`,
    candidates: [
      {
        kind: "end-tag",
        text: `</${tag.name}>`,
        edits: [{ range: { start: tag.nameEnd, end: Math.max(tag.nameEnd, end) }, newText: ">" }],
      },
    ],
    patches: tagPatches(text, tag, end),
    ...(end > tag.nameEnd ? {} : { takenTag: tag.name }),
  };
}

/** `<Card title="x>`: the value runs on into what follows the tag. */
function quoteFault(text: string, tag: WrittenTag): Fault | undefined {
  const early = closedTooLate(text, tag);
  if (early) return early;
  const attribute = tag.attributes.find(
    ({ value }) =>
      value && value.quote !== "" && /[\r\n][^]*[<>]|[<>][^]*[\r\n]/.test(text.slice(value.start, value.end)),
  );
  if (!attribute?.value) return undefined;
  const { start: from, quote } = attribute.value;
  const lineEnd = endOfLine(text, from);
  const close = text.indexOf(">", from);
  const end = close < 0 || close > lineEnd ? lineEnd : text[close - 1] === "/" ? close - 1 : close;
  const at = from + text.slice(from, end).trimEnd().length;
  return {
    fault: "quote-not-closed",
    range: { start: attribute.start, end: at },
    text: text.slice(attribute.start, attribute.nameEnd),
    candidates: [{ kind: "close-quote", text: quote, edits: [insertion(at, quote)] }],
    ...patched(text, tag, end === lineEnd ? undefined : close + 1),
  };
}

/** `<Card title="x href="/y">`: the quote that was to open the next value closes this one. */
function closedTooLate(text: string, tag: WrittenTag): Fault | undefined {
  for (const { start, nameEnd, value } of tag.attributes) {
    if (!value || value.quote === "" || !/[\w/#.]/.test(text[value.end] ?? "")) continue;
    const inner = text.slice(value.start + 1, value.end - 1);
    if (/[\r\n<>]/.test(inner)) continue;
    const next = /(\s+)[A-Za-z_][\w-]*=$/.exec(inner.slice(-60));
    if (!next) continue;
    const at = value.end - 1 - next[0].length;
    return {
      fault: "quote-not-closed",
      range: { start, end: at },
      text: text.slice(start, nameEnd),
      candidates: [{ kind: "close-quote", text: value.quote, edits: [insertion(at, value.quote)] }],
      ...patched(text, tag, endOfTag(text, value.end)),
    };
  }
  return undefined;
}

/** `<img width=20>`, `<Card title=>`, `<Card title=“x”>`, `<Card title=x">`. */
function valueFault(text: string, { at, attribute }: MdxStop, tag: WrittenTag): Fault | undefined {
  const before = text.slice(tag.nameEnd, at).trimEnd();
  if (!before.endsWith("=") || attribute === undefined) return undefined;
  const name = text.slice(attribute, tag.nameEnd + before.length - 1).trimEnd();
  const { written, value } = unquotedValue(text.slice(at, Math.min(endOfLine(text, at), at + longestValue)));
  const end = at + written.length;
  return {
    fault: "value-not-quoted",
    range: written === "" ? { start: attribute, end: at } : { start: at, end },
    text: written === "" ? name : written,
    candidates: [
      { kind: "quote", text: name, edits: [{ range: { start: at, end }, newText: `"${value}"` }] },
    ],
    ...patched(text, tag, endOfTag(text, end)),
  };
}

/** What was meant as a value at the start of a line's rest, as written and without the quotes it may have. */
function unquotedValue(line: string): { readonly written: string; readonly value: string } {
  const curly = /^[“”„«]([^“”„»"<>]*)[“”»"]/.exec(line);
  if (curly) return { written: curly[0], value: curly[1] ?? "" };
  const halfQuoted = /^([^\s"'<>{}=`/][^"'<>{}=`]*)"/.exec(line);
  if (halfQuoted) return { written: halfQuoted[0], value: halfQuoted[1] ?? "" };
  const bare = /^[^\s"'<>{}=`“”/]+(?:\/[^\s"'<>{}=`“”/]+)*/.exec(line)?.[0] ?? "";
  return { written: bare, value: bare };
}

/** `<Card title="x"` where `>` is missing: the parser has come to another tag, line or the end. */
function endFault(text: string, { at }: MdxStop, tag: WrittenTag): Fault | undefined {
  const isElsewhere =
    at >= text.length || /[<\r\n]/.test(text[at] ?? "") || /[\r\n]/.test(text.slice(tag.solidEnd, at));
  if (!isElsewhere) return undefined;
  const add = (mark: string): SyntaxRepair => ({
    kind: "end-tag",
    text: mark.trim(),
    edits: [insertion(tag.solidEnd, mark)],
  });
  return {
    fault: "tag-not-ended",
    range: { start: tag.start, end: tag.nameEnd },
    text: tag.name,
    candidates: [
      ...(voidElements.has(tag.name) ? [] : [add(">")]),
      add(" />"),
      escapeRepair([tag.start], "<"),
    ],
    ...patched(text, tag, undefined),
  };
}

function explainStop(text: string, { at }: MdxStop, tag: WrittenTag): Fault {
  const end = endOfTag(text, at);
  const colon = /:\s*$/.exec(text.slice(tag.nameEnd, at));
  if (colon && /["'{]/.test(text[at] ?? "")) {
    const sign = { start: at - colon[0].length, end: at };
    return {
      fault: "tag-malformed",
      range: { start: sign.start, end: sign.start + 1 },
      text: ":",
      candidates: [{ kind: "rename", text: "=", edits: [{ range: sign, newText: "=" }] }],
      ...patched(text, tag, end),
    };
  }
  const fault: SyntaxFault = "tag-malformed";
  const range = characterAt(text, at);
  const character = text.slice(range.start, range.end);
  return {
    fault,
    range,
    text: character,
    candidates: [
      { kind: "remove", text: character, edits: [{ range, newText: "" }] },
      escapeRepair([tag.start], "<"),
    ],
    ...patched(text, tag, end),
  };
}

function patched(
  text: string,
  tag: WrittenTag,
  end: number | undefined,
): Pick<Fault, "patches" | "takenTag"> {
  const patches = tagPatches(text, tag, end);
  return patches[0]?.range.start === tag.start ? { patches, takenTag: tag.name } : { patches };
}

/** Makes a tag without attributes of it, so that its closing tag still finds it; where there is no room, text. */
export function tagPatches(text: string, tag: WrittenTag, end: number | undefined): TextEdit[] {
  if (end !== undefined && end > tag.nameEnd) {
    const isSelfClosing = text[end - 2] === "/" && end - 2 >= tag.nameEnd;
    return [blankPatch(text, tag.nameEnd, end - (isSelfClosing ? 2 : 1))];
  }
  const room = /[^\r\n]/.test(text[tag.nameEnd] ?? "\n");
  if (!room) return [letterPatch(tag.start)];
  if (voidElements.has(tag.name) && /[^\r\n]/.test(text[tag.nameEnd + 1] ?? "\n"))
    return [
      { range: { start: tag.nameEnd, end: tag.nameEnd + 2 }, newText: "/>" },
      blankPatch(text, tag.nameEnd + 2, Math.max(tag.solidEnd, tag.nameEnd + 2)),
    ];
  const last = Math.max(tag.solidEnd, tag.nameEnd + 1);
  return [
    { range: { start: tag.nameEnd, end: tag.nameEnd + 1 }, newText: ">" },
    blankPatch(text, tag.nameEnd + 1, last),
  ];
}

/** Behind the `>` that ends the tag which goes on at `from`: before another tag or a blank line. */
export function endOfTag(text: string, from: number): number | undefined {
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === ">" && text[i - 1] !== "=") return i + 1;
    if (char === "<") return undefined;
    if (char === "\n" && /^[ \t]*\r?$/.test(text.slice(i + 1, endOfLine(text, i + 1)))) return undefined;
  }
  return undefined;
}
