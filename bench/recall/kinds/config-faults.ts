import { createFile, replaceAt, type FaultKind } from "../fault-kind.ts";
import { misspell } from "../misspell.ts";
import { getRange } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addMember, removeMember } from "./edit-config.ts";

/** Paths of settings with a fixed set of values. If a site doesn't have a setting, it's added at this path. */
const choices: readonly (readonly string[])[] = [
  ["theme"],
  ["appearance", "default"],
  ["background", "decoration"],
  ["icons", "library"],
  ["styling", "eyebrows"],
  ["contextual", "display"],
  ["seo", "indexing"],
  ["api", "playground", "display"],
  ["api", "params", "expanded"],
  ["navbar", "primary", "type"],
  ["banner", "type"],
  ["thumbnails", "appearance"],
];

/** Settings that accept only one type, along with values of other types. */
const typed: readonly { readonly at: readonly string[]; readonly wrong: readonly string[] }[] = [
  { at: ["name"], wrong: ["42", "true", "{}"] },
  { at: ["description"], wrong: ["7", "false", "[]"] },
  { at: ["appearance", "strict"], wrong: ['"yes"', "1"] },
  { at: ["interaction", "drilldown"], wrong: ['"no"', "[]"] },
  { at: ["metadata", "timestamp"], wrong: ['"on"', "1"] },
  { at: ["styling", "latex"], wrong: ['"true"'] },
  { at: ["search", "prompt"], wrong: ["12", "{}"] },
  { at: ["banner", "dismissible"], wrong: ['"true"'] },
  { at: ["colors"], wrong: ['"#0055ff"', "[]"] },
  { at: ["navbar", "links"], wrong: ['"none"', "true"] },
  { at: ["navbar"], wrong: ["[]", '"simple"'] },
  { at: ["footer", "socials"], wrong: ["3", "[true]"] },
  { at: ["redirects"], wrong: ['"/old"', "false"] },
  { at: ["colors", "primary"], wrong: ["255", "[]"] },
];

const colors = ['"#12345"', '"blue"', '"rgb(0,0,0)"', '"#12GG00"', '"0055ff"'];

