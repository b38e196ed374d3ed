import { getContrastRatio, findNearestColor } from "../../config/contrast.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import {
  type JsonNode,
  type JsonString,
  getNodeLocation,
  getJsonString,
  getJsonValue,
} from "../../config/json/json-tree.ts";
import { groupBy } from "../../text/maps.ts";
import type { FileEdit, SiteLocation } from "../../text/text-edit.ts";
import { checkConfig, defineRule, type Finding } from "../rule.ts";

/**
 * The themes' own backgrounds, which are nearly white and nearly black. They apply if docs.json doesn't set other
 * backgrounds.
 */
const standardBackgrounds = { light: "#ffffff", dark: "#0a0a0a" } as const;

type Mode = keyof typeof standardBackgrounds;
type MessageKey = "low" | "lowStandard" | "swapped" | "same" | "other";

interface CheckedColor {
  readonly setting: "primary" | "light" | "dark";
  /** The modes that use the color. */
  readonly modes: readonly Mode[];
  readonly minRatio: number;
}

/** The colors that are checked. Text needs a contrast of 4.5:1, and buttons and icons need 3:1 (WCAG 2, level AA). */
const checkedColors: readonly CheckedColor[] = [
  { setting: "primary", modes: ["light"], minRatio: 4.5 },
  { setting: "light", modes: ["dark"], minRatio: 4.5 },
  { setting: "dark", modes: ["light", "dark"], minRatio: 3 },
];

export const lowContrast = defineRule({
  code: "config/low-contrast",
  subjectKinds: ["config"],
  severity: "information",
  summary: "A color with too little contrast against its background.",
  why: "Readers with low vision, and all readers in bright light, have trouble seeing links and buttons that barely stand out from their background.",
  howToFix:
    "Use the suggested shade, or choose another color. In the editor, hover over a color to see its contrast with the site's backgrounds.",
  whenToTurnOff:
    "Turn off this rule if your brand colors are fixed, or if a custom style sheet sets the colors of links and buttons.",
  messages: {
    low: "`colors.{setting}` has a contrast of {ratio}:1 on the {mode} background `{background}` but needs {needed}:1, so it's hard to see. Try another shade, such as `{nearest}`.",
    lowStandard:
      "`colors.{setting}` has a contrast of {ratio}:1 on a typical {mode} background but needs {needed}:1, so it's hard to see. Try another shade, such as `{nearest}`.",
    swapped:
      "`colors.light`, which is for dark mode, and `colors.dark`, which is for light mode, are hard to see, but wouldn't be if they were swapped. Swap them.",
    same: "The same color is used here.",
    other: "The other color.",
    use: "Change to `{nearest}`",
    swap: "Swap colors",
  },
  examples: [
    {
      bad: '{ "colors": { "primary": [|"#5eead4"|] }, "navigation": { "pages": ["index"] } }',
      good: '{ "colors": { "primary": "#0f766e" }, "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* ({ root }) {
    const colors = getJsonValue(root, "colors");
    const [light, dark] = [getJsonValue(colors, "light"), getJsonValue(colors, "dark")];
    const areSwapped = light?.kind === "string" && dark?.kind === "string" && areModesSwapped(light, dark, root);
    if (areSwapped)
      yield {
        message: "swapped",
        at: getNodeLocation(light),
        relatedLocations: [{ at: getNodeLocation(dark), message: "other" }],
        data: { light: light.value, dark: dark.value },
      };
    let primaryFinding: Finding<MessageKey> | undefined;
    for (const checkedColor of checkedColors) {
      const { setting } = checkedColor;
      const color = getJsonValue(colors, setting);
      const finding = color?.kind === "string" ? createFinding(checkedColor, color, root) : undefined;
      if (!finding || (areSwapped && setting !== "primary")) continue;
      if (setting === "primary") primaryFinding = finding;
      // A shade with enough contrast for text also has enough contrast for buttons.
      else if (setting === "dark" && primaryFinding && isSameColor(color, getJsonValue(colors, "primary"))) {
        primaryFinding = { ...primaryFinding, relatedLocations: [{ at: finding.at, message: "same" }] };
        continue;
      } else yield finding;
    }
    if (primaryFinding) yield primaryFinding;
  }),
  *createFixes({ at, data, relatedLocations = [] }) {
    const { nearest, light, dark } = data ?? {};
    const [otherLocation] = relatedLocations;
    if (typeof nearest === "string") {
      const locations = [at, ...relatedLocations.map((related) => related.at)];
      const edits = createColorEdits(locations.map((location) => [location, nearest]));
      yield { title: "use", args: { nearest }, edits };
    }
    if (otherLocation && typeof light === "string" && typeof dark === "string")
      yield {
        title: "swap",
        edits: createColorEdits([
          [at, dark],
          [otherLocation.at, light],
        ]),
      };
  },
});

