import {
  type Hover,
  type HoverParams,
  type InlayHint,
  type InlayHintParams,
  MarkupKind,
} from "vscode-languageserver/node";
import { explanationAt } from "../../core/features/explain/page-lens.ts";
import { hoverOperation } from "../../core/features/hover/hover-spec.ts";
import { type Hover as FoundHover, getHover } from "../../core/features/hover/hover.ts";
import { configHints } from "../../core/features/hover/inlay-hints.ts";
import { escapeMarkdown, formatInlineCode, joinParagraphs } from "../../core/text/markdown.ts";
import { specOfFile } from "../../core/site/specs/specs.ts";
import { offsetAt, positionAt } from "../../core/text/text-edit.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { toLocation, toMarkup, toRange, toTextRange, uriOf } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { explainId } from "./code-lenses.ts";
import { textReader } from "./explain.ts";

/** Returns the hover with an added explanation of whether readers see the symbol. */
export function withExplanation(
  found: FoundHover | undefined,
  place: FileLocation,
  offset: number,
  session: Session,
): FoundHover | undefined {
  const site = place.site.current?.site;
  const reported = site && explanationAt(site, place.path, offset, textReader(place.site));
  if (!reported) return found;
  const markdown = escapeSentence(reported.verdict) + linkFor(reported.target, place, session);
  return found
    ? { ...found, markdown: joinParagraphs([found.markdown, "---", markdown]) }
    : { range: reported.range, markdown };
}

/** Formats a sentence as Markdown. Names from the site are formatted as code. */
function escapeSentence(sentence: string): string {
  const parts = sentence.split("`");
  return parts.map((part, index) => (index % 2 === 0 ? toPlainText(part) : formatInlineCode(part))).join("");
}

function toPlainText(text: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return before + escapeMarkdown(words) + after;
}

function linkFor(target: string, place: FileLocation, session: Session): string {
  if (!session.explain) return "";
  const request = encodeURIComponent(JSON.stringify([{ uri: uriOf(place, session), target }]));
  return ` [Explain](command:${explainId}?${request.replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"))})`;
}

/** Handles `textDocument/hover`. */
export async function hovers(
  { position }: HoverParams,
  session: Session,
  { place }: InFile,
): Promise<Hover | null> {
  const site = place?.site.current?.site;
  if (!place || !site) return null;
  const lines = session.lineMaps.get(place);
  const { findIcon } = session;
  const rate = session.ratings.getRatings(place.site);
  const delegated = session.host.readDelegatedFeatures();
  const offset = offsetAt(lines, position);
  const own = getHover({ site, file: place.path, offset, findIcon, rate, delegated });
  const found = withExplanation(own, place, offset, session) ?? (await hoverInSpec(place, offset, session));
  if (!found) return null;
  return {
    range: toRange(lines, found.range),
    contents: toMarkup(found.markdown, session.client.textDocument?.hover?.contentFormat),
  };
}

/**
 * Returns the hover for a position in a specification. The hover is created by the worker thread, because only this
 * thread has the syntax trees. If the text has just changed, waits until it has been parsed.
 */
async function hoverInSpec(
  { site, path }: FileLocation,
  offset: number,
  { specs, ratings }: Session,
): Promise<FoundHover | undefined> {
  if (!site.current || !specOfFile(site.current.site, path)) return undefined;
  if (site.isBehind(path)) await site.whenReady(path);
  const spec = specOfFile(site.current.site, path);
  const reported = spec && (await specs.ask(site.files, spec, { about: "hover", file: path, offset }));
  const rate = ratings.getRatings(site);
  return reported ?? (rate && hoverOperation(site.current.site, path, offset, rate));
}

/**
 * Handles `textDocument/inlayHint`. Returns hints in docs.json that show the titles of pages and the values that
 * elements inherit. Each hint links to its source.
 */
export function inlayHint({ range }: InlayHintParams, session: Session, { place }: InFile): InlayHint[] {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const lines = session.lineMaps.get(place);
  return configHints(site, place.path, toTextRange(lines, range), session.inlayHints).map(
    ({ offset, label, tooltip, from }): InlayHint => ({
      position: positionAt(lines, offset),
      label: [
        {
          value: label,
          tooltip: { kind: MarkupKind.Markdown, value: tooltip },
          ...(from && { location: toLocation(from, place.site, session) }),
        },
      ],
      paddingLeft: true,
    }),
  );
}
