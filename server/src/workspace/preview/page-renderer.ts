import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { IconLibrary } from "../../core/config/icons/icon-names.ts";
import type { IconPack } from "../../core/config/icons/icons.ts";
import { type RenderTools, createIconView } from "../../core/preview/drawing.ts";
import {
  type CodeTheme,
  createHighlighter,
  type GrammarIndex,
  type Highlighter,
  type PackedJson,
  packTheme,
} from "../../core/preview/highlighter.ts";
import { renderFormula } from "../../core/preview/render-formula.ts";
import { type RenderedPage, renderPage } from "../../core/preview/render-page.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { createUtilityStyles } from "../../core/preview/utility-classes.ts";
import { BoundedMap } from "../../core/text/maps.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { readPackedJson } from "../files/bundled-assets.ts";
import type { RenderPage } from "./render-service.ts";
import type { RenderDetail } from "./render-worker-host.ts";
import type { ColorReply, ColorRequest } from "./sample-colors.ts";

/** The names of the themes that replace unknown themes. */
const defaultThemes = { light: "github-light-default", dark: "github-dark-default" } as const;

/**
 * Returns a factory for renderers that share grammars, themes, and icons. The files next to the bundle are read when a
 * page first needs them. If a file is missing, code has no colors or an icon isn't shown, but everything else works.
 */
export function createRendererFactory(folder: string): () => RenderPage {
  const styles = createUtilityStyles();
  const toolsByTheme = new Map<string, HighlightingTools>();
  let editorTheme: { readonly theme: CodeTheme; readonly tools: HighlightingTools } | undefined;
  const getTools = ({ facts: { codeThemes }, codeTheme }: PageSource): HighlightingTools => {
    if (codeTheme) {
      // Each received source has its own theme object, usually with the same content.
      if (!editorTheme || !isDeepStrictEqual(editorTheme.theme, codeTheme))
        editorTheme = { theme: codeTheme, tools: createTools(folder, codeThemes, codeTheme) };
      return editorTheme.tools;
    }
    const key = `${codeThemes.light} ${codeThemes.dark}`;
    const tools = toolsByTheme.get(key) ?? createTools(folder, codeThemes);
    toolsByTheme.set(key, tools);
    return tools;
  };
  const recentPages = new BoundedMap<SitePath, RenderedPage>(maxRecentPages);
  return () => {
    let lastPage: RenderedPage | undefined;
    let repeatCount = 0;
    return async (source, requestedDetail = "complete") => {
      repeatCount = requestedDetail === "whole" && lastPage?.memo.source.text === source.text ? repeatCount + 1 : 0;
      const detail = repeatCount > maxAttempts ? "complete" : requestedDetail;
      const tools = getTools(source);
      const previousPage = lastPage?.view.path === source.path ? lastPage : recentPages.get(source.path);
      lastPage = renderPage(source, tools.createRenderTools(detail), previousPage);
      recentPages.set(source.path, lastPage);
      const { view, requestedPaths, classNames } = lastPage;
      const isStyled = styles.has(classNames);
      if (detail !== "quick" && !isStyled) await styles.add(classNames);
      const sheetTexts = [styles.getStyles(classNames), view.styles].filter(Boolean);
      const isPreliminary = lastPage.isPreliminary || (detail === "quick" && !isStyled);
      const { codeTheme } = source;
      const codeColors = codeTheme && {
        background: codeTheme.background,
        foreground: codeTheme.foreground,
        type: codeTheme.type,
      };
      const stylesText = sheetTexts.join("\n");
      return {
        view: { ...view, styles: stylesText, ...(codeColors && { codeColors }) },
        requestedPaths,
        isPreliminary,
      };
    };
  };
}

/**
 * Highlights code in the colors of a pair of themes, independently of any page. Returns no lines if the language isn't
 * supported.
 */
export function createColorizer(folder: string): (request: ColorRequest) => Omit<ColorReply, "requestId"> {
  const toolsByTheme = new Map<string, HighlightingTools>();
  return ({ code, lang, themes }) => {
    const key = `${themes.light} ${themes.dark}`;
    const tools = toolsByTheme.get(key) ?? createTools(folder, themes);
    toolsByTheme.set(key, tools);
    const renderTools = tools.createRenderTools("complete");
    const lines = renderTools.highlight(code, lang) ?? [];
    return { kind: "colored", lines, palette: renderTools.getPalette() };
  };
}

/**
 * The maximum number of parsed pages that are cached for the next preview. Authors often reopen a page, in another tab
 * or by going back.
 */
const maxRecentPages = 8;

/** The maximum number of attempts to complete a page. If a page still isn't complete after that, it never will be. */
const maxAttempts = 500;

