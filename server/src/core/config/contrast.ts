/** The sRGB channels of a color, from 0 to 1. */
type Rgb = readonly [number, number, number];

/**
 * Returns the WCAG 2 contrast ratio of two colors (1 to 21), or undefined if either color isn't in the form `#RRGGBB`
 * or `#RGB`.
 */
export function getContrastRatio(color: string, otherColor: string): number | undefined {
  const a = parseColor(color);
  const b = parseColor(otherColor);
  return a && b && computeRatio(a, b);
}

/** A background color, and the minimum contrast ratio between it and the color being tested. */
export interface ContrastRequirement {
  readonly background: string;
  readonly minRatio: number;
}

/**
 * Returns the color nearest to `color` that meets all requirements, or undefined if there is none or `color` isn't a
 * color. Makes the color gradually darker or lighter without changing its hue.
 */
export function findNearestColor(color: string, requirements: readonly ContrastRequirement[]): string | undefined {
  const rgb = parseColor(color);
  if (!rgb) return undefined;
  for (let step = 1; step <= 100; step++)
    for (const end of [0, 1]) {
      const shadedColor = formatColor(mixColor(rgb, end, step / 100));
      if (
        requirements.every(({ background, minRatio }) => (getContrastRatio(shadedColor, background) ?? 0) >= minRatio)
      )
        return shadedColor;
    }
  return undefined;
}

function parseColor(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const fullDigits = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const getChannel = (index: number) => parseInt(fullDigits.slice(index, index + 2), 16) / 255;
  return [getChannel(0), getChannel(2), getChannel(4)];
}

function formatColor(rgb: Rgb): string {
  return `#${rgb
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/**
 * Mixes the color with black (`end` is 0) or white (`end` is 1). `share` is the proportion of black or white, from 0 to
 * 1.
 */
function mixColor(rgb: Rgb, end: number, share: number): Rgb {
  const [red, green, blue] = rgb;
  const moveTowards = (channel: number) => channel + (end - channel) * share;
  return [moveTowards(red), moveTowards(green), moveTowards(blue)];
}

function computeRatio(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [computeLuminance(a), computeLuminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function computeLuminance([red, green, blue]: Rgb): number {
  const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}
