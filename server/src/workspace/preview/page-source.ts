import type { Reader } from "../../../../webview/src/protocol.ts";
import type { EndpointDefinition, EndpointSource } from "../../core/preview/endpoint/endpoint-page.ts";
import {
  readFileEndpoint,
  readGeneratedEndpoint,
  type EndpointRequest,
} from "../../core/preview/endpoint/endpoint-request.ts";
import type { CodeTheme } from "../../core/preview/highlighter.ts";
import { type PageSource, getSiteFacts } from "../../core/preview/source/page-source.ts";
import type { PageHead } from "../../core/preview/view/page-view.ts";
import type { Site } from "../../core/site/site.ts";
import type { GeneratedPage } from "../../core/site/specs/generated-pages.ts";
import { getOperationKey } from "../../core/spec/model/operation-model.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { readFile, type SiteFiles } from "../files/site-files.ts";
import type { SpecService } from "../specs/spec-service.ts";
import { getSourcePath, type ResolvedPreviewPage } from "./preview-target.ts";
import type { SourceChange } from "./render-worker-host.ts";

export interface SourceOptions {
  readonly site: Site;
  readonly siteFiles: SiteFiles;
  readonly imports: ImportedFiles;
  readonly endpoints: EndpointModels;
  readonly audience: Reader;
  readonly codeTheme?: CodeTheme | undefined;
}

type ShownPage = Exclude<ResolvedPreviewPage, { kind: "missing" }>;

/**
 * Reads a page's source from the editor or the disk. If the source can't be read, returns a sentence that explains why.
 */
export function readSource(page: ShownPage, options: SourceOptions): PageSource | string {
  return page.kind === "page" ? createFileSource(page.file, options) : createGeneratedSource(page, options);
}

function createFileSource(
  file: SitePath,
  { site, siteFiles, imports, endpoints, audience, codeTheme }: SourceOptions,
): PageSource | string {
  const fileText = readFile(siteFiles, file);
  if (fileText.kind !== "text") return unreadableMessages[fileText.kind];
  imports.beginPage(file);
  imports.refresh();
  const outline = site.pages.get(file);
  const references = site.references.get(file);
  const request = outline && references && readFileEndpoint(site, outline, references, audience);
  const endpoint = endpoints.getSource(request);
  return {
    path: file,
    text: fileText.text,
    files: imports.texts,
    facts: getSiteFacts(site),
    audience,
    ...(codeTheme && { codeTheme }),
    ...(endpoint && { endpoint }),
  };
}

function createGeneratedSource(
  generatedPage: Extract<ShownPage, { kind: "generated" }>,
  { site, imports, endpoints, audience, codeTheme }: SourceOptions,
): PageSource {
  const { page } = generatedPage;
  imports.beginPage(getSourcePath(generatedPage));
  imports.refresh();
  const endpoint = endpoints.getSource(readGeneratedEndpoint(site, page, audience));
  return {
    path: getSourcePath(generatedPage),
    text: page.content ?? "",
    files: imports.texts,
    facts: getSiteFacts(site),
    audience,
    head: createPageHead(page),
    ...(codeTheme && { codeTheme }),
    ...(endpoint && { endpoint }),
  };
}

