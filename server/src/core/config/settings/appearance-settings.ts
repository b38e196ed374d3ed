import { defaultIconLibrary, iconLibraries, iconStyles } from "../icons/icons.ts";
import {
  createClosedObject,
  color,
  choice,
  createEnum,
  flag,
  imageFile,
  list,
  nonBlank,
  number,
  object,
  type ObjectSchema,
  createDescribedEnum,
  setting,
  type Setting,
  type SettingSchema,
  text,
} from "./setting-schema.ts";

/** The color themes for code blocks, identified by the names that the service's syntax highlighter uses. */
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

/** The supported values of `theme` in docs.json. */
export const themes = ["mint", "maple", "palm", "willow", "linden", "almond", "aspen", "luma", "sequoia"] as const;

/**
 * Returns the schema of an object with optional colors for light mode and dark mode. `subject` is the subject that the
 * colors' descriptions use.
 */
export function createColorPairSchema(subject: string): ObjectSchema {
  return createClosedObject({
    light: setting(color, `${subject} in light mode.`),
    dark: setting(color, `${subject} in dark mode.`),
  });
}

const logoFile = { ...imageFile, minLength: 3 };

function createImagePairSettings(subject: string): ObjectSchema["settings"] {
  return object({
    light: setting(imageFile, `${subject} for light mode.`, { required: true, example: "/images/light.svg" }),
    dark: setting(imageFile, `${subject} for dark mode.`, { required: true, example: "/images/dark.svg" }),
  }).settings;
}

const fontSettings: Readonly<Record<string, Setting>> = {
  family: setting(text, "Font family, from Google Fonts or your own font file.", {
    required: true,
    example: "Inter",
  }),
  weight: setting(number, "Font weight, such as 400 or 700."),
  source: setting({ ...nonBlank, fileKind: "font" }, "Path or URL of your own font file. Requires `format`."),
  format: setting(createEnum(["woff", "woff2"]), "Font file format.", {
    required: { otherKey: "source" },
    example: "woff2",
  }),
};

const fontPair = createClosedObject({
  heading: setting(object(fontSettings), "Font for headings."),
  body: setting(object(fontSettings), "Font for body text."),
});

/** One font for all text. */
const singleFont = object(fontSettings);

const codeTheme = createEnum(codeThemes);

