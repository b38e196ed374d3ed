import { join } from "node:path";
import type {
  DefinitionParams,
  DocumentLink,
  DocumentLinkParams,
  Location,
  LocationLink,
  ReferenceParams,
} from "vscode-languageserver/node";
import { createDocumentLinks } from "../../core/features/document-links.ts";
import {
  findPageEntries,
  findDefinitions,
  findGeneratedLocation,
} from "../../core/features/references/find-definitions.ts";
import { findReferences } from "../../core/features/references/find-references.ts";
import { findSymbolAt } from "../../core/features/references/symbol-at.ts";
import {
  findDefinitionReferences,
  findSiteReferenceAt,
  isOnFileName,
  getTargetLocation,
  type SpecSymbol,
  type SpecSymbolOccurrence,
  type SpecSymbolReference,
} from "../../core/features/spec/symbols-and-references.ts";
import type { Site } from "../../core/site/site.ts";
import { findFileSpec } from "../../core/site/specs/specs.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import { getOffset, getPosition, type SiteLocation, type SitePath, type TextRange } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { maxTextSize } from "../../workspace/files/disk.ts";
import { readFile, getFileText } from "../../workspace/files/site-files.ts";
import { toPath, toLocation, toRange, toUri } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Returns a function that reads the text of a code file, because a site stores only the exports of code files. */
export function createCodeReader({ files }: SiteState): (file: SitePath) => string | undefined {
  return (file) => getFileText(readFile(files, file, maxTextSize));
}

/**
 * Returns the definitions of the symbol at an offset in a page or docs.json. For the title of a page, these are its
 * navigation entries.
 */
export function findSiteDefinitions(
  { site: siteState, path }: FileLocation,
  offset: number,
): { readonly range: TextRange; readonly definitions: readonly SiteLocation[] } | undefined {
  const site = siteState.current?.site;
  if (!site) return undefined;
  const generatedLocation = findGeneratedLocation(site, path, offset);
  if (generatedLocation) return { range: generatedLocation.range, definitions: [generatedLocation.location] };
  const readCode = createCodeReader(siteState);
  const occurrence = findSymbolAt(site, path, offset, readCode);
  if (!occurrence) return undefined;
  const { symbol, range, isDefinition } = occurrence;
  if (symbol.kind === "page" && isDefinition) return { range, definitions: findPageEntries(site, symbol.file) };
  return { range, definitions: findDefinitions(site, symbol, readCode) };
}

/**
 * A symbol in a specification that was found for an offset in one of the site's files, and the specification that
 * contains it.
 */
export interface FoundSpecSymbol extends SpecSymbolOccurrence {
  readonly spec: SpecOutline;
}

/**
 * Finds the symbol in a specification that an offset refers to. If the offset is in a specification, the worker finds
 * the symbol. If it's in any other file, the value at the offset is resolved to a location in the specification.
 */
export async function findSpecSymbol(
  { site: siteState, path }: FileLocation,
  offset: number,
  { specs }: Session,
  part: "method" | "path" = "method",
): Promise<FoundSpecSymbol | undefined> {
  const site = siteState.current?.site;
  if (!site) return undefined;
  const containingSpec = findFileSpec(site, path);
  if (containingSpec) {
    const occurrence = await specs.requestEditorData(siteState.files, containingSpec, {
      about: "symbol",
      file: path,
      offset,
    });
    return occurrence && { ...occurrence, spec: containingSpec };
  }
  const reference = findSiteReferenceAt(site, path, offset);
  if (!reference) return undefined;
  const { namedSpec: file, resolvedTarget, location: at, text: name } = reference;
  const { range } = at;
  if (file && isOnFileName(reference, offset)) {
    const symbol = { kind: "node", file: file.spec.path, keys: [] } as const;
    return { symbol, range, name, definitions: [getFileStart(file.spec.path)], spec: file.spec };
  }
  const location = resolvedTarget && getTargetLocation(resolvedTarget.spec, resolvedTarget.target, part);
  if (!resolvedTarget || !location) return undefined;
  const request = { about: "symbol", file: location.file, offset: location.range.start } as const;
  const specSymbol = await specs.requestEditorData(siteState.files, resolvedTarget.spec, request);
  return specSymbol && { ...specSymbol, range, name, spec: resolvedTarget.spec };
}

function getFileStart(file: string): SiteLocation {
  return { file, range: { start: 0, end: 0 } };
}

/**
 * Handles `textDocument/definition`. Returns the target of a reference, link, tag, ID, or navigation entry, in a
 * specification or elsewhere in the site.
 */
export async function getDefinitions(
  { position }: DefinitionParams,
  session: Session,
  { location }: RequestFile,
): Promise<Location[] | LocationLink[]> {
  if (!location) return [];
  const lines = session.lineMaps.get(location);
  const offset = getOffset(lines, position);
  const definitionResult = (await findSpecSymbol(location, offset, session)) ?? findSiteDefinitions(location, offset);
  if (!definitionResult) return [];
  if (session.client.textDocument?.definition?.linkSupport !== true)
    return definitionResult.definitions.map((at) => toLocation(at, location.site, session));
  return definitionResult.definitions.map(({ file, range }): LocationLink => {
    const target = { site: location.site, path: file };
    const targetRange = toRange(session.lineMaps.get(target), range);
    return {
      originSelectionRange: toRange(lines, definitionResult.range),
      targetUri: toUri(target, session),
      targetRange,
      targetSelectionRange: targetRange,
    };
  });
}

