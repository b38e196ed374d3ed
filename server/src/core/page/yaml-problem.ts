import { afterBlanks, beforeBlanks, endOfLine, type TextRange } from "../text/text-edit.ts";
import type { FrontmatterScan } from "./frontmatter-scan.ts";
import type { FrontmatterProblem, YamlFault } from "./page.ts";

/** Characters that YAML does not take, lone surrogates among them. */
const unreadable =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * What js-yaml's refusal means in terms of what the author wrote. js-yaml names the place where it gave up, often
 * the next line; the scan knows which value looks wrong, so the last suspicious place before that point is taken.
 */
export function yamlProblem(
  text: string,
  content: TextRange,
  scan: FrontmatterScan,
  refusal: { readonly reason: string; readonly offset: number },
): FrontmatterProblem {
  const { reason } = refusal;
  const yaml = text.slice(content.start, content.end);
  const at = content.start + Math.min(refusal.offset, yaml.length);
  if (/non-printable|null byte/.test(reason)) {
    const start = content.start + Math.max(0, yaml.search(unreadable));
    return { kind: "not-text", range: { start, end: start + 1 } };
  }
  if (reason.startsWith("unknown tag")) return unknownTag(yaml, content, reason, refusal.offset);
  if (reason.startsWith("expected a single document")) {
    const start = content.start + Math.max(0, yaml.search(/^\.\.\./m));
    return { kind: "syntax", fault: "second-document", range: { start, end: start + 3 } };
  }
  if (scan.tab && scan.tab.start <= at) return { kind: "syntax", fault: "tab", range: scan.tab };
  const suspicion = suspicionBefore(scan, at);
  if (!suspicion) return { kind: "syntax", range: lineAt(text, content, at), fault: faultOf(reason) };
  return { kind: "syntax", ...suspicion, text: text.slice(suspicion.range.start, suspicion.range.end) };
}

function suspicionBefore(
  scan: FrontmatterScan,
  at: number,
): { readonly range: TextRange; readonly fault: YamlFault } | undefined {
  const span = scan.spans.findLast((candidate) => candidate.fault && candidate.valueRange.start <= at);
  const stray = scan.strays.findLast((candidate) => candidate.start <= at);
  if (stray && (!span || stray.start > span.range.start)) return { range: stray, fault: "no-colon" };
  return span?.fault ? { range: span.valueRange, fault: span.fault } : undefined;
}

function unknownTag(yaml: string, content: TextRange, reason: string, offset: number): FrontmatterProblem {
  const tag = (/!<(.*)>/.exec(reason)?.[1] ?? "!").replace("tag:yaml.org,2002:", "!!").slice(0, 60);
  const before = offset > 0 ? yaml.lastIndexOf(tag, offset) : yaml.indexOf(tag);
  const start = content.start + Math.max(0, before);
  return { kind: "unknown-tag", range: { start, end: start + tag.length }, text: tag };
}

/** The line's text; of an empty line, or the end, the nearest text before it. */
function lineAt(text: string, content: TextRange, at: number): TextRange {
  let point = Math.min(at, Math.max(content.start, content.end - 1));
  while (point > content.start && /\s/.test(text[point] ?? " ")) point--;
  let start = point;
  while (start > content.start && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  const end = endOfLine(text, start, content.end);
  const first = afterBlanks(text, start, end);
  return { start: first, end: Math.max(first, beforeBlanks(text, first, end)) };
}

function faultOf(reason: string): YamlFault {
  if (reason.includes("quoted scalar")) return "quote-not-closed";
  if (reason.includes("flow collection")) return "bracket-not-closed";
  if (/escape sequence|hexadecimal/.test(reason)) return "escape";
  if (reason.includes("alias")) return "alias";
  if (reason.includes("indentation")) return "indentation";
  return "other";
}