/** Settings for the site's appearance. */
export const appearanceSettings: Readonly<Record<string, Setting>> = {
  theme: setting(createEnum(themes), "The site's layout theme.", { required: "mintlify", example: "mint" }),
  colors: setting(
    createClosedObject({
      primary: setting(color, "Brand color, used for emphasis in light mode.", {
        required: "mintlify",
        example: "#0F766E",
      }),
      light: setting(color, "Color for emphasis in dark mode, usually a lighter shade."),
      dark: setting(color, "Color for buttons and hover states in both modes."),
    }),
    "The site's colors.",
    { required: "mintlify", example: { primary: "#0F766E" } },
  ),
  logo: setting(
    choice({
      string: logoFile,
      object: {
        kind: "object",
        unknownKeyHandling: "ignored",
        settings: new Map([
          ...createImagePairSettings("Logo file"),
          [
            "href",
            setting({ kind: "string", check: "href" }, "Link target of the logo: a path on this site or a URL.", {
              default: "the home page",
            }),
          ],
        ]),
      },
    }),
    "Logo in the top bar: one file for both modes, or separate files for light and dark mode.",
  ),
  favicon: setting(
    choice({
      string: imageFile,
      object: { kind: "object", unknownKeyHandling: "ignored", settings: createImagePairSettings("Icon file") },
    }),
    "Icon in the browser tab: one file for both modes, or separate files for light and dark mode.",
  ),
  appearance: setting(
    object({
      default: setting(createEnum(["system", "light", "dark"]), "Color mode that readers see first.", {
        default: "`system`",
      }),
      strict: setting(flag, "Hides the toggle between light and dark mode.", { default: "`false`" }),
    }),
    "Light and dark mode.",
  ),
  background: setting(
    object({
      image: setting(
        choice({
          string: imageFile,
          object: { kind: "object", unknownKeyHandling: "ignored", settings: createImagePairSettings("Image") },
        }),
        "Page background image: one file for both modes, or separate files for light and dark mode.",
      ),
      decoration: setting(createEnum(["gradient", "grid", "windows"]), "Page background pattern."),
      color: setting(createColorPairSchema("Background color"), "Background colors."),
    }),
    "Page background.",
  ),
  fonts: setting(
    {
      kind: "forms",
      forms: [
        { key: "family", schema: singleFont },
        { key: "heading", schema: fontPair },
        { key: "body", schema: fontPair },
      ],
      defaultSchema: singleFont,
    },
    "One font for all text, or separate fonts for headings and body text.",
  ),
  icons: setting(
    object({
      library: setting(createEnum(iconLibraries), "Library that icon names refer to.", {
        required: true,
        default: `\`${defaultIconLibrary}\``,
        example: defaultIconLibrary,
      }),
    }),
    "Icons on this site.",
  ),
  styling: setting(
    object({
      eyebrows: setting(
        createDescribedEnum({
          section: "Shows the name of the group.",
          breadcrumbs: "Shows the full breadcrumb trail.",
        }),
        "Text above page titles.",
        { default: "`section`" },
      ),
      codeblocks: setting(
        choice({
          string: createEnum(["system", "dark"], { disputedValues: codeThemes }),
          object: object({
            theme: setting(
              choice({
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
              "Theme for code blocks: one for both modes, or separate themes for light and dark mode.",
            ),
            languages: setting(
              object({
                custom: setting(
                  list({ kind: "string", fileKind: "grammar" }),
                  "TextMate grammar files for custom languages.",
                ),
              }),
              "Additional languages for syntax highlighting.",
            ),
          }),
        }),
        "Appearance of code blocks: `system` follows the color mode, `dark` is always dark, and an object sets themes.",
        { default: "`system`" },
      ),
      latex: setting(flag, "Loads the styles for math.", { default: "only if math is detected" }),
    }),
    "Appearance of specific page elements.",
  ),
  thumbnails: setting(
    object({
      appearance: setting(createEnum(["light", "dark"]), "Controls whether preview images are light or dark.", {
        default: "based on the theme's colors",
      }),
      background: setting(imageFile, "Image behind the title."),
      fonts: setting(
        object({
          family: setting(text, "Font family from Google Fonts.", { required: true, example: "Inter" }),
        }),
        "Title font.",
      ),
    }),
    "Preview images that social networks show for links to pages.",
  ),
  variations: setting(
    object({
      options: setting(
        list(
          object({
            id: setting(text, "ID that pages use to refer to the variation.", {
              required: true,
              example: "cloud",
            }),
            label: setting(text, "Label of the variation in the selector.", {
              required: true,
              example: "Cloud",
            }),
          }),
          { uniqueness: { key: "id" } },
        ),
        "Variations of the content. The first one is the default.",
        { required: true, example: [] },
      ),
    }),
    "Content variations that readers can switch between.",
    { theme: "willow" },
  ),
};

/** An icon's name, path, or URL, or an object with its name, style, and library. */
export const icon: SettingSchema = choice({
  string: { kind: "string", check: "icon-name", referenceKind: "icon" },
  object: object({
    name: setting(
      { kind: "string", check: "icon-name", referenceKind: "icon" },
      "Name of the icon in its library, such as `rocket`.",
      { required: true, example: "rocket" },
    ),
    style: setting(createEnum(iconStyles), "Icon style (Font Awesome only)."),
    library: setting(
      createEnum(iconLibraries),
      "Library that contains the icon, if different from the site's icon library.",
      { default: "`icons.library`" },
    ),
  }),
});

export function createIconSetting(meaning: string): Setting {
  return setting(icon, `${meaning} Use a name from the site's icon library, a path, or a URL.`);
}