function createColorEdits(colors: readonly (readonly [SiteLocation, string])[]): FileEdit[] {
  return [...groupBy(colors, ([{ file }]) => file)].map(([file, fileColors]) => ({
    kind: "edit",
    file,
    edits: fileColors.map(([{ range }, color]) => ({ range, newText: toJsonString(color) })),
  }));
}

/** Whether each of the two colors is hard to see on the background of its mode, but not on that of the other mode. */
function areModesSwapped(light: JsonString, dark: JsonString, root: JsonNode | undefined): boolean {
  const hasContrast = (color: JsonString, mode: Mode) =>
    (getContrastRatio(color.value, getBackground(mode, root).background) ?? Infinity) >= swappedRatios[mode];
  return (
    isModeVisible("light", root) &&
    isModeVisible("dark", root) &&
    !hasContrast(light, "dark") &&
    !hasContrast(dark, "light") &&
    hasContrast(light, "light") &&
    hasContrast(dark, "dark")
  );
}

/** The contrast that `colors.dark` needs in light mode, and that `colors.light` needs in dark mode. */
const swappedRatios = { light: 3, dark: 4.5 } as const;

function isSameColor(color: JsonNode | undefined, other: JsonNode | undefined): boolean {
  return (
    color?.kind === "string" && other?.kind === "string" && color.value.toLowerCase() === other.value.toLowerCase()
  );
}

function createFinding(
  { setting, modes, minRatio }: CheckedColor,
  color: JsonString,
  root: JsonNode | undefined,
): Finding<MessageKey> | undefined {
  const requirements = modes
    .filter((mode) => isModeVisible(mode, root))
    .map((mode) => ({ mode, minRatio, ...getBackground(mode, root) }));
  const failedRequirement = requirements
    .map((requirement) => ({
      ...requirement,
      has: getContrastRatio(color.value, requirement.background) ?? Infinity,
    }))
    .filter(({ has }) => has < minRatio)
    .sort((a, b) => Number(a.mode === "dark") - Number(b.mode === "dark") || a.has - b.has)[0];
  const nearestColor = findNearestColor(color.value, requirements);
  if (!failedRequirement || nearestColor === undefined) return undefined;
  // In dark mode, `colors.dark` fills buttons. Their labels remain visible on any dark background.
  const isButtonInDark = setting === "dark" && failedRequirement.mode === "dark";
  return {
    ...(isButtonInDark && ({ severity: "hint" } as const)),
    message: failedRequirement.isSet ? "low" : "lowStandard",
    at: getNodeLocation(color),
    args: {
      setting,
      ratio: Math.floor(failedRequirement.has * 10) / 10,
      needed: minRatio,
      mode: failedRequirement.mode,
      background: failedRequirement.background,
      nearest: nearestColor,
    },
    data: { nearest: nearestColor },
  };
}

function getBackground(mode: Mode, root: JsonNode | undefined): { background: string; isSet: boolean } {
  const configuredColor = getJsonString(getJsonValue(getJsonValue(root, "background"), "color"), mode);
  return configuredColor !== undefined && getContrastRatio(configuredColor, configuredColor) !== undefined
    ? { background: configuredColor, isSet: true }
    : { background: standardBackgrounds[mode], isSet: false };
}

/**
 * Whether the site uses this mode. A site can be limited to the other mode, for example, with `"appearance": {
 * "default": "light", "strict": true }`.
 */
function isModeVisible(mode: Mode, root: JsonNode | undefined): boolean {
  const appearance = getJsonValue(root, "appearance");
  const strictNode = getJsonValue(appearance, "strict");
  const defaultMode = getJsonString(appearance, "default");
  const isStrict = strictNode?.kind === "boolean" && strictNode.value;
  return !isStrict || (defaultMode !== "light" && defaultMode !== "dark") || defaultMode === mode;
}
