import { getHeadLocation, getNodeLocation } from "../../config/json/json-tree.ts";
import type { InvalidReason, InvalidValueProblem } from "../../config/settings/check-value.ts";
import { getSettingProblems } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { getProblemEffect, createEffectParts } from "../findings/broken-config.ts";
import { checkConfig, defineRule, type Finding } from "../rule.ts";

const rejectionMessages = {
  color: `\`{path}\` isn't a hex color such as \`#0F766E\` or \`#fff\`, so {effect}. Use \`#\` followed by three or six digits from 0 to 9 and A to F.`,
  url: `\`{path}\` isn't a full URL, so {effect}. Use a URL such as \`https://example.com\`.`,
  "https-url": `\`{path}\` isn't an HTTPS URL, so {effect}. Use a URL such as \`https://example.com\`.`,
  "https-url-without-query": `\`{path}\` isn't a plain HTTPS URL, so {effect}. Start it with \`https://\`, and remove \`?\` or \`#\` and everything after it.`,
  href: `\`{path}\` isn't a path or a URL, so {effect}. Start it with \`/\`, \`#\`, \`mailto:\`, or \`https://\`.`,
  "footer-href": `\`{path}\` isn't a valid footer link, so {effect}. Start it with \`/\`, \`#\`, \`mailto:\`, or \`https://\`, and link to a page, not a download.`,
  "profile-url": `\`{path}\` isn't the HTTPS URL of a profile, so {effect}. Start it with \`https://\`, and link to a page, not a download.`,
  "without-https": `\`{path}\` starts with \`https://\` but must contain only a host, so {effect}. Remove \`https://\`.`,
  "starts-with-g": `\`{path}\` doesn't start with \`G\`, so {effect}. Copy the ID again.`,
  "starts-with-phc": `\`{path}\` doesn't start with \`phc_\`, so {effect}. Copy the key again.`,
  identifier: `\`{path}\` contains characters other than letters, digits, \`-\`, and \`_\`, so {effect}. Copy the ID again.`,
  "folder-path": `\`{path}\` isn't a valid folder path, so {effect}. Use a path relative to the root, such as \`guides/api\`, without leading or trailing slashes, spaces, or \`..\`.`,
  "icon-name": `\`{path}\` starts with \`fa-\`, so {effect}. Use only the name of the icon, such as \`rocket\`.`,
  "base-path": `\`{path}\` isn't a valid path, so {effect}. Use a path such as \`/docs\`, without a host, spaces, \`?\`, \`#\`, or \`..\`.`,
  "site-url": `\`{path}\` isn't a site URL, so {effect}. Use a URL such as \`https://docs.example.com\`, without \`?\` or \`#\`.`,
  glob: `\`{path}\` would take too long to match, so {effect}. Use at most 1,000 characters, six wildcards, and three \`**\`.`,
  empty: `\`{path}\` is empty, so {effect}. Enter a value, or remove the setting.`,
  "too-short": `\`{path}\` has fewer than {limit} characters, so {effect}. Enter the full value.`,
  "too-long": `\`{path}\` has more than {limit} characters, so {effect}. Shorten it.`,
  "not-finite": `\`{path}\` is too large, so {effect}. Use a smaller number.`,
  "not-above": `\`{path}\` isn't greater than {limit}, so {effect}. Use a larger number.`,
  "too-few": `\`{path}\` has too few items (the minimum is {limit}), so {effect}. Add items, or remove the list.`,
  "too-many": `\`{path}\` has more than {limit} items, so {effect}. Remove the extra ones.`,
  repeated: `\`{path}\` repeats an earlier item, so {effect}. Remove the duplicate.`,
} as const;

const messages = {
  ...rejectionMessages,
  "ignored-href": `\`{path}\` isn't a path or a URL, so the service ignores it. Start it with \`/\`, \`#\`, \`mailto:\`, or \`https://\`.`,
  "unsafe-scheme": `\`{path}\` would run a script or open a file on the reader's computer, so browsers don't open the link. Start it with \`/\` or \`https://\` to link to a page.`,
  "spec-source": `\`{path}\` is a URL that the service doesn't fetch, so readers see none of its operations. Use a path in the site or an HTTPS URL.`,
  first: "First listed here.",
} as const;

export const invalidValue = defineRule({
  code: "config/invalid-value",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A value in the wrong format for its setting.",
  why: "Values such as colors, URLs, and IDs must be in a specific format. If any value isn't, the service rejects docs.json. In a list of a tab, version, or other section, such a value empties the section, and the link of a navigation element is only ignored.",
  howToFix: "Use a value in the format that the message describes.",
  whenToTurnOff: "Keep this rule on. If a value is in the wrong format, the service rejects docs.json.",
  messages,
  examples: [
    {
      bad: '{ "colors": { "primary": [|"teal"|] }, "navigation": { "pages": ["index"] } }',
      good: '{ "colors": { "primary": "#0F766E" }, "navigation": { "pages": ["index"] } }',
    },
    {
      bad: '{ "footer": { "socials": { "x": [|"http://x.com/acme"|] } }, "navigation": { "pages": ["index"] } }',
      good: '{ "footer": { "socials": { "x": "https://x.com/acme" } }, "navigation": { "pages": ["index"] } }',
    },
    {
      bad: '{ "navigation": { "global": { "anchors": [{ "anchor": "Blog", "href": [|"javascript:void(0)"|] }] }, "pages": ["index"] } }',
      good: '{ "navigation": { "global": { "anchors": [{ "anchor": "Blog", "href": "https://example.com" }] }, "pages": ["index"] } }',
    },
    {
      bad: '{ "contextual": { "options": ["copy", [|"copy"|]] }, "navigation": { "pages": ["index"] } }',
      good: '{ "contextual": { "options": ["copy"] }, "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig((_, site) =>
    getSettingProblems(site, "invalid-value").flatMap((problem) => createFinding(problem, site) ?? []),
  ),
});

function createFinding(
  { node, path, reason, limit = 0, firstOccurrence }: InvalidValueProblem,
  site: Site,
): Finding<keyof typeof messages> | undefined {
  const effect = getProblemEffect(site, path);
  if (effect.kind === "unread") return undefined;
  const args = { path, limit };
  return {
    ...(hasOwnEffect(reason)
      ? { message: reason, args, ...(reason === "ignored-href" && { severity: "warning" }) }
      : createEffectParts(reason, args, effect)),
    at: getHeadLocation(node),
    ...(firstOccurrence ? { relatedLocations: [{ at: getNodeLocation(firstOccurrence), message: "first" }] } : {}),
  };
}

/** Whether a value has the same effect in every part of docs.json, which its message describes. */
function hasOwnEffect(reason: InvalidReason): reason is Exclude<InvalidReason, keyof typeof rejectionMessages> {
  return !(reason in rejectionMessages);
}
