import { useEffect } from "preact/hooks";
import type { FrameFont, FrameLook } from "../../../server/src/core/preview/view/site-frame.ts";

/** Fonts that the site brings as files. Those of a service on the web are not fetched: the theme's stand in. */
export function useFonts(
  { heading, body }: FrameLook["fonts"],
  resource: (address: string) => string | undefined,
): void {
  useEffect(() => {
    const faces = [heading, body].flatMap((font) => (font ? (faceOf(font, resource) ?? []) : []));
    for (const face of faces) {
      document.fonts.add(face);
      // A file that is no font leaves the theme's in place.
      face.load().catch(() => undefined);
    }
    return () => {
      for (const face of faces) document.fonts.delete(face);
    };
  }, [heading, body, resource]);
}

function faceOf(font: FrameFont, resource: (address: string) => string | undefined): FontFace | undefined {
  const file = font.source?.file;
  const address = file === undefined ? undefined : resource(`/${file}`);
  if (address === undefined) return undefined;
  const family = font.family
    .split(",", 1)[0]
    ?.replace(/["'\\\n;{}]/g, "")
    .trim();
  if (!family) return undefined;
  const weight = font.weight === undefined ? "100 900" : String(font.weight);
  try {
    return new FontFace(family, `url("${address.replace(/["\\\n]/g, encodeURIComponent)}")`, { weight });
  } catch {
    return undefined;
  }
}
