import type { Program } from "estree-jsx";
import type { Root } from "mdast";
import { transform } from "sucrase";
import { readFrontmatterRanges } from "../../page/frontmatter.ts";
import { parseScript } from "../../page/syntax/parse-script.ts";
import { isTooDeep } from "../../page/syntax/trivially-valid.ts";
import { isSnippet } from "../../site/pages/pages.ts";
import { getFolderPath, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { BlockTree } from "../blocks.ts";
import type { RenderTools } from "../drawing.ts";
import { toContent } from "../source/content.ts";
import type { PageSource } from "../source/page-source.ts";
import { parseMdx } from "../source/parse-mdx.ts";
import type { ViewIssue } from "../view/page-view.ts";
import { createTextCache } from "./evaluate.ts";
import { EvaluationError, formatErrorMessage, type SourcePart, type Span } from "./evaluation-error.ts";
import { createFuel, limits } from "./fuel.ts";
import { toValue } from "./globals.ts";
import { createMachine } from "./interpreter.ts";
import { declareVariable, createScope, type Machine, type Scope } from "./machine.ts";
import { React, reactExports } from "./react.ts";
import { type AbsentModule, getExport, type Importer, runModule, type SiteModule } from "./run-module.ts";
import { createDict, freezeNames, isObjectValue, type MissingValue, type SnippetValue, type Value } from "./values.ts";

/** Removes the types from TypeScript and preserves line numbers. Returns undefined if the text can't be parsed. */
function stripTypes(text: string): string | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return transform(text, {
      transforms: ["typescript", "jsx"],
      jsxRuntime: "preserve",
      disableESTransforms: true,
      keepUnusedImports: true,
      production: true,
    }).code;
  } catch {
    return undefined;
  }
}

/** Converts a component file to a CommonJS module for a bundle, or returns undefined if the file can't be parsed. */
export function compileToCommonJs(text: string, path: string): string | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return transform(text, {
      transforms: [...(/\.tsx?$/i.test(path) ? (["typescript"] as const) : []), "jsx", "imports"],
      jsxRuntime: "automatic",
      disableESTransforms: true,
      production: true,
    }).code;
  } catch {
    return undefined;
  }
}

/** A loader that loads each imported file only once per page. */
interface ModuleLoader {
  /** Returns the function that resolves the imports in `file`. */
  readonly createImporter: (file: SitePath, depth: number) => Importer;
  /** Requested files that haven't been read yet. */
  readonly requestedPaths: Set<SitePath>;
}

function createModuleLoader(source: PageSource, machine: Machine, outermostScope: Scope): ModuleLoader {
  const requestedPaths = new Set<SitePath>();
  const modulesByPath = new Map<SitePath, SiteModule | AbsentModule>();
  const loaderContext: LoaderContext = { source, machine, outermostScope, requestedPaths, modulesByPath };
  return { createImporter: (file, depth) => createImporter(file, depth, loaderContext), requestedPaths };
}

interface LoaderContext {
  readonly source: PageSource;
  readonly machine: Machine;
  readonly outermostScope: Scope;
  readonly requestedPaths: Set<SitePath>;
  readonly modulesByPath: Map<SitePath, SiteModule | AbsentModule>;
}

const reactModule: SiteModule = { path: "", exports: new Map([...reactExports, ["default", React]]), isRead: true };
/** The extensions that are tried, in this order, for an import without an extension. */
const extensions = [".mdx", ".jsx", ".tsx", ".md", ".js", ".ts"];

function createImporter(file: SitePath, depth: number, loaderContext: LoaderContext): Importer {
  return (name, span) => {
    const createAbsentModule = (message: string): AbsentModule => ({
      absent: new EvaluationError("import", message, { ...span, file }),
    });
    const shortName = name.slice(0, 80);
    if (!/^\.{0,2}\//.test(name)) {
      if (name === "react" || name === "react/jsx-runtime") return reactModule;
      return createAbsentModule(
        formatErrorMessage`\`${shortName}\` is a package, which the service doesn't load, so readers see an error or nothing at all. Import a file from the site.`,
      );
    }
    const resolution = resolveSitePath(name, getFolderPath(file));
    if (!resolution.ok)
      return createAbsentModule(
        formatErrorMessage`\`${shortName}\` is outside the site, so readers see an error or nothing at all. Import a file from the site.`,
      );
    if (depth >= limits.nesting)
      return createAbsentModule(
        formatErrorMessage`Imports are nested more than ${limits.nesting} levels deep here, so the preview stops. Reduce the nesting.`,
      );
    return (
      loadFile(resolution.path, depth, loaderContext, span) ??
      createAbsentModule(
        formatErrorMessage`\`${shortName}\` doesn't exist on the site, so readers see an error or nothing at all. Create the file, or fix the path.`,
      )
    );
  };
}

