import { useEffect, useReducer, useState } from "preact/hooks";
import type { FrameLook } from "../../../server/src/core/preview/view/site-frame.ts";
import type { ReaderState } from "../paint/reader-state.ts";

export interface Appearance {
  readonly effective: "light" | "dark";
  /** Absent where the site does not let readers switch. */
  readonly toggle?: () => void;
}

const key = "frame:dark";

/**
 * Light or dark: as the reader has chosen, else as the site says, else as the reader's system is. `forced` wins over all of
 * it: the author looks at the other one.
 */
export function useAppearance(
  { initial, strict }: FrameLook["appearance"],
  state: ReaderState,
  forced: "light" | "dark" | undefined,
): Appearance {
  const system = useSystemDark();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const chosen = strict ? undefined : state.get(key);
  const dark = typeof chosen === "boolean" ? chosen : initial === "system" ? system : initial === "dark";
  const effective = forced ?? (dark ? "dark" : "light");
  if (strict || forced) return { effective };
  return {
    effective,
    toggle: () => {
      state.set(key, effective === "light");
      repaint();
    },
  };
}

/** The editor says it by a class, a browser by what the system prefers. */
function useSystemDark(): boolean {
  const [dark, setDark] = useState(isSystemDark);
  useEffect(() => {
    const read = (): void => setDark(isSystemDark());
    const media = matchMedia("(prefers-color-scheme: dark)");
    media.addEventListener("change", read);
    const observer = new MutationObserver(read);
    observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    return () => {
      media.removeEventListener("change", read);
      observer.disconnect();
    };
  }, []);
  return dark;
}

function isSystemDark(): boolean {
  const { classList } = document.body;
  if (classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light")) return false;
  if (classList.contains("vscode-dark") || classList.contains("vscode-high-contrast")) return true;
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
