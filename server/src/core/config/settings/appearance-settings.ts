import { defaultIconLibrary, iconLibraries, iconStyles } from "../icons/icons.ts";
import {
  closedObject,
  color,
  either,
  enumShape,
  flag,
  imageFile,
  list,
  nonBlank,
  number,
  object,
  oneOfExplained,
  setting,
  text,
} from "./build-shape.ts";
import type { ObjectShape, Setting, Shape } from "./setting-shape.ts";

/** Color themes for code blocks, by the names used in the service's syntax highlighter. */
export const codeThemes: readonly string[] = [
  "andromeeda",
  "aurora-x",
  "ayu-dark",
  "catppuccin-frappe",
  "catppuccin-latte",
  "catppuccin-macchiato",
  "catppuccin-mocha",
  "dark-plus",
  "dracula",
  "dracula-soft",
  "everforest-dark",
  "everforest-light",
  "github-dark",
  "github-dark-default",
  "github-dark-dimmed",
  "github-dark-high-contrast",
  "github-light",
  "github-light-default",
  "github-light-high-contrast",
  "gruvbox-dark-hard",
  "gruvbox-dark-medium",
  "gruvbox-dark-soft",
  "gruvbox-light-hard",
  "gruvbox-light-medium",
  "gruvbox-light-soft",
  "houston",
  "kanagawa-dragon",
  "kanagawa-lotus",
  "kanagawa-wave",
  "laserwave",
  "light-plus",
  "material-theme",
  "material-theme-darker",
  "material-theme-lighter",
  "material-theme-ocean",
  "material-theme-palenight",
  "min-dark",
  "min-light",
  "monokai",
  "night-owl",
  "nord",
  "one-dark-pro",
  "one-light",
  "plastic",
  "poimandres",
  "red",
  "rose-pine",
  "rose-pine-dawn",
  "rose-pine-moon",
  "slack-dark",
  "slack-ochin",
  "snazzy-light",
  "solarized-dark",
  "solarized-light",
  "synthwave-84",
  "tokyo-night",
  "vesper",
  "vitesse-black",
  "vitesse-dark",
  "vitesse-light",
  "css-variables",
];

/** Supported values of `theme` in docs.json. */
export const themes = [
  "mint",
  "maple",
  "palm",
  "willow",
  "linden",
  "almond",
  "aspen",
  "luma",
  "sequoia",
] as const;

/** Returns the shape of an object with optional colors for light and dark mode. */
export function colorPairShape(what: string): ObjectShape {
  return closedObject({
    light: setting(color, `${what} in light mode.`),
    dark: setting(color, `${what} in dark mode.`),
  });
}

const logoFile = { ...imageFile, minLength: 3 };

function imagePair(what: string): ObjectShape["settings"] {
  return object({
    light: setting(imageFile, `${what} for light mode.`, { required: true, example: "/images/light.svg" }),
    dark: setting(imageFile, `${what} for dark mode.`, { required: true, example: "/images/dark.svg" }),
  }).settings;
}

const font: Readonly<Record<string, Setting>> = {
  family: setting(text, "Name of the font, from Google Fonts or of your own file.", {
    required: true,
    example: "Inter",
  }),
  weight: setting(number, "Weight of the font, as 400 or 700."),
  source: setting(
    { ...nonBlank, file: "font" },
    "Path or URL of a font file of your own. Needs `format` beside it.",
  ),
  format: setting(enumShape(["woff", "woff2"]), "Format of the font file.", {
    required: { with: "source" },
    example: "woff2",
  }),
};

const fontPair = closedObject({
  heading: setting(object(font), "Font of headings."),
  body: setting(object(font), "Font of running text."),
});

const codeTheme = enumShape(codeThemes);