/** Returns the frontmatter that the service generates for the page. */
function createPageHead({ title, metadata, deprecated }: GeneratedPage): PageHead {
  const getText = (key: string): string | undefined => {
    const value = metadata[key];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [description, icon, tag] = [getText("description"), getText("icon"), getText("tag")];
  return {
    title,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(tag !== undefined && { tag }),
    mode: getText("mode") ?? "default",
    ...(deprecated && { deprecated: true }),
  };
}

const unreadableMessages = {
  absent: "The file no longer exists.",
  "not-text": "The file isn't text, so the published site doesn't show it either.",
  "too-large": "The file is larger than 10 MB, which is the limit for previews.",
  "outside-site": "The file is outside the site.",
  unreadable: "You don't have permission to read this file.",
};

/** Whether the two sources are the same. If so, the page doesn't need to be rendered again. */
export function isSameSource(a: PageSource, b: PageSource): boolean {
  return (
    a.path === b.path &&
    a.text === b.text &&
    a.files === b.files &&
    a.facts === b.facts &&
    a.audience === b.audience &&
    a.codeTheme === b.codeTheme &&
    a.endpoint === b.endpoint &&
    JSON.stringify(a.head) === JSON.stringify(b.head)
  );
}

/**
 * Returns the source. If the content of `facts` hasn't changed, the source contains the previous `facts` object, so an
 * edit to docs.json doesn't cause the page to be rendered again.
 */
export function reuseFacts(previousSource: PageSource | undefined, newSource: PageSource): PageSource {
  if (!previousSource || previousSource.facts === newSource.facts) return newSource;
  return serializeFacts(previousSource.facts) === serializeFacts(newSource.facts)
    ? { ...newSource, facts: previousSource.facts }
    : newSource;
}

function serializeFacts(facts: PageSource["facts"]): string {
  return JSON.stringify({ ...facts, variables: [...facts.variables] });
}

const maxFiles = 200;
const maxFileSize = 1_000_000;
const readablePattern = /\.(mdx?|jsx?|tsx?|json|svg)$/i;

interface CachedText {
  readonly stamp: string | undefined;
  readonly text: string | null;
}

/**
 * The text of each file that a page imports, from the editor or the disk. Only files in the site are read, and only up
 * to 200 files per page and 1 MB per file. All other files are treated as missing.
 */
export class ImportedFiles {
  readonly #siteFiles: SiteFiles;
  readonly #cachedTextsByPath = new Map<SitePath, CachedText>();
  #page: SitePath | undefined;
  #textsByPath: ReadonlyMap<SitePath, string | null> = new Map();

  constructor(siteFiles: SiteFiles) {
    this.#siteFiles = siteFiles;
  }

  /**
   * The text of each file, keyed by path, or null for a file that is missing or can't be read. The map remains the same
   * object until one of the texts changes.
   */
  get texts(): ReadonlyMap<SitePath, string | null> {
    return this.#textsByPath;
  }

  /** Discards the imports of earlier pages so that the limits apply to each page separately. */
  beginPage(page: SitePath): void {
    if (page !== this.#page && this.#cachedTextsByPath.size > 0) {
      this.#cachedTextsByPath.clear();
      this.#updateTexts();
    }
    this.#page = page;
  }

  /** Reads the files that aren't loaded yet. Returns false if all files were already loaded. */
  load(paths: readonly SitePath[]): boolean {
    const newPaths = paths
      .filter((path) => !this.#cachedTextsByPath.has(path))
      .slice(0, maxFiles - this.#cachedTextsByPath.size);
    for (const path of newPaths) this.#readFile(path);
    if (newPaths.length > 0) this.#updateTexts();
    return newPaths.length > 0;
  }

  /** Reads changed files again. Returns false if nothing has changed. */
  refresh(): boolean {
    const changedEntries = [...this.#cachedTextsByPath].filter(
      ([path, cachedText]) => this.#getStamp(path) !== cachedText.stamp,
    );
    const previousTexts = changedEntries.map(([, { text }]) => text);
    for (const [path] of changedEntries) this.#readFile(path);
    const hasChanged = changedEntries.some(
      ([path], index) => this.#cachedTextsByPath.get(path)?.text !== previousTexts[index],
    );
    if (hasChanged) this.#updateTexts();
    return hasChanged;
  }

  #readFile(path: SitePath): void {
    const file = readablePattern.test(path) ? readFile(this.#siteFiles, path, maxFileSize) : undefined;
    this.#cachedTextsByPath.set(path, {
      stamp: this.#getStamp(path),
      text: file?.kind === "text" ? file.text : null,
    });
  }

  /** Returns a stamp that changes when the file's text changes. For an open file, the stamp is the text itself. */
  #getStamp(path: SitePath): string | undefined {
    return this.#siteFiles.readUnsavedText?.(path) ?? this.#siteFiles.disk.getStamp(path);
  }

  #updateTexts(): void {
    this.#textsByPath = new Map([...this.#cachedTextsByPath].map(([path, { text }]) => [path, text]));
  }
}

/** Provides the complete models of endpoints and channels. */
export type EndpointReader = Pick<SpecService, "readModel" | "readChannel">;

interface CachedEndpoint {
  readonly key: string;
  readonly spec: object | undefined;
  source: EndpointSource | undefined;
}

/**
 * The models of the endpoints on pages in a preview. A model is requested from the specification worker once for each
 * state of the specification. Until the model arrives, the page shows the previous version of the same endpoint.
 */
export class EndpointModels {
  readonly #endpointReader: EndpointReader;
  readonly #siteFiles: SiteFiles;
  readonly #onChange: () => void;
  #cache: CachedEndpoint | undefined;

  constructor(endpointReader: EndpointReader, siteFiles: SiteFiles, onChanged: () => void) {
    this.#endpointReader = endpointReader;
    this.#siteFiles = siteFiles;
    this.#onChange = onChanged;
  }

