import { createHash } from "node:crypto";
import { join, normalize, sep } from "node:path";
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Location,
  type MarkupContent,
  MarkupKind,
  type Range,
} from "vscode-languageserver/node";
import { URI } from "vscode-uri";
import type { Config } from "../../core/config/config.ts";
import type { JsonNode } from "../../core/config/json/json-tree.ts";
import { getNavigation } from "../../core/site/settings/navigation.ts";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import type { Site } from "../../core/site/site.ts";
import { maxSpecLength } from "../../core/spec/detect-spec.ts";
import { BoundedMap, derive } from "../../core/text/maps.ts";
import { toPlainText } from "../../core/text/markdown.ts";
import {
  type LineMap,
  createLineMap,
  getOffset,
  type Position,
  getPosition,
  type SiteLocation,
  type SitePath,
  type TextRange,
} from "../../core/text/text-edit.ts";
import type { NavigationLocation } from "../../protocol/navigation.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation, SiteStore } from "../../workspace/analysis/site-store.ts";
import type { OpenFile } from "../../workspace/files/file-stamps.ts";
import { readFile } from "../../workspace/files/site-files.ts";
import type { Session } from "../session/session.ts";

/** Converts a text range in the format of `core` to an LSP range. */
export function toRange(lines: LineMap, { start, end }: TextRange): Range {
  return { start: getPosition(lines, start), end: getPosition(lines, Math.max(start, end)) };
}

export function toTextRange(lines: LineMap, { start, end }: { start: Position; end: Position }): TextRange {
  return { start: getOffset(lines, start), end: getOffset(lines, end) };
}

/**
 * Converts Markdown to a format that the client supports. `formats` are the formats that the client has declared. If
 * they're undefined, returns Markdown, which was the format before clients could declare any.
 */
export function toMarkup(markdown: string, formats: readonly MarkupKind[] | undefined): MarkupContent {
  return !formats || formats.includes(MarkupKind.Markdown)
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: toPlainText(markdown) };
}

export const lspSeverities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export const lspTags = {
  unnecessary: DiagnosticTag.Unnecessary,
  deprecated: DiagnosticTag.Deprecated,
} as const;

/**
 * Returns the absolute path of a local file's URI. Equivalent URIs have the same path, regardless of letter case
 * (`c%3A` and `C:`) and escapes. Returns undefined if the URI isn't for a local file, such as `untitled:`, `git:`,
 * `vscode-vfs:`, or a URI with another host.
 */
export function toPath(uri: string): string | undefined {
  let parsedUri: URI;
  try {
    parsedUri = URI.parse(uri, true);
  } catch {
    return undefined;
  }
  if (parsedUri.scheme !== "file" || parsedUri.path.includes("\0")) return undefined;
  if (parsedUri.authority !== "" && process.platform !== "win32") return undefined;
  const path = normalize(parsedUri.fsPath);
  return path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
}

export function toFileUri(path: string): string {
  return URI.file(path).toString();
}

/** Returns the URI of a file in a site. If the file is open, returns the URI exactly as the editor sent it. */
export function toUri({ site, path }: FileLocation, { documents }: Session): string {
  const absolutePath = join(site.root, path);
  return documents.get(absolutePath)?.uri ?? toFileUri(absolutePath);
}

/** Converts a range in one of a site's files to an LSP location. */
export function toLocation({ file, range }: SiteLocation, site: SiteState, session: Session): Location {
  const location = { site, path: file };
  return { uri: toUri(location, session), range: toRange(session.lineMaps.get(location), range) };
}

const noLocation: SiteLocation = { file: "", range: { start: 0, end: 0 } };

/**
 * Maps the file and the hash of each navigation entry's text to the entry, or to undefined if several entries in the
 * file have the same text.
 */
const indexEntriesByText = derive((config: Config) => {
  const textsByPath = new Map(config.files.map(({ path, text }) => [path, text]));
  const nodesByTextHash = new Map<string, JsonNode | undefined>();
  const { entries, elements } = getNavigation(config);
  for (const node of new Set([...entries, ...elements].map((one) => one.node))) {
    const key = `${node.file}\n${getHash(textsByPath.get(node.file) ?? "", node.range)}`;
    nodesByTextHash.set(key, nodesByTextHash.has(key) ? undefined : node);
  }
  return nodesByTextHash;
});

/**
 * The end of the mark for an entry whose text is unique in its file, so the entry can be found if it moves.
 */
const uniqueSuffix = "*";

/**
 * Returns a navigation location for the editor. The location's mark identifies the entry if the editor sends the
 * location back.
 */
