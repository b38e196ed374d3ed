import type { Hover as FoundHover } from "../core/features/hover/hover.ts";
import { verdictAt } from "../core/features/explain/page-lens.ts";
import { codeText, paragraphs, plainText } from "../core/features/markdown.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { uriOf } from "./file-uri.ts";
import { textsOf } from "./explain.ts";
import { explainId } from "./page-lenses.ts";
import type { Session } from "./session.ts";

/** What is told at a place, with whether readers are shown what stands there. */
export function withVerdict(
  found: FoundHover | undefined,
  place: SitePlace,
  offset: number,
  session: Session,
): FoundHover | undefined {
  const site = place.site.current?.site;
  const told = site && verdictAt(site, place.path, offset, textsOf(place.site));
  if (!told) return found;
  const markdown = inMarkdown(told.verdict) + linkFor(told.target, place, session);
  return found
    ? { ...found, markdown: paragraphs([found.markdown, "---", markdown]) }
    : { range: told.range, markdown };
}

/** Names of the site in it stay names. */
function inMarkdown(sentence: string): string {
  const parts = sentence.split("`");
  return parts.map((part, index) => (index % 2 === 0 ? plain(part) : codeText(part))).join("");
}

function plain(text: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return before + plainText(words) + after;
}

function linkFor(target: string, place: SitePlace, session: Session): string {
  if (!session.explain) return "";
  const request = encodeURIComponent(JSON.stringify([{ uri: uriOf(place, session), target }]));
  return ` [Explain](command:${explainId}?${request.replace(/[()]/g, (mark) => (mark === "(" ? "%28" : "%29"))})`;
}
