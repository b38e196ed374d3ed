import type { IconLibrary } from "../config/icons/icons.ts";
import type { CodeColor, CodePiece, IconView, ViewNode } from "./view/page-view.ts";

/** What is drawn by libraries: handed in, so that a page can be rendered plainly at once and in colour when they are loaded. */
export interface Drawing {
  /** The lines of a code block in colours; undefined while the language is not loaded, or is unknown. */
  readonly highlight: (code: string, language: string) => readonly (readonly CodePiece[])[] | undefined;
  /** The colours that pieces of code name by number. */
  readonly palette: () => readonly CodeColor[];
  /** A formula typeset, or what is wrong with it in the words of the author's language of formulas. */
  readonly maths: (
    tex: string,
    isDisplay: boolean,
  ) => { readonly nodes: readonly ViewNode[] } | { readonly fault: string };
  /** Undefined where the library has no such icon. */
  readonly icon: (name: string, library: IconLibrary, style?: string) => IconView | undefined;
  /** Where something may be drawn plainly at first, because what it takes is not read yet, or would keep others waiting. */
  readonly later?: {
    /** How many things were drawn plainly so far. */
    readonly count: () => number;
    /** Whether what was drawn plainly is to be drawn anew now. */
    readonly isNow: () => boolean;
  };
}

/** Nothing drawn: code without colours, formulas as written. */
export const plainDrawing: Drawing = {
  highlight: () => undefined,
  palette: () => [],
  maths: (tex) => ({ nodes: [tex] }),
  icon: () => undefined,
};
