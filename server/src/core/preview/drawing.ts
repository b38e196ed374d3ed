import type { IconLibrary } from "../config/icons/icon-names.ts";
import { findIconShape, type IconPack } from "../config/icons/icons.ts";
import type { CodeColor, CodeToken, IconView, ViewNode } from "./view/page-view.ts";

/**
 * The rendering functions that depend on libraries. They're injected so that a page can first be rendered without
 * highlighting, and then rendered again once the libraries are loaded.
 */
export interface RenderTools {
  /**
   * Returns the highlighted lines of a code block, or undefined if the language's grammar isn't loaded or doesn't
   * exist.
   */
  readonly highlight: (code: string, language: string) => readonly (readonly CodeToken[])[] | undefined;
  /** Returns the colors that code tokens refer to by index. */
  readonly getPalette: () => readonly CodeColor[];
  /** Typesets a formula, or returns the typesetter's error message if that fails. */
  readonly renderFormula: (
    tex: string,
    isDisplay: boolean,
  ) => { readonly nodes: readonly ViewNode[] } | { readonly error: string };
  /** Returns an icon, or undefined if the library doesn't contain it. */
  readonly findIcon: (name: string, library: IconLibrary, style?: string) => IconView | undefined;
  /**
   * Set if content may first be rendered in plain form, such as code without colors, because a resource isn't loaded
   * yet or because full rendering would block other work.
   */
  readonly deferral?: {
    /** Returns the number of items that have been rendered in plain form so far. */
    readonly getCount: () => number;
    /** Whether items that were rendered in plain form should now be fully rendered. */
    readonly isDue: () => boolean;
  };
}

/** Renders code without colors, formulas as source text, and icons without shapes. */
export const plainRenderTools: RenderTools = {
  highlight: () => undefined,
  getPalette: () => [],
  renderFormula: (tex) => ({ nodes: [tex] }),
  findIcon: () => undefined,
};

const elementPattern = /<(\w+)((?:\s+[\w-]+="[^"]*")*)\s*\/>/g;
const attributePattern = /([\w-]+)="([^"]*)"/g;

/** Returns an icon from a packed library as SVG shapes, or undefined if the library has no free icon with that name. */
export function createIconView(
  library: IconLibrary,
  pack: IconPack,
  name: string,
  style?: string,
): IconView | undefined {
  const shape = findIconShape(library, pack, name, style);
  if (!shape) return undefined;
  return {
    name,
    width: shape.width,
    height: shape.height,
    ...(shape.isOutline && { outlined: true }),
    marks: [...shape.paths.matchAll(elementPattern)].map(([, tag = "", attributes = ""]) => [
      tag,
      Object.fromEntries([...attributes.matchAll(attributePattern)].map(([, key = "", value = ""]) => [key, value])),
    ]),
  };
}