/** Problems in docs.json settings. */
export const configFaults: readonly FaultKind[] = [
  {
    name: "config/duplicate-key",
    codes: ["config/duplicate-key"],
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(({ key, value, parent }) => key && typeof value === "string" && parent),
      );
      if (!configValue?.key || !configValue.parent) return undefined;
      const member = `${JSON.stringify(configValue.key.value)}: ${JSON.stringify(configValue.value)}`;
      return {
        ...addMember(site, configValue.parent, member, "last"),
        what: `${String(configValue.key.value)} a second time`,
      };
    },
  },
  {
    name: "config/setting-misspelt",
    codes: ["config/unknown-setting"],
    inject: (site, random) => {
      const known =
        /^(theme|name|description|colors|favicon|logo|navbar|footer|background|appearance|contextual|integrations|styling|fonts|primary|light|dark|socials|links|label|href|redirects|source|destination)$/;
      const value = random.pick(
        site.config.all.filter(
          ({ key, pointer, parent }) =>
            key &&
            known.test(String(key.value)) &&
            pointer[0] !== "navigation" &&
            !pointer.includes("metatags") &&
            pointer.length <= 3 &&
            (parent?.pointer.length === 0 || pointer[0] !== "variables"),
        ),
      );
      if (!value?.key) return undefined;
      const newKey = misspell(String(value.key.value), random);
      return {
        ...replaceAt(value.path, getRange(value.key), JSON.stringify(newKey)),
        what: `${String(value.key.value)} written ${newKey}`,
      };
    },
  },
  {
    name: "config/setting-unknown",
    codes: ["config/unknown-setting"],
    inject: (site, random) => {
      const places: readonly (readonly string[])[] = [
        [],
        ["colors"],
        ["navbar"],
        ["footer"],
        ["appearance"],
        ["styling"],
        ["contextual"],
      ];
      const value = site.config.getAt(...(random.pick(places) ?? []));
      if (value?.node.type !== "object") return undefined;
      return {
        ...addMember(site, value, `"zz${random.nextWord(5)}": ${random.pick(["true", '"x"', "{}"]) ?? "1"}`),
        what: "an unknown setting",
      };
    },
  },
  {
    name: "config/type-wrong",
    codes: ["config/wrong-type"],
    inject: (site, random) => {
      const { at, wrong } = random.pick(typed) ?? { at: [], wrong: [] };
      return setValue(site, at, random.pick(wrong) ?? "0");
    },
  },
  {
    name: "config/value-not-allowed",
    codes: ["config/value-not-allowed"],
    inject: (site, random) => {
      const at = random.pick(choices) ?? [];
      const now = site.config.getAt(...at)?.value;
      const wrong =
        typeof now === "string" && random.nextChance(0.6) ? misspell(now, random) : `zz${random.nextWord(4)}`;
      return setValue(site, at, JSON.stringify(wrong));
    },
  },
  {
    name: "config/colour-invalid",
    codes: ["config/invalid-value"],
    inject: (site, random) =>
      setValue(site, ["colors", random.pick(["primary", "light", "dark"]) ?? ""], random.pick(colors) ?? "0"),
  },
  {
    name: "config/href-invalid",
    codes: ["config/invalid-value"],
    inject: (site, random) => {
      const value = random.pick(
        site.config.all.filter(
          ({ pointer, key }) => key?.value === "href" && (pointer[0] === "navbar" || pointer[0] === "footer"),
        ),
      );
      return (
        value && {
          ...replaceAt(value.path, getRange(value.node), '"pricing"'),
          what: "an address without a slash in front",
        }
      );
    },
  },
  {
    name: "config/required-missing",
    codes: ["config/missing-setting"],
    inject: (site, random) => {
      const at =
        random.pick([["name"], ["theme"], ["colors", "primary"], ["navbar", "primary", "href"], ["logo", "dark"]]) ??
        [];
      const value = site.config.getAt(...at);
      const edits = value?.parent && removeMember(site, value.parent, at.at(-1) ?? "");
      if (!value?.parent || !edits) return undefined;
      const { parent } = value;
      return {
        edits,
        marks: [{ path: parent.path, at: parent.key?.offset ?? parent.node.offset }],
        what: `${at.join(".")} taken away`,
      };
    },
  },
  {
    name: "config/file-missing",
    codes: ["config/file-not-found"],
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(
          ({ pointer, value }) =>
            ["favicon", "logo"].includes(String(pointer[0])) &&
            pointer.at(-1) !== "href" &&
            typeof value === "string" &&
            site.files.has(value.replace(/^\.?\//, "")),
        ),
      );
      return (
        configValue && {
          ...replaceAt(
            configValue.path,
            getRange(configValue.node),
            JSON.stringify(String(configValue.value).replace(/(\.\w+)$/, `-${random.nextWord(3)}$1`)),
          ),
          what: "a picture that is not there",
        }
      );
    },
  },
  {
    name: "config/contrast-low",
    codes: ["config/low-contrast"],
    inject: (site, random) =>
      // If the site shows only dark mode, a light color isn't a problem.
      site.config.getAt("appearance", "strict")?.value === true
        ? undefined
        : setValue(site, ["colors", "primary"], random.pick(['"#fefefe"', '"#FFFFF0"', '"#fdfdff"']) ?? ""),
  },
  {
    name: "config/old-file",
    codes: ["config/old-file"],
    inject: (site) => {
      if (site.files.has("mint.json")) return undefined;
      const { edits } = createFile("mint.json", '{ "name": "Old" }\n');
      return {
        edits,
        marks: [
          { path: "docs.json", at: 0 },
          { path: "mint.json", at: 0 },
        ],
        what: "a mint.json next to docs.json",
      };
    },
  },
  {
    name: "config/playground-auth",
    codes: ["config/playground-needs-authentication"],
    inject: (site) =>
      site.files.has(".docwright.json") ? undefined : setValue(site, ["api", "playground", "display"], '"auth"'),
  },
];

/** Changes a setting. If the setting doesn't exist, adds it together with the objects that contain it. */
function setValue(site: SiteCopy, at: readonly string[], value: string): ReturnType<FaultKind["inject"]> {
  const what = `${at.join(".")} is ${value}`;
  const configValue = site.config.getAt(...at);
  if (configValue) return { ...replaceAt(configValue.path, getRange(configValue.node), value), what };
  for (let depth = at.length - 1; depth >= 0; depth--) {
    const surrounding = site.config.getAt(...at.slice(0, depth));
    if (!surrounding) continue;
    if (surrounding.node.type !== "object") return undefined;
    const [first = "", ...inner] = at.slice(depth);
    const nested = inner.reduceRight((text, name) => `{ ${JSON.stringify(name)}: ${text} }`, value);
    return { ...addMember(site, surrounding, `${JSON.stringify(first)}: ${nested}`), what };
  }
  return undefined;
}
