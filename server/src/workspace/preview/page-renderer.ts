import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IconDrawings } from "../../core/config/icons/icon-drawing.ts";
import type { IconLibrary } from "../../core/config/icons/icon-libraries.ts";
import type { Drawing } from "../../core/preview/drawing.ts";
import {
  createHighlighter,
  type GrammarIndex,
  type Highlighter,
  type PackedJson,
} from "../../core/preview/highlight/highlighter.ts";
import { iconView } from "../../core/preview/icons/icon-view.ts";
import { typeset } from "../../core/preview/maths/typeset.ts";
import type { PageSource } from "../../core/preview/page-source.ts";
import { renderPage, type RenderedPage } from "../../core/preview/render-page.ts";
import {
  createUtilityStyles,
  type UtilityStyles,
} from "../../core/preview/utility-classes/utility-styles.ts";
import type { RenderPage } from "./preview-desk.ts";

/** Names of the themes that stand in for those nobody has heard of. */
const usualThemes = { light: "github-light-default", dark: "github-dark-default" } as const;

/**
 * Renderers that share what draws: grammars, themes and icons from the files beside the bundle, each read when a page
 * first needs it. A file that is not there leaves code without colours, or an icon undrawn, and nothing else.
 */
export function pageRenderers(folder: string): () => RenderPage {
  const styles = createUtilityStyles();
  const drawings = new Map<string, Drawing>();
  const drawingFor = ({ facts: { codeThemes } }: PageSource): Drawing => {
    const key = `${codeThemes.light} ${codeThemes.dark}`;
    const drawing = drawings.get(key) ?? newDrawing(folder, codeThemes);
    drawings.set(key, drawing);
    return drawing;
  };
  return () => {
    let last: RenderedPage | undefined;
    return async (source) => {
      last = renderPage(source, drawingFor(source), last?.view.path === source.path ? last : undefined);
      const { view, wanted, classNames } = last;
      const utilities = await utilityRules(styles, classNames);
      return { view: { ...view, styles: [utilities, view.styles].filter(Boolean).join("\n") }, wanted };
    };
  };
}

async function utilityRules(styles: UtilityStyles, classNames: ReadonlySet<string>): Promise<string> {
  if (!styles.knows(classNames)) await styles.learn(classNames);
  return styles.stylesOf(classNames);
}

function newDrawing(folder: string, themes: PageSource["facts"]["codeThemes"]): Drawing {
  const highlighter = readHighlighter(folder, themes);
  const icons = new Map<IconLibrary, IconDrawings | undefined>();
  return {
    highlight: (code, language) => highlighter?.(code, language),
    palette: () => highlighter?.palette() ?? [],
    maths: typeset,
    icon: (name, library, style) => {
      if (!icons.has(library)) icons.set(library, readJson(join(folder, "icons", `${library}.json`)));
      const drawings = icons.get(library);
      return drawings && iconView(library, drawings, name, style);
    },
  };
}

interface ReadingHighlighter {
  (code: string, language: string): ReturnType<Highlighter["highlight"]>;
  readonly palette: Highlighter["palette"];
}

/** Reads a grammar when the first code in its language comes. */
function readHighlighter(
  folder: string,
  themes: PageSource["facts"]["codeThemes"],
): ReadingHighlighter | undefined {
  const index = readJson<GrammarIndex>(join(folder, "grammars", "index.json"));
  const theme = (name: string, usual: string): PackedJson | undefined =>
    (/^[\w-]+$/.test(name) ? readJson<PackedJson>(join(folder, "themes", `${name}.json`)) : undefined) ??
    readJson<PackedJson>(join(folder, "themes", `${usual}.json`));
  const light = theme(themes.light, usualThemes.light);
  const dark = theme(themes.dark, usualThemes.dark);
  if (!index || !light || !dark) return undefined;
  const highlighter = createHighlighter(index, { light, dark });
  const highlight = (code: string, language: string) => {
    const lines = highlighter.highlight(code, language);
    const missing = lines ? [] : highlighter.missing();
    if (missing.length === 0) return lines;
    const grammars = missing.flatMap((name): [string, PackedJson][] => {
      const grammar = readJson<PackedJson>(join(folder, "grammars", `${name}.json`));
      return grammar ? [[name, grammar]] : [];
    });
    if (grammars.length < missing.length) return undefined;
    highlighter.add(new Map(grammars));
    return highlighter.highlight(code, language);
  };
  return Object.assign(highlight, { palette: highlighter.palette });
}

function readJson<Content>(file: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Content;
  } catch {
    return undefined;
  }
}
