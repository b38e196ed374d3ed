import { locationOfHead, locationOfNode } from "../../config/json/json-tree.ts";
import type { InvalidValueFault } from "../../config/validate-config.ts";
import { settingFaults } from "../../site/settings/config-settings.ts";
import { truncateStart } from "../../text/message.ts";
import { checkConfig, defineRule, type Finding } from "../rule.ts";

const why = "so the service refuses the file";

const messages = {
  colour: `\`{path}\` is no colour as \`#0F766E\` or \`#fff\`, ${why}. Write \`#\` and three or six digits from 0 to 9 and A to F.`,
  url: `\`{path}\` is no whole URL, ${why}. Begin it with \`https://\` and the host.`,
  "https-url": `\`{path}\` is no https URL, ${why}. Begin it with \`https://\` and the host.`,
  "https-url-without-query": `\`{path}\` is no plain https URL, ${why}. Begin it with \`https://\` and leave out what follows \`?\` or \`#\`.`,
  href: `\`{path}\` is neither a path nor a URL, ${why}. Begin it with \`/\`, \`#\`, \`mailto:\` or \`https://\`.`,
  "unsafe-scheme": `\`{path}\` would run a script or open a file on the reader's computer, so browsers lead readers nowhere. Link to a page: begin with \`/\` or \`https://\`.`,
  "footer-href": `\`{path}\` is no link that a footer can hold, ${why}. Begin it with \`/\`, \`#\`, \`mailto:\` or \`https://\`, and link to pages, not to downloads.`,
  "profile-url": `\`{path}\` is no https URL of a profile, ${why}. Begin it with \`https://\`, and link to a page, not to a download.`,
  "without-https": `\`{path}\` takes a host without \`https://\`, ${why}. Remove \`https://\`.`,
  "starts-with-g": `\`{path}\` does not start with \`G\` as all such ids do, ${why}. Copy the id again.`,
  "starts-with-phc": `\`{path}\` does not start with \`phc_\` as all such keys do, ${why}. Copy the key again.`,
  identifier: `\`{path}\` holds more than letters, digits, \`-\` and \`_\`, ${why}. Copy the id again.`,
  "folder-path": `\`{path}\` is no folder as \`guides/api\`, ${why}. Write it from the root, without a slash at its ends, blanks or \`..\`.`,
  "icon-name": `\`{path}\` starts with \`fa-\`, ${why}. Write the name alone, as \`rocket\`.`,
  "spec-source": `\`{path}\` is a URL that the service does not fetch, ${why}. Use a path of the site or an https URL.`,
  "base-path": `\`{path}\` is no path as \`/docs\`, ${why}. Write it without host, blanks, \`?\`, \`#\` or \`..\`.`,
  "site-url": `\`{path}\` is no URL of a site, ${why}. Write it as \`https://docs.example.com\`, without \`?\` and \`#\`.`,
  glob: `\`{path}\` would take too long to match, ${why}. Use at most 1,000 characters, six wildcards, and three \`**\`.`,
  empty: `\`{path}\` is empty, ${why}. Write a text, or remove the setting.`,
  "too-short": `\`{path}\` has fewer than {limit} characters, ${why}. Write it in full.`,
  "too-long": `\`{path}\` has more than {limit} characters, ${why}. Shorten it.`,
  "not-finite": `\`{path}\` is a number too large to count with, ${why}. Write a smaller one.`,
  "not-above": `\`{path}\` is not above {limit}, ${why}. Write a larger number.`,
  "too-few": `\`{path}\` needs {limit} or more entries and has fewer, ${why}. Add one, or remove the list.`,
  "too-many": `\`{path}\` has more than {limit} entries, ${why}. Remove what is over.`,
  repeated: `An earlier entry of \`{path}\` is the same, ${why}. Keep one of them.`,
  first: "The earlier entry.",
} as const;

export const invalidValue = defineRule({
  code: "config/invalid-value",
  on: ["config"],
  severity: "error",
  summary: "A value that is not written as the setting needs it.",
  why: "Colours, URLs, ids and lists have rules of their own. The service refuses docs.json when a value breaks them.",
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
  check: checkConfig((_, site) => settingFaults(site, "invalid-value").map(findingOf)),
});

function findingOf({
  node,
  path,
  reason,
  limit = 0,
  first,
}: InvalidValueFault): Finding<keyof typeof messages> {
  return {
    message: reason,
    at: locationOfHead(node),
    args: { path: truncateStart(path, 50), limit },
    ...(first ? { related: [{ at: locationOfNode(first), message: "first" }] } : {}),
  };
}
