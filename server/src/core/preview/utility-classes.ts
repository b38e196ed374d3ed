import { createGenerator, type UnoGenerator } from "@unocss/core";
import presetWind3 from "@unocss/preset-wind3";
import { sanitizeMaskRules } from "./safe/safe-style.ts";
import { pageClass } from "./view/page-view.ts";

/** Style sheets for the utility classes that pages use, such as `mt-4` and `dark:hidden`. */
export interface UtilityStyles {
  /** Returns the rules for those names that have been passed to `add`, scoped to elements on the page. */
  readonly getStyles: (classNames: ReadonlySet<string>) => string;
  /** Whether all of these names, except for ignored names, have been passed to `add`. */
  readonly has: (classNames: ReadonlySet<string>) => boolean;
  readonly add: (classNames: ReadonlySet<string>) => Promise<void>;
}

/** Rules apply only inside the page, never to the elements around it. */
const pageSelector = `.${pageClass}`;
const darkSelector = ".is-dark";
const darkPageSelector = `${pageSelector}[data-appearance="dark"]`;

const maxNameLength = 120;
const maxNames = 5000;

/**
 * Matches class names that are ignored. Class names can contain arbitrary values (`bg-[url(…)]`, `[background:…]`),
 * which could load something, escape their rule, or affect elements around the page.
 */
const unsafePattern = /url|image|src\(|import|expression|behaviou?r|attr\(|[{};\\@<]|&|^\[(?!&)/i;

/** Matches classes that mask their element, whose values are sanitized instead, such as `[mask-image:url(/a.svg)]`. */
const maskPattern = /^(?:[\w-]+:)*!?\[(?:-webkit-)?mask(?:-image)?:[^[\]{};\\@<&]+\]$/i;

export function createUtilityStyles(): UtilityStyles {
  let generator: Promise<UnoGenerator> | undefined;
  const rulesByClass = new Map<string, string>();
  let preflight = "";
  return {
    getStyles: (classNames) => {
      const rules = [...classNames].map((name) => rulesByClass.get(name) ?? "").filter((rule) => rule !== "");
      return rules.length === 0 ? "" : `${preflight}\n${[...new Set(rules)].join("\n")}`;
    },
    has: (classNames) => [...classNames].every((name) => rulesByClass.has(name) || !isAllowedClassName(name)),
    add: async (classNames) => {
      const uno = await (generator ??= buildGenerator());
      for (const name of classNames) {
        if (rulesByClass.has(name) || !isAllowedClassName(name) || rulesByClass.size >= maxNames) continue;
        const { getLayers } = await uno.generate(new Set([name]), { preflights: true, minify: true });
        const css = getLayers(undefined, ["preflights"]);
        rulesByClass.set(name, maskPattern.test(name) ? sanitizeMaskRules(css) : isSafe(css) ? css : "");
        if (css !== "" && preflight === "") preflight = initialRules;
      }
    },
  };
}

function isAllowedClassName(name: string): boolean {
  return name.length <= maxNameLength && (maskPattern.test(name) || !unsafePattern.test(name));
}

/** Whether the CSS generated from class names is safe. Safe CSS doesn't load or run anything. */
function isSafe(css: string): boolean {
  return !/url\s*\(|@import|image-set|expression\s*\(/i.test(css);
}

async function buildGenerator(): Promise<UnoGenerator> {
  return createGenerator({
    presets: [presetWind3({ preflight: false, dark: { dark: darkSelector, light: ".is-light" } })],
    postprocess: [
      (util) => {
        util.selector = util.selector.startsWith(`${darkSelector} `)
          ? `${darkPageSelector} ${util.selector.slice(darkSelector.length + 1)}`
          : `${pageSelector} ${util.selector}`;
      },
    ],
  });
}

/** Initial values for the variables that transforms, shadows, and rings use. */
const initialRules = `${pageSelector} *,${pageSelector} ::before,${pageSelector} ::after{${[
  ...["rotate", "rotate-x", "rotate-y", "rotate-z", "skew-x", "skew-y"].map((name) => `--un-${name}:0`),
  ...["translate-x", "translate-y", "translate-z"].map((name) => `--un-${name}:0`),
  ...["scale-x", "scale-y", "scale-z"].map((name) => `--un-${name}:1`),
  ...["ring-offset-shadow", "ring-shadow", "shadow"].map((name) => `--un-${name}:0 0 rgb(0 0 0/0)`),
  "--un-shadow-inset: ",
  "--un-ring-inset: ",
].join(";")}}`;
