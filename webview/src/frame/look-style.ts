import type { FrameLook } from "../../../server/src/core/preview/view/site-frame.ts";
import { type FrameServices, sourceAddress } from "./frame-context.ts";

/** Custom properties of the whole site, from what docs.json sets; what it leaves open is the theme's (`themes.css`). */
export function lookStyle(
  { colors, background, fonts }: FrameLook,
  appearance: "light" | "dark",
  services: Pick<FrameServices, "resource" | "shownHosts">,
): Record<string, string> {
  const dark = appearance === "dark";
  const style: Record<string, string> = {};
  const button = colors.dark ?? colors.primary;
  if (colors.primary !== undefined) {
    style["--page-primary"] = colors.primary;
    style["--frame-on-primary"] = textOn(colors.primary);
  }
  if (colors.light !== undefined) style["--page-primary-light"] = colors.light;
  if (button !== undefined) {
    style["--frame-button"] = button;
    style["--frame-on-button"] = textOn(button);
  }
  const ground = dark ? background.dark : background.light;
  if (ground !== undefined) style["--page-background"] = ground;
  const { picture } = background;
  const address = picture && sourceAddress(services, dark ? picture.dark : picture.light);
  if (address !== undefined)
    style["--page-picture"] = `url("${address.replace(/["\\\n]/g, encodeURIComponent)}")`;
  if (fonts.body) style["--page-font"] = families(fonts.body.family);
  if (fonts.heading) style["--page-heading-font"] = families(fonts.heading.family);
  return style;
}

/** `"Inter", system-ui, sans-serif`: of a list that the author wrote, each name on its own. */
function families(written: string): string {
  const names = written.split(",").map((name) => name.replace(/["'\\\n;{}()]/g, "").trim());
  const quoted = names.filter(Boolean).map((name) => (/^[a-z-]+$/.test(name) ? name : `"${name}"`));
  return [...quoted, '"Inter Variable"', "system-ui", "sans-serif"].join(", ");
}

/** White where it can be read on the colour (4.5 : 1 of WCAG 2), black elsewhere: brands choose dark grounds for white. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  const digits = colour.slice(1);
  const wide = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(wide.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) < 4.5 ? "#000000" : "#ffffff";
}