/** Loads an imported file. Returns undefined if the file doesn't exist. */
function loadFile(
  path: SitePath,
  depth: number,
  loaderContext: LoaderContext,
  span: Span,
): SiteModule | AbsentModule | undefined {
  const hasExtension = /\.[a-z\d]{1,5}$/i.test(path);
  const candidates = hasExtension ? [path] : extensions.map((extension) => path + extension);
  let isPending = false;
  for (const candidate of candidates) {
    if (/\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|mp3|wav|pdf)$/i.test(candidate))
      return { path: candidate, exports: new Map([["default", `/${candidate}`]]), isRead: true };
    const text = loaderContext.source.files.get(candidate);
    if (text === undefined) {
      isPending = true;
      if (loaderContext.requestedPaths.size < limits.files) loaderContext.requestedPaths.add(candidate);
    } else if (text !== null) return loadModule(candidate, text, depth, loaderContext, span);
  }
  return isPending ? { absent: "pending" } : undefined;
}

function loadModule(
  path: SitePath,
  text: string,
  depth: number,
  loaderContext: LoaderContext,
  span: Span,
): SiteModule | AbsentModule {
  const loadedModule = loaderContext.modulesByPath.get(path);
  if (loadedModule) return loadedModule;
  const moduleLocation = { file: path, range: { start: 0, end: 0 }, lines: [0, 0] as const };
  if (text.length > limits.file || loaderContext.modulesByPath.size >= limits.files)
    return {
      absent: new EvaluationError(
        "too-much",
        formatErrorMessage`\`${path}\` exceeds the preview's limits for one page, so it's left out. Split the file, or check the published page.`,
        { ...span, file: path },
      ),
    };
  const module: SiteModule = { path, exports: new Map(), isRead: false };
  loaderContext.modulesByPath.set(path, module);
  module.isRead = readModule(module, text, depth, loaderContext);
  if (module.isRead) return module;
  const unreadableModule: AbsentModule = {
    absent: new EvaluationError(
      "syntax",
      formatErrorMessage`\`${path}\` can't be parsed, so readers see an error instead. Fix the file.`,
      moduleLocation,
    ),
  };
  loaderContext.modulesByPath.set(path, unreadableModule);
  return unreadableModule;
}

function readModule(module: SiteModule, text: string, depth: number, loaderContext: LoaderContext): boolean {
  const { path, exports } = module;
  if (/\.mdx?$/i.test(path)) return readSnippet(module, text, depth, loaderContext);
  if (/\.json$/i.test(path)) {
    const value = parseJson(text);
    if (value === undefined) return false;
    exports.set("default", value);
    if (typeof value === "object" && value !== null && "kind" in value && value.kind === "dict")
      for (const [name, member] of value.entries) if (name !== "default") exports.set(name, member);
    return true;
  }
  if (!/\.[cm]?[jt]sx?$/i.test(path)) return true;
  const isTypeScript = /\.[cm]?tsx?$/i.test(path);
  const program = parseCachedScript(text, isTypeScript);
  if (!program) return false;
  const sourcePart: SourcePart = { file: path, offset: 0, ...(isTypeScript && { original: text }) };
  const scope = createScope(loaderContext.outermostScope, sourcePart);
  runModule([{ program, scope }], exports, createImporter(path, depth + 1, loaderContext), loaderContext.machine);
  freezeNames(scope.names);
  return true;
}

const parseCachedScript = createTextCache((text: string, isTypeScript: boolean): Program | undefined => {
  const javascript = isTypeScript ? stripTypes(text) : text;
  const program = javascript === undefined ? undefined : parseScript(javascript);
  return program && "body" in program ? program : undefined;
});

/**
 * Reads a snippet, or returns false if the snippet can't be parsed. The snippet is registered before its imports are
 * read so that a circular import isn't mistaken for a missing file.
 */
function readSnippet(module: SiteModule, text: string, depth: number, loaderContext: LoaderContext): boolean {
  const { path, exports } = module;
  const root = parseCachedSnippet(text, loaderContext.source.facts.singleDollarMaths);
  if (!root) return false;
  const sourcePart: SourcePart = { file: path, offset: 0 };
  const scope = createScope(loaderContext.outermostScope, sourcePart);
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.mdx?$/i, "");
  const snippet: Value = { kind: "snippet", name, children: toContent(root), source: sourcePart, scope };
  exports.set("default", snippet);
  const programs = root.children.flatMap((child) =>
    child.type === "mdxjsEsm" && child.data?.estree ? [{ program: child.data.estree, scope }] : [],
  );
  runModule(programs, exports, createImporter(path, depth + 1, loaderContext), loaderContext.machine);
  exports.set("default", snippet);
  freezeNames(scope.names);
  return true;
}