  /**
   * Returns the endpoint, which remains the same object until it changes. Returns undefined while the endpoint is being
   * loaded, or if the page doesn't have one.
   */
  getSource(request: EndpointRequest | undefined): EndpointSource | undefined {
    if (!request) {
      this.#cache = undefined;
      return undefined;
    }
    const key = getKey(request);
    const spec = "spec" in request ? request.spec : undefined;
    const cachedEndpoint = this.#cache;
    if (cachedEndpoint?.key === key && cachedEndpoint.spec === spec) return cachedEndpoint.source;
    const isSameSubject = cachedEndpoint !== undefined && getSubject(cachedEndpoint.key) === getSubject(key);
    const newEndpoint: CachedEndpoint = { key, spec, source: isSameSubject ? cachedEndpoint.source : undefined };
    this.#cache = newEndpoint;
    if (request.kind === "page") {
      newEndpoint.source = request;
      return request;
    }
    void this.#requestDefinition(request)
      .catch(() => undefined)
      .then((definition) => {
        if (this.#cache !== newEndpoint) return;
        newEndpoint.source = definition && { ...definition, facts: request.facts };
        this.#onChange();
      });
    return newEndpoint.source;
  }

  async #requestDefinition(
    request: Exclude<EndpointRequest, { kind: "page" }>,
  ): Promise<EndpointDefinition | undefined> {
    const { spec } = request;
    if (request.kind === "channel") {
      const fullChannel = await this.#endpointReader.readChannel(this.#siteFiles, spec, request.id);
      return fullChannel && { kind: "channel", model: fullChannel };
    }
    const models = await this.#endpointReader.readModel(this.#siteFiles, spec, request);
    const operation = models?.operations.get(getOperationKey(request));
    const operationWithSchemas = models && operation && { operation, schemas: models.schemas };
    return operationWithSchemas && { kind: "operation", wholeOperation: operationWithSchemas, spec: spec.path };
  }
}

/**
 * Returns a key for the model. The key consists of the subject, a line break, and everything else that affects how the
 * endpoint is rendered.
 */
function getKey(request: EndpointRequest): string {
  const { facts } = request;
  switch (request.kind) {
    case "operation":
      return `${request.spec.path} ${getOperationKey(request)}\n${JSON.stringify(facts)}`;
    case "channel":
      return `${request.spec.path} ${request.id}\n${JSON.stringify(facts)}`;
    case "page":
      return `${request.method} ${request.path}\n${JSON.stringify([request.fields, facts])}`;
  }
}

function getSubject(key: string): string {
  return key.slice(0, key.indexOf("\n"));
}

/**
 * Returns the changes to send to a thread that has `previousSource`, or the complete source if `previousSource` is
 * undefined.
 */
export function computeSourceChange(previousSource: PageSource | undefined, newSource: PageSource): SourceChange {
  if (!previousSource) return newSource;
  const files = new Map([...newSource.files].filter(([path, text]) => previousSource.files.get(path) !== text));
  const removedPaths = [...previousSource.files.keys()].filter((path) => !newSource.files.has(path));
  return {
    path: newSource.path,
    ...(removedPaths.length > 0 && { removedPaths }),
    ...(newSource.text !== previousSource.text && { text: newSource.text }),
    ...(files.size > 0 && { files }),
    ...(newSource.facts !== previousSource.facts && { facts: newSource.facts }),
    ...(newSource.audience !== previousSource.audience && { audience: newSource.audience }),
    ...(newSource.codeTheme !== previousSource.codeTheme && { codeTheme: newSource.codeTheme ?? null }),
    ...(newSource.endpoint !== previousSource.endpoint && { endpoint: newSource.endpoint ?? null }),
    ...(newSource.head !== previousSource.head && { head: newSource.head ?? null }),
  };
}

/**
 * Applies the changes from `computeSourceChange` to `previousSource`. Returns undefined if the result would be
 * incomplete.
 */
export function applySourceChange(
  previousSource: PageSource | undefined,
  change: SourceChange,
): PageSource | undefined {
  const {
    path,
    text = previousSource?.text,
    facts = previousSource?.facts,
    audience = previousSource?.audience,
  } = change;
  if (text === undefined || !facts || !audience) return undefined;
  const files = applyFileChanges(previousSource?.files, change);
  const endpoint = change.endpoint === undefined ? previousSource?.endpoint : (change.endpoint ?? undefined);
  const codeTheme = change.codeTheme === undefined ? previousSource?.codeTheme : (change.codeTheme ?? undefined);
  const head = change.head === undefined ? previousSource?.head : (change.head ?? undefined);
  return {
    path,
    text,
    files,
    facts,
    audience,
    ...(codeTheme && { codeTheme }),
    ...(endpoint && { endpoint }),
    ...(head && { head }),
  };
}

/** Returns the files after a change, or the same object if nothing has changed. */
function applyFileChanges(
  previousFiles: PageSource["files"] | undefined,
  { files, removedPaths }: SourceChange,
): PageSource["files"] {
  if (previousFiles && !files && !removedPaths) return previousFiles;
  const newFiles = new Map([...(previousFiles ?? []), ...(files ?? [])]);
  for (const path of removedPaths ?? []) newFiles.delete(path);
  return newFiles;
}