/**
 * The maximum number of specifications in which to search for references to a symbol because they include the file that
 * contains the symbol.
 */
const maxSpecs = 50;

/**
 * Returns every reference to the symbol in the specification that contains the symbol and in other specifications that
 * include its file.
 */
export async function findReferencesInSpecs(
  { site: siteState }: FileLocation,
  { symbol, spec }: { readonly symbol: SpecSymbol; readonly spec: SpecOutline },
  { specs }: Session,
): Promise<readonly (SpecSymbolReference & { readonly spec: SpecOutline })[]> {
  const referencesByLocation = new Map<string, SpecSymbolReference & { readonly spec: SpecOutline }>();
  for (const includingSpec of siteState.current ? findSpecsWithSymbol(siteState.current.site, symbol, spec) : []) {
    const result = await specs.requestEditorData(siteState.files, includingSpec, { about: "references", symbol });
    for (const reference of result?.references ?? [])
      referencesByLocation.set(`${reference.range.start} ${reference.file}`, { ...reference, spec: includingSpec });
  }
  return [...referencesByLocation.values()];
}

/** Returns the specification itself, followed by other specifications that include the symbol's file. */
export function findSpecsWithSymbol(
  { specs }: Pick<Site, "specs">,
  symbol: SpecSymbol,
  spec: SpecOutline,
): readonly SpecOutline[] {
  if (symbol.kind !== "node") return [spec];
  const otherSpecs = [...specs.values()].filter(
    (otherSpec) =>
      otherSpec !== spec && (otherSpec.path === symbol.file || otherSpec.includedFiles.includes(symbol.file)),
  );
  return [spec, ...otherSpecs.slice(0, maxSpecs)];
}

/** Handles `textDocument/references`. Returns every reference to the symbol in pages, specifications, and docs.json. */
export async function getReferences(
  { position, context }: ReferenceParams,
  session: Session,
  { location }: RequestFile,
): Promise<Location[]> {
  if (!location) return [];
  const offset = getOffset(session.lineMaps.get(location), position);
  const specSymbol = await findSpecSymbol(location, offset, session);
  const site = location.site.current?.site;
  if (!site) return [];
  if (!specSymbol) {
    const readCode = createCodeReader(location.site);
    const symbol = findSymbolAt(site, location.path, offset, readCode)?.symbol;
    const definitionLocations = symbol && context.includeDeclaration ? findDefinitions(site, symbol, readCode) : [];
    const referenceLocations = symbol ? findReferences(site, symbol, readCode).map(({ location }) => location) : [];
    return [...definitionLocations, ...referenceLocations].map((at) => toLocation(at, location.site, session));
  }
  const referenceLocations = await findReferencesInSpecs(location, specSymbol, session);
  const siteReferenceLocations = findDefinitionReferences(site, specSymbol.definitions).map(({ location }) => location);
  const specDefinitionLocations = context.includeDeclaration ? specSymbol.definitions : [];
  return [...specDefinitionLocations, ...referenceLocations, ...siteReferenceLocations].map((at) =>
    toLocation(at, location.site, session),
  );
}

/**
 * The data for a link to a position in another file. The position is converted to a line when the client resolves the
 * link.
 */
interface UnresolvedTarget {
  readonly uri: string;
  readonly offset: number;
}

/**
 * Handles `textDocument/documentLink`. Returns the links on a page, in docs.json, or in code to files in the site and
 * to the web.
 */
export function getDocumentLinks(_: DocumentLinkParams, session: Session, { location }: RequestFile): DocumentLink[] {
  const site = location?.site.current?.site;
  if (!location || !site) return [];
  const lines = session.lineMaps.get(location);
  return createDocumentLinks(site, location.path, createCodeReader(location.site)).map(
    ({ range, destination }): DocumentLink => {
      const linkRange = toRange(lines, range);
      if (destination.kind === "web") return { range: linkRange, target: destination.url };
      const uri = toUri({ site: location.site, path: destination.at.file }, session);
      const offset = destination.at.range.start;
      return offset === 0 ? { range: linkRange, target: uri } : { range: linkRange, data: { uri, offset } };
    },
  );
}

/**
 * Handles `documentLink/resolve`. Returns the link with the URI of the file and the line, such as
 * `guides/start.mdx#L5,3`.
 */
export function resolveDocumentLink(link: DocumentLink, session: Session): DocumentLink {
  const data: unknown = link.data;
  if (!isUnresolvedTarget(data)) return link;
  const path = toPath(data.uri);
  const location = path === undefined ? undefined : session.sites.findSite(path);
  if (!location || join(location.site.root, location.path) !== path) return link;
  const { line, character } = getPosition(session.lineMaps.get(location), data.offset);
  return { range: link.range, target: `${data.uri}#L${line + 1},${character + 1}` };
}

function isUnresolvedTarget(data: unknown): data is UnresolvedTarget {
  if (typeof data !== "object" || data === null || !("uri" in data) || !("offset" in data)) return false;
  return typeof data.uri === "string" && typeof data.offset === "number";
}