const noPalette: ReturnType<RenderTools["getPalette"]> = [];

/** The tools for rendering pages with one pair of themes. */
interface HighlightingTools {
  /** Prepares the tools for rendering a page at a level of detail. Always returns the same object. */
  readonly createRenderTools: (detail: RenderDetail) => RenderTools;
}

/**
 * The time in milliseconds that a rendering may spend on highlighting new code, so that the next keystroke doesn't have
 * to wait for a page full of code.
 */
const maxHighlightingMilliseconds: Readonly<Record<RenderDetail, number>> = {
  quick: 60,
  whole: 100,
  complete: Infinity,
};

function createTools(
  folder: string,
  themes: PageSource["facts"]["codeThemes"],
  editorTheme?: CodeTheme,
): HighlightingTools {
  let highlighter: LazyGrammarHighlighter | undefined;
  let canReadGrammars = false;
  let remainingTime = 0;
  let unhighlightedCount = 0;
  const packsByLibrary = new Map<IconLibrary, IconPack | undefined>();
  const renderTools: RenderTools = {
    highlight: (code, language) => {
      if (canReadGrammars) highlighter ??= createLazyHighlighter(folder, themes, editorTheme);
      if (remainingTime <= 0 || !highlighter) {
        if (remainingTime <= 0 || !canReadGrammars) unhighlightedCount++;
        return undefined;
      }
      const startTime = performance.now();
      const lines = highlighter(code, language, canReadGrammars);
      remainingTime -= performance.now() - startTime;
      if (!lines && !canReadGrammars && highlighter.isMissing()) unhighlightedCount++;
      return lines;
    },
    getPalette: () => highlighter?.getPalette() ?? noPalette,
    renderFormula,
    findIcon: (name, library, style) => {
      if (!packsByLibrary.has(library))
        packsByLibrary.set(library, readPackedJson(join(folder, "icons", `${library}.json`)));
      const pack = packsByLibrary.get(library);
      return pack && createIconView(library, pack, name, style);
    },
    deferral: { getCount: () => unhighlightedCount, isDue: () => canReadGrammars && remainingTime > 0 },
  };
  return {
    createRenderTools: (detail) => {
      canReadGrammars = detail !== "quick";
      remainingTime = maxHighlightingMilliseconds[detail];
      return renderTools;
    },
  };
}

interface LazyGrammarHighlighter {
  (code: string, language: string, canReadGrammars: boolean): ReturnType<Highlighter["highlight"]>;
  readonly getPalette: Highlighter["getPalette"];
  /** Whether the most recent code has no colors because its grammar isn't loaded yet. */
  readonly isMissing: () => boolean;
}

/**
 * Creates a highlighter that reads a grammar when the first code in its language appears. Returns undefined if a theme
 * or the list of grammars can't be read.
 */
function createLazyHighlighter(
  folder: string,
  themes: PageSource["facts"]["codeThemes"],
  editorTheme?: CodeTheme,
): LazyGrammarHighlighter | undefined {
  const index = readPackedJson<GrammarIndex>(join(folder, "grammars", "index.json"));
  const readTheme = (name: string, defaultName: string): PackedJson | undefined =>
    (/^[\w-]+$/.test(name) ? readPackedJson<PackedJson>(join(folder, "themes", `${name}.json`)) : undefined) ??
    readPackedJson<PackedJson>(join(folder, "themes", `${defaultName}.json`));
  const packedTheme = editorTheme && packTheme(editorTheme);
  const light = packedTheme ?? readTheme(themes.light, defaultThemes.light);
  const dark = packedTheme ?? readTheme(themes.dark, defaultThemes.dark);
  if (!index || !light || !dark) return undefined;
  const highlighter = createHighlighter(index, { light, dark });
  let isMissing = false;
  const highlight = (code: string, language: string, canReadGrammars: boolean) => {
    const lines = highlighter.highlight(code, language);
    const missingGrammars = lines ? [] : highlighter.takeMissingFiles();
    isMissing = missingGrammars.length > 0;
    if (!isMissing || !canReadGrammars) return lines;
    // Other grammars in the same file may depend on grammars that are missing.
    const grammars = missingGrammars.flatMap((name): [string, PackedJson][] => {
      const file = join(folder, "grammars", `${index.files[name] ?? name}.json`);
      const grammar = readPackedJson<Record<string, PackedJson>>(file)?.[name];
      return grammar ? [[name, grammar]] : [];
    });
    if (grammars.length < missingGrammars.length) return undefined;
    highlighter.addGrammars(new Map(grammars));
    return highlighter.highlight(code, language);
  };
  return Object.assign(highlight, { getPalette: highlighter.getPalette, isMissing: () => isMissing });
}
