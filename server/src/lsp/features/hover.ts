import {
  type Hover,
  type HoverParams,
  type InlayHint,
  type InlayHintParams,
  MarkupKind,
} from "vscode-languageserver/node";
import { explainOffset } from "../../core/features/explain/page-lens.ts";
import { hoverOperation } from "../../core/features/hover/hover-spec.ts";
import { type Hover as FoundHover, getHover } from "../../core/features/hover/hover.ts";
import { createConfigHints } from "../../core/features/hover/inlay-hints.ts";
import { escapeMarkdown, formatInlineCode, joinParagraphs } from "../../core/text/markdown.ts";
import { findFileSpec } from "../../core/site/specs/specs.ts";
import { getOffset, getPosition } from "../../core/text/text-edit.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { toLocation, toMarkup, toRange, toTextRange, toUri } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { explainCommandId } from "./code-lenses.ts";
import { createFileReader } from "./explain.ts";

/** Returns the hover with an added explanation of whether readers see the symbol. */
export function addExplanation(
  hover: FoundHover | undefined,
  location: FileLocation,
  offset: number,
  session: Session,
): FoundHover | undefined {
  const site = location.site.current?.site;
  const explanation = site && explainOffset(site, location.path, offset, createFileReader(location.site));
  if (!explanation) return hover;
  const markdown = escapeSentence(explanation.verdict) + createLink(explanation.target, location, session);
  return hover
    ? { ...hover, markdown: joinParagraphs([hover.markdown, "---", markdown]) }
    : { range: explanation.range, markdown };
}

/** Formats a sentence as Markdown. Names from the site are formatted as code. */
function escapeSentence(sentence: string): string {
  const parts = sentence.split("`");
  return parts.map((part, index) => (index % 2 === 0 ? escapeText(part) : formatInlineCode(part))).join("");
}

function escapeText(text: string): string {
  const [, leadingSpaces = "", trimmedText = "", trailingSpaces = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return leadingSpaces + escapeMarkdown(trimmedText) + trailingSpaces;
}

function createLink(target: string, location: FileLocation, session: Session): string {
  if (!session.hasExplainCommand) return "";
  const encodedArguments = encodeURIComponent(JSON.stringify([{ uri: toUri(location, session), target }]));
  return ` [Explain](command:${explainCommandId}?${encodedArguments.replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"))})`;
}

/** Handles `textDocument/hover`. */
export async function provideHover(
  { position }: HoverParams,
  session: Session,
  { location }: RequestFile,
): Promise<Hover | null> {
  const site = location?.site.current?.site;
  if (!location || !site) return null;
  const lines = session.lineMaps.get(location);
  const { findIcon } = session;
  const getRating = session.ratings.getRatingProvider(location.site);
  const hostFeatures = session.host.readDelegatedFeatures();
  const offset = getOffset(lines, position);
  const siteHover = getHover({
    site,
    file: location.path,
    offset,
    findIcon,
    getRating,
    delegatedFeatures: hostFeatures,
  });
  const hover = addExplanation(siteHover, location, offset, session) ?? (await getSpecHover(location, offset, session));
  if (!hover) return null;
  return {
    range: toRange(lines, hover.range),
    contents: toMarkup(hover.markdown, session.client.textDocument?.hover?.contentFormat),
  };
}

/**
 * Returns the hover for a position in a specification. The hover is created by the worker thread, because only this
 * thread has the syntax trees. If the text has just changed, waits until it has been parsed.
 */
async function getSpecHover(
  { site, path }: FileLocation,
  offset: number,
  { specs, ratings }: Session,
): Promise<FoundHover | undefined> {
  if (!site.current || !findFileSpec(site.current.site, path)) return undefined;
  if (site.hasPendingChanges(path)) await site.waitUntilReady(path);
  const spec = findFileSpec(site.current.site, path);
  const hover = spec && (await specs.requestEditorData(site.files, spec, { about: "hover", file: path, offset }));
  const getRating = ratings.getRatingProvider(site);
  return hover ?? (getRating && hoverOperation(site.current.site, path, offset, getRating));
}

/**
 * Handles `textDocument/inlayHint`. Returns hints in docs.json that show the titles of pages and the values that
 * elements inherit. Each hint links to its source.
 */
export function getInlayHints({ range }: InlayHintParams, session: Session, { location }: RequestFile): InlayHint[] {
  const site = location?.site.current?.site;
  if (!location || !site) return [];
  const lines = session.lineMaps.get(location);
  return createConfigHints(site, location.path, toTextRange(lines, range), session.inlayHints).map(
    ({ offset, label, tooltip, sourceLocation }): InlayHint => ({
      position: getPosition(lines, offset),
      label: [
        {
          value: label,
          tooltip: { kind: MarkupKind.Markdown, value: tooltip },
          ...(sourceLocation && { location: toLocation(sourceLocation, location.site, session) }),
        },
      ],
      paddingLeft: true,
    }),
  );
}
