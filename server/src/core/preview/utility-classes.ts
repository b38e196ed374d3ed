import { createGenerator, type UnoGenerator } from "@unocss/core";
import presetWind3 from "@unocss/preset-wind3";
import { pageClass } from "./view/page-view.ts";

/** Style sheets of utility classes (`mt-4`, `dark:hidden`), made for the names that pages use. */
export interface UtilityStyles {
  /** Rules for the names that are known by now, for elements of the page. */
  readonly stylesOf: (classNames: ReadonlySet<string>) => string;
  /** Whether there are names that `learn` has not been given. */
  readonly knows: (classNames: ReadonlySet<string>) => boolean;
  readonly learn: (classNames: ReadonlySet<string>) => Promise<void>;
}

/** Where rules hold: the page, never what stands around it. */
const page = `.${pageClass}`;
const dark = ".is-dark";
const darkPage = `${page}[data-appearance="dark"]`;

const maxNameLength = 120;
const maxNames = 5000;

/**
 * Names may hold values of any kind (`bg-[url(…)]`, `[background:…]`). Those that could load something, leave their
 * rule or reach elements around the page are no classes here.
 */
const unsafe = /url|image|src\(|import|expression|behaviou?r|attr\(|[{};\\@<]|&|^\[(?!&)/i;

export function createUtilityStyles(): UtilityStyles {
  let generator: Promise<UnoGenerator> | undefined;
  const known = new Map<string, string>();
  let preflight = "";
  return {
    stylesOf: (classNames) => {
      const rules = [...classNames].map((name) => known.get(name) ?? "").filter((rule) => rule !== "");
      return rules.length === 0 ? "" : `${preflight}\n${[...new Set(rules)].join("\n")}`;
    },
    knows: (classNames) => [...classNames].every((name) => known.has(name) || !isOffered(name)),
    learn: async (classNames) => {
      const uno = await (generator ??= newGenerator());
      for (const name of classNames) {
        if (known.has(name) || !isOffered(name) || known.size >= maxNames) continue;
        const { getLayers } = await uno.generate(new Set([name]), { preflights: true, minify: true });
        const css = getLayers(undefined, ["preflights"]);
        known.set(name, isSafe(css) ? css : "");
        if (css !== "" && preflight === "") preflight = zeroes;
      }
    },
  };
}

function isOffered(name: string): boolean {
  return name.length <= maxNameLength && !unsafe.test(name);
}

/** What has been made is looked at as well: no rule of ours loads anything. */
function isSafe(css: string): boolean {
  return !/url\s*\(|@import|image-set|expression\s*\(/i.test(css);
}

async function newGenerator(): Promise<UnoGenerator> {
  return createGenerator({
    presets: [presetWind3({ preflight: false, dark: { dark, light: ".is-light" } })],
    postprocess: [
      (util) => {
        util.selector = util.selector.startsWith(`${dark} `)
          ? `${darkPage} ${util.selector.slice(dark.length + 1)}`
          : `${page} ${util.selector}`;
      },
    ],
  });
}

/** What transforms, shadows and rings are made of, when nothing is said: none. */
const zeroes = `${page} *,${page} ::before,${page} ::after{${[
  ...["rotate", "rotate-x", "rotate-y", "rotate-z", "skew-x", "skew-y"].map((name) => `--un-${name}:0`),
  ...["translate-x", "translate-y", "translate-z"].map((name) => `--un-${name}:0`),
  ...["scale-x", "scale-y", "scale-z"].map((name) => `--un-${name}:1`),
  ...["ring-offset-shadow", "ring-shadow", "shadow"].map((name) => `--un-${name}:0 0 rgb(0 0 0/0)`),
  "--un-shadow-inset: ",
  "--un-ring-inset: ",
].join(";")}}`;
