/** The sRGB channels of a color, from 0 to 1. */
type Rgb = readonly [number, number, number];

/**
 * Returns the WCAG 2 contrast ratio of two colors (1 to 21), or undefined if either color isn't in the form `#RRGGBB`
 * or `#RGB`.
 */
export function contrastRatio(one: string, other: string): number | undefined {
  const a = parseColor(one);
  const b = parseColor(other);
  return a && b && ratioOf(a, b);
}

/** A background color, and the minimum contrast ratio between it and the color being tested. */
export interface ContrastRequirement {
  readonly background: string;
  readonly ratio: number;
}

/**
 * Returns the color nearest to `color` that meets all requirements, or undefined if there is none or `color` isn't a
 * color. Makes the color gradually darker or lighter without changing its hue.
 */
export function nearestPassing(
  color: string,
  requirements: readonly ContrastRequirement[],
): string | undefined {
  const rgb = parseColor(color);
  if (!rgb) return undefined;
  for (let step = 1; step <= 100; step++)
    for (const end of [0, 1]) {
      const shade = writeColor(mix(rgb, end, step / 100));
      if (requirements.every(({ background, ratio }) => (contrastRatio(shade, background) ?? 0) >= ratio))
        return shade;
    }
  return undefined;
}

function parseColor(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const part = (index: number) => parseInt(full.slice(index, index + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

function writeColor(rgb: Rgb): string {
  return `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/**
 * Mixes the color with black (`end` is 0) or white (`end` is 1). `share` is the proportion of black or white, from 0 to
 * 1.
 */
function mix(rgb: Rgb, end: number, share: number): Rgb {
  const [red, green, blue] = rgb;
  const towards = (part: number) => part + (end - part) * share;
  return [towards(red), towards(green), towards(blue)];
}

function ratioOf(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