/** Returns the tree of a snippet. Its frontmatter is replaced with spaces, which preserves all positions. */
const parseCachedSnippet = createTextCache((text: string, singleDollarMaths: boolean): Root | undefined => {
  const { bodyStart } = readFrontmatterRanges(text);
  const body = text.slice(0, bodyStart).replace(/[^\r\n]/g, " ") + text.slice(bodyStart);
  return parseMdx(body, { singleDollarMaths })?.root;
});

function parseJson(text: string): Value {
  try {
    return toValue(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}

/**
 * The data that the blocks on a page share, such as the names from its imports and exports, and the rendering
 * functions.
 */
export interface PageScope {
  readonly source: PageSource;
  readonly renderTools: RenderTools;
  readonly scope: Scope;
  /** Issues on the page itself. Issues with imports and exports are reported where they're used. */
  readonly issues: readonly ViewIssue[];
  /** Direct and indirect imports that `source.files` doesn't contain. */
  readonly requestedPaths: readonly SitePath[];
  readonly getFootnoteNumber: (id: string) => number | undefined;
  /**
   * Returns the MDX file for a legacy `<Snippet>` tag, given its path relative to the root. Adds files that haven't
   * been read yet to `requestedPaths`.
   */
  readonly loadSnippet: (path: string, requestedPaths: Set<SitePath>) => SnippetValue | MissingValue;
}

/** The data that a page's scope needs in addition to the page's source. */
interface ScopeDependencies {
  readonly renderTools: RenderTools;
  readonly footnotes: { readonly getNumber: (id: string) => number | undefined };
}

/**
 * Reads a page's imports and exports from the blocks that contain any, and reads all files that they import. Never
 * throws. If a name can't be evaluated, the reason is reported where the name is used.
 */
export function createPageScope(
  moduleBlocks: readonly BlockTree[],
  source: PageSource,
  dependencies: ScopeDependencies,
): PageScope {
  const outermostScope = createGlobalScope(source);
  const machine = createMachine(createFuel(), source.facts.variables);
  const loader = createModuleLoader(source, machine, outermostScope);
  const pageScope: Scope = {
    ...createScope(outermostScope, { file: source.path, offset: 0 }),
    hasProps: isSnippet(source.path),
  };
  const programs = moduleBlocks.flatMap(({ root, range }) => {
    const scope: Scope = { ...pageScope, source: { file: source.path, offset: range.start } };
    return root.children.flatMap((child) =>
      child.type === "mdxjsEsm" && child.data?.estree ? [{ program: child.data.estree, scope }] : [],
    );
  });
  const snippetsByPath = new Map<string, SnippetValue | MissingValue>();
  runModule(programs, new Map(), loader.createImporter(source.path, 0), machine);
  freezeNames(pageScope.names);
  return {
    source,
    renderTools: dependencies.renderTools,
    scope: pageScope,
    issues: [],
    requestedPaths: [...loader.requestedPaths],
    getFootnoteNumber: dependencies.footnotes.getNumber,
    loadSnippet: (path, requestedPaths) => {
      const cachedSnippet = snippetsByPath.get(path);
      if (cachedSnippet) return cachedSnippet;
      const snippetLoader = createModuleLoader(source, machine, outermostScope);
      const emptySpan = { range: { start: 0, end: 0 }, lines: [0, 0] as const };
      const importLocation = { ...emptySpan, file: source.path };
      const value = getExport(snippetLoader.createImporter(source.path, 0)(path, emptySpan), "default", importLocation);
      for (const file of snippetLoader.requestedPaths) requestedPaths.add(file);
      const isUsable = isObjectValue(value) && (value.kind === "snippet" || value.kind === "missing");
      const snippet: SnippetValue | MissingValue = isUsable ? value : { kind: "missing", name: path };
      // A snippet isn't cached until all its files have been read, so missing files are requested each time.
      if (snippetLoader.requestedPaths.size === 0) snippetsByPath.set(path, snippet);
      return snippet;
    },
  };
}

/**
 * Returns the scope with the names that are available on every page without an import: React, its hooks, and the reader
 * (`user`).
 */
function createGlobalScope({ path, audience }: PageSource): Scope {
  const scope: Scope = { names: new Map(), source: { file: path, offset: 0 } };
  for (const [name, value] of reactExports) declareVariable(scope, name, value);
  declareVariable(scope, "React", React);
  declareVariable(scope, "user", {
    ...createDict(audience.signedIn ? [["groups", [...audience.groups]]] : []),
    isFrozen: true,
  });
  freezeNames(scope.names);
  return scope;
}
