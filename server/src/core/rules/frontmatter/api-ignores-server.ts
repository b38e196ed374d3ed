import { locationOfNode } from "../../config/json/json-tree.ts";
import { readApiTarget } from "../../page/check-field.ts";
import { serverSetting } from "../../site/settings/config-settings.ts";
import { getFrontmatterField, getFieldText, locationOfFieldValue } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const apiIgnoresServer = defineRule({
  code: "frontmatter/api-ignores-server",
  on: ["page"],
  severity: "information",
  summary: "A full URL in `api` on a site that sets a server.",
  why: "A full URL includes its own server. If the server in docs.json changes, this page still uses the old one.",
  messages: {
    ignored:
      "This full URL is used as written, so changes to `{setting}` in docs.json don't affect this page. If the server is the same, use only the path.",
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
    const server = serverSetting(site);
    if (!field || !server || readApiTarget(getFieldText(page, "api") ?? "").kind !== "url") return;
    const args = { setting: server.path };
    const related = [{ at: locationOfNode(server.value), message: "setting" as const, args }];
    yield { message: "ignored", args, at: locationOfFieldValue(page, field), related };
  }),
});
