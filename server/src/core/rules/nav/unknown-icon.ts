import { iconLibraries, isIconName, isKnownIcon, nearestIcon } from "../../config/icons/icons.ts";
import { quoted } from "../../config/json/json-edit.ts";
import { locationOfNode } from "../../config/json/json-tree.ts";
import { toIconLibrary, settingsOf, siteLibrary } from "../../site/settings/config-settings.ts";
import { checkConfig, defineRule, replaceAt } from "../rule.ts";
import { limitSuggestions } from "../subjects/fixes.ts";

export const unknownIcon = defineRule({
  code: "nav/unknown-icon",
  on: ["config"],
  severity: "warning",
  summary: "An icon that isn't in the configured library.",
  why: "The service looks up icons by name in the library set by `icons.library` or by the icon's own `library`. If the library doesn't have the icon, readers see none.",
  messages: {
    meant: "`{icon}` isn't in the {library} library, so readers see no icon. Did you mean `{near}`?",
    unknown:
      "`{icon}` isn't in the {library} library, so readers see no icon. Choose another icon, or use the path of an image.",
    elsewhere:
      "`{icon}` isn't in the {library} library, so readers see no icon. The {other} library has it. Set `icons.library`, or choose another icon.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ "group": "Guides", "icon": [|"rockt"|], "pages": ["start"] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Guides", "icon": "rocket", "pages": ["start"] }] } }',
    },
  ],
  check: checkConfig(function* (_config, site) {
    const guess = limitSuggestions();
    for (const { node, library: own } of settingsOf(site).icons) {
      const library = toIconLibrary(own) ?? siteLibrary(site);
      const icon = node.value;
      if (!isIconName(icon) || isKnownIcon(library, icon)) continue;
      const args = { icon, library };
      const near = guess(`${library} ${icon}`, () => nearestIcon(library, icon));
      const other = iconLibraries.find((candidate) => isKnownIcon(candidate, icon));
      if (other !== undefined)
        yield { message: "elsewhere", args: { ...args, other }, at: locationOfNode(node) };
      else if (near === undefined) yield { message: "unknown", args, at: locationOfNode(node) };
      else yield { message: "meant", args: { ...args, near }, at: locationOfNode(node), data: { near } };
    }
  }),
  *fixes({ at, data }) {
    const near = data?.["near"];
    if (typeof near === "string") yield { title: "use", args: { near }, edits: replaceAt(at, quoted(near)) };
  },
});
