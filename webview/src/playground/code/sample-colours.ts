import { useEffect } from "preact/hooks";
import type { CodeColour } from "../../../../server/src/core/preview/view/page-view.ts";
import type { SampleColour } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { paletteSheet } from "../../paint/page-sheets.ts";

/** Colours of a sample's own palette, apart from those of the page's code. */
export function useSampleColours(palette: readonly SampleColour[]): void {
  useEffect(() => {
    const rules = paletteSheet(palette.map(colourOf)).replaceAll(".dw-c", ".dw-try-sample .dw-c");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [palette]);
}

function colourOf({ light, dark, italic, bold, underline }: SampleColour): CodeColour {
  return {
    light: typeof light === "string" ? light : "",
    dark: typeof dark === "string" ? dark : "",
    ...(italic === true && { italic }),
    ...(bold === true && { bold }),
    ...(underline === true && { underline }),
  };
}
