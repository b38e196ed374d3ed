import { getContrastRatio, findNearestColor } from "../../config/contrast.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import {
  type JsonNode,
  type JsonString,
  getNodeLocation,
  getJsonString,
  getJsonValue,
} from "../../config/json/json-tree.ts";
import { checkConfig, defineRule, type Finding, createReplaceEdits } from "../rule.ts";

/**
 * The themes' own backgrounds, which are nearly white and nearly black. They apply if docs.json doesn't set other
 * backgrounds.
 */
const standardBackgrounds = { light: "#ffffff", dark: "#0a0a0a" } as const;

type Mode = keyof typeof standardBackgrounds;
type MessageKey = "low" | "lowStandard";

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
    use: "Change to `{nearest}`",
  },
  examples: [
    {
      bad: '{ "colors": { "primary": [|"#5eead4"|] }, "navigation": { "pages": ["index"] } }',
      good: '{ "colors": { "primary": "#0f766e" }, "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* ({ root }) {
    const colors = getJsonValue(root, "colors");
    for (const checkedColor of checkedColors) {
      const color = getJsonValue(colors, checkedColor.setting);
      if (color?.kind === "string") yield* createFindings(checkedColor, color, root);
    }
  }),
  *createFixes({ at, data }) {
    const nearest = data?.["nearest"];
    if (typeof nearest === "string")
      yield { title: "use", args: { nearest }, edits: createReplaceEdits(at, toJsonString(nearest)) };
  },
});

function* createFindings(
  { setting, modes, minRatio }: CheckedColor,
  color: JsonString,
  root: JsonNode | undefined,
): Iterable<Finding<MessageKey>> {
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
  if (!failedRequirement || nearestColor === undefined) return;
  // In dark mode, `colors.dark` fills buttons. Their labels remain visible on any dark background.
  const isButtonInDark = setting === "dark" && failedRequirement.mode === "dark";
  yield {
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