export function toNavigationLocation(
  siteLocation: SiteLocation,
  { config }: Site,
  locationCache: FileLocationCache,
): NavigationLocation {
  const text = config.files.find(({ path }) => path === siteLocation.file)?.text;
  const location = locationCache.getLocation(siteLocation);
  if (text === undefined) return location;
  const hash = getHash(text, siteLocation.range);
  const isUnique = indexEntriesByText(config).get(`${siteLocation.file}\n${hash}`) !== undefined;
  return { ...location, mark: isUnique ? hash + uniqueSuffix : hash };
}

/**
 * Returns the location of the entry that a navigation location refers to. Only the start of its range is used. If the
 * location now contains different text, returns the location to which the entry has moved. Returns `noLocation` if the
 * location is in a different site, if the entry has changed, or if it isn't or wasn't the only one with its text.
 */
export function resolveNavigationLocation(
  { uri, range, mark }: NavigationLocation,
  siteState: SiteState,
  { sites, lineMaps }: Session,
): SiteLocation {
  const path = toPath(uri);
  const location = path === undefined ? undefined : sites.findSite(path);
  if (!location || location.site !== siteState) return noLocation;
  const config = siteState.current?.site.config;
  const text = config?.files.find((file) => file.path === location.path)?.text;
  const lines = text === undefined ? lineMaps.get(location) : createLineMap(text);
  const { start, end } = toTextRange(lines, range);
  const hash = mark?.replace(uniqueSuffix, "");
  if (!config || text === undefined || hash === undefined || hash === getHash(text, { start, end }))
    return { file: location.path, range: { start, end: start } };
  const node = hash === mark ? undefined : indexEntriesByText(config).get(`${location.path}\n${hash}`);
  return node ? { file: node.file, range: node.range } : noLocation;
}

function getHash(text: string, { start, end }: TextRange): string {
  return createHash("sha1").update(text.slice(start, end)).digest("base64url").slice(0, 12);
}

/** Converts a position from a preview to an LSP range. */
export function toPreviewRange(
  target: { readonly line: number } | { readonly range: TextRange },
  location: FileLocation,
  session: Session,
): Range {
  if ("range" in target) return toRange(session.lineMaps.get(location), target.range);
  const start = { line: target.line, character: 0 };
  return { start, end: start };
}

interface CachedLines {
  readonly stamp: string | undefined;
  readonly lines: LineMap;
}

const maxCachedFiles = 500;

/** Provides the line map of each file, based on the text that the file's problems were found in. */
export class LineMaps {
  readonly #sites: Pick<SiteStore, "getOpenFile">;
  readonly #openLineMaps = new WeakMap<OpenFile, LineMap>();
  readonly #closedLineMaps = new BoundedMap<string, CachedLines>(maxCachedFiles);

  constructor(sites: Pick<SiteStore, "getOpenFile">) {
    this.#sites = sites;
  }

  get(location: FileLocation): LineMap {
    const path = join(location.site.root, location.path);
    const file = this.#sites.getOpenFile(path);
    return file ? this.#getOpenLineMap(file) : this.#getClosedLineMap(path, location);
  }

  #getOpenLineMap(file: OpenFile): LineMap {
    const cachedLineMap = this.#openLineMaps.get(file);
    if (cachedLineMap) return cachedLineMap;
    const lines = createLineMap(file.text);
    this.#openLineMaps.set(file, lines);
    return lines;
  }

  #getClosedLineMap(path: string, { site, path: sitePath }: FileLocation): LineMap {
    const specLineMap = site.current?.site.specs.get(sitePath)?.lines;
    if (specLineMap) return specLineMap;
    const stamp = site.files.disk.getStamp(sitePath);
    const cachedLines = this.#closedLineMaps.get(path);
    if (cachedLines && cachedLines.stamp === stamp) return cachedLines.lines;
    const file = readFile(site.files, sitePath, maxSpecLength);
    const lines = createLineMap(file.kind === "text" ? file.text : "");
    this.#closedLineMaps.set(path, { stamp, lines });
    return lines;
  }
}

const fileStartRange: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Caches URIs and line maps for one response, which may refer to the same file a thousand times. */
export class FileLocationCache {
  readonly #site: SiteState;
  readonly #session: Session;
  readonly #urisByPath = new Map<SitePath, string>();
  readonly #lineMapsByPath = new Map<SitePath, LineMap>();

  constructor(site: SiteState, session: Session) {
    this.#site = site;
    this.#session = session;
  }

  toUri(path: SitePath): string {
    const uri = this.#urisByPath.get(path) ?? toUri({ site: this.#site, path }, this.#session);
    this.#urisByPath.set(path, uri);
    return uri;
  }

  getLocation({ file, range }: SiteLocation): { readonly uri: string; readonly range: Range } {
    if (range.end === 0) return { uri: this.toUri(file), range: fileStartRange };
    const lines = this.#lineMapsByPath.get(file) ?? this.#session.lineMaps.get({ site: this.#site, path: file });
    this.#lineMapsByPath.set(file, lines);
    return { uri: this.toUri(file), range: toRange(lines, range) };
  }
}