/** Settings for the appearance of the site. */
export const lookSettings: Readonly<Record<string, Setting>> = {
  theme: setting(enumShape(themes), "Layout of the whole site.", { required: "mintlify", example: "mint" }),
  colors: setting(
    closedObject({
      primary: setting(color, "The brand colour. Used for emphasis in light mode.", {
        required: "mintlify",
        example: "#0F766E",
      }),
      light: setting(color, "Used for emphasis in dark mode, so usually a lighter shade."),
      dark: setting(color, "Used for buttons and for what the pointer is on, in both modes."),
    }),
    "The site's colours.",
    { required: "mintlify", example: { primary: "#0F766E" } },
  ),
  logo: setting(
    either({
      string: logoFile,
      object: {
        kind: "object",
        unknownKeys: "ignored",
        settings: new Map([
          ...imagePair("Logo file"),
          [
            "href",
            setting({ kind: "string", check: "href" }, "Where a click on the logo leads.", {
              default: "the home page",
            }),
          ],
        ]),
      },
    }),
    "Logo in the top bar: one file, or one for light and one for dark mode.",
  ),
  favicon: setting(
    either({
      string: imageFile,
      object: { kind: "object", unknownKeys: "ignored", settings: imagePair("Icon file") },
    }),
    "Icon that browsers show in the tab: one file, or one for light and one for dark mode.",
  ),
  appearance: setting(
    object({
      default: setting(enumShape(["system", "light", "dark"]), "Mode in which readers first see the site.", {
        default: "`system`",
      }),
      strict: setting(flag, "Hides the switch between light and dark mode.", { default: "`false`" }),
    }),
    "Light and dark mode.",
  ),
  background: setting(
    object({
      image: setting(
        either({
          string: imageFile,
          object: { kind: "object", unknownKeys: "ignored", settings: imagePair("Image") },
        }),
        "Picture behind the pages: one, or one for light and one for dark mode.",
      ),
      decoration: setting(enumShape(["gradient", "grid", "windows"]), "Pattern behind the pages."),
      color: setting(colorPairShape("Background colour"), "Background colours."),
    }),
    "What lies behind the pages.",
  ),
  fonts: setting(
    {
      kind: "forms",
      forms: [
        { key: "heading", shape: fontPair },
        { key: "body", shape: fontPair },
      ],
      otherwise: object(font),
    },
    "One font for everything, or one for headings and one for running text.",
  ),
  icons: setting(
    object({
      library: setting(enumShape(iconLibraries), "Library in which icon names are looked up.", {
        required: true,
        default: `\`${defaultIconLibrary}\``,
        example: defaultIconLibrary,
      }),
    }),
    "Icons of the whole site.",
  ),
  styling: setting(
    object({
      eyebrows: setting(
        oneOfExplained({
          section: "the name of the group",
          breadcrumbs: "the whole way through the navigation",
        }),
        "What stands above page titles.",
        { default: "`section`" },
      ),
      codeblocks: setting(
        either({
          string: enumShape(["system", "dark"], { disputed: codeThemes }),
          object: object({
            theme: setting(
              either({
                string: codeTheme,
                object: object({
                  light: setting(codeTheme, "Code theme in light mode.", {
                    required: true,
                    example: "github-light",
                  }),
                  dark: setting(codeTheme, "Code theme in dark mode.", {
                    required: true,
                    example: "github-dark",
                  }),
                }),
              }),
              "Colour theme of code blocks: one, or one for light and one for dark mode.",
            ),
            languages: setting(
              object({
                custom: setting(
                  list({ kind: "string", file: "grammar" }),
                  "Files with TextMate grammars of languages of your own.",
                ),
              }),
              "Languages that the highlighter does not know.",
            ),
          }),
        }),
        "Look of code blocks: `system` follows the mode, `dark` is always dark, an object names themes.",
        { default: "`system`" },
      ),
      latex: setting(flag, "Loads the styles for formulas.", { default: "when formulas are found" }),
    }),
    "Look of parts of the page.",
  ),
  thumbnails: setting(
    object({
      appearance: setting(enumShape(["light", "dark"]), "Whether preview pictures are light or dark.", {
        default: "by the theme's colours",
      }),
      background: setting(imageFile, "Picture behind the title."),
      fonts: setting(
        object({ family: setting(text, "A font from Google Fonts.", { required: true, example: "Inter" }) }),
        "Font of the title.",
      ),
    }),
    "Pictures that social networks show with a link to a page.",
  ),
  variations: setting(
    object({
      options: setting(
        list(
          object({
            id: setting(text, "Short name of the variation, used in pages.", {
              required: true,
              example: "cloud",
            }),
            label: setting(text, "What readers see in the selector.", { required: true, example: "Cloud" }),
          }),
          { unique: { key: "id" } },
        ),
        "The variations. Readers start with the first.",
        { required: true, example: [] },
      ),
    }),
    "Variations of the content between which readers switch.",
    { theme: "willow" },
  ),
};

/** A name, path, or URL, or a name with its style and library. */
export const icon: Shape = either({
  string: { kind: "string", check: "icon-name", names: "icon" },
  object: object({
    name: setting(
      { kind: "string", check: "icon-name", names: "icon" },
      "Name of the icon in its library, as `rocket`.",
      { required: true, example: "rocket" },
    ),
    style: setting(enumShape(iconStyles), "Style of the icon, for Font Awesome."),
    library: setting(
      enumShape(iconLibraries),
      "Library the name is looked up in, when it is not the one of the whole site.",
      { default: "`icons.library`" },
    ),
  }),
});

export function iconSetting(meaning: string): Setting {
  return setting(icon, `${meaning} A name from the site's icon library, a path or a URL.`);
}
