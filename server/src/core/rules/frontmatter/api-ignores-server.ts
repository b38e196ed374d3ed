import { type JsonNode, getNodeLocation } from "../../config/json/json-tree.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import { findServerSetting } from "../../site/settings/site-settings.ts";
import { getFrontmatterField, getFieldText, getFieldValueLocation } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";
import { createTargetData, groupByTarget } from "../subjects/same-target.ts";

export const apiIgnoresServer = defineRule({
  code: "frontmatter/api-ignores-server",
  subjectKinds: ["page"],
  severity: "information",
  summary: "A full URL in `api` that repeats the site's server.",
  why: "A full URL includes its own server. If the server in docs.json changes, this page still uses the old one. URLs with a different server aren't reported because they're assumed to be intentional.",
  howToFix: "Use only the method and the path, such as `GET /users`, so that the page uses the server in docs.json.",
  whenToTurnOff: "Turn off this rule if your pages use full URLs intentionally.",
  messages: {
    ignored:
      "This URL repeats `{setting}`, so the page still shows the old server if you change that setting. Use only the path.",
    several:
      "The URLs of {count} pages repeat `{setting}`, so these pages still show the old server if you change that setting. Use only the paths.",
    setting: "`{setting}` is set here.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "api": { "server": "https://api.example.com" }, "navigation": { "pages": ["users"] } }\n//- users.mdx\n---\ntitle: Users\napi: [|GET https://api.example.com/users|]\n---\n',
      good: '//- docs.json\n{ "api": { "server": "https://api.example.com" }, "navigation": { "pages": ["users"] } }\n//- users.mdx\n---\ntitle: Users\napi: GET /users\n---\n',
      profile: "standard",
    },
  ],
  check: checkPage(function* (page, site) {
    const field = getFrontmatterField(page, "api");
    const server = field && findServerSetting(site);
    const target = parseApiTarget(getFieldText(page, "api") ?? "");
    if (!server || target.kind !== "url" || !includesServer(target.url, server.value)) return;
    const args = { setting: server.path };
    const relatedLocations = [{ at: getNodeLocation(server.value), message: "setting" as const, args }];
    const data = createTargetData(server.path);
    yield { message: "ignored", args, at: getFieldValueLocation(page, field), relatedLocations, data };
  }),
  grouping: groupByTarget({ combinedMessages: { ignored: "several" } }),
});

/** Whether the URL starts with one of the servers. `servers` is a string or a list of strings. */
function includesServer(url: string, servers: JsonNode): boolean {
  if (servers.kind === "array") return servers.items.some((item) => includesServer(url, item));
  if (servers.kind !== "string") return false;
  const server = servers.value.trim().replace(/\/+$/, "").toLowerCase();
  return server !== "" && `${url.toLowerCase()}/`.startsWith(`${server}/`);
}
