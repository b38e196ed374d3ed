import { findConfigFile } from "../../config/config.ts";
import { insertProperty, formatJson } from "../../config/json/json-edit.ts";
import { type JsonObject, getJsonValue } from "../../config/json/json-tree.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import { findServerSetting } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { checkPage, defineRule, toFileEdits } from "../rule.ts";
import { getShownApi, getFieldText, getFieldValueLocation, hasPlayground } from "../subjects/page-subjects.ts";

export const apiWithoutServer = defineRule({
  code: "frontmatter/api-without-server",
  subjectKinds: ["page"],
  severity: "error",
  summary: "A relative `api` path on a site without a server.",
  why: "A relative path is appended to the server URL in docs.json. Without a server, the endpoint has no URL and the playground can't send requests.",
  howToFix: "Set the server in docs.json, or use the full URL in `api`.",
  whenToTurnOff: "Keep this rule on. Without a server, readers can't call the endpoint.",
  messages: {
    missing:
      "`{path}` is relative, but docs.json doesn't set a server, so readers can't call this endpoint. Set `{setting}`, or use the full URL here.",
    severalMissing:
      "{count} pages have relative paths in `api`, such as `{path}`, but docs.json doesn't set a server, so readers can't call these endpoints. Set `{setting}`, or use full URLs.",
    add: "Set `{setting}` in docs.json",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["users"] } }\n//- users.mdx\n---\ntitle: Users\napi: [|GET /users|]\n---\n',
      good: '//- docs.json\n{ "api": { "server": "https://api.example.com" }, "navigation": { "pages": ["users"] } }\n//- users.mdx\n---\ntitle: Users\napi: GET /users\n---\n',
      profile: "standard",
    },
    {
      bad: '//- docs.json\n{\n  "api": { "mdx": { "auth": { "method": "bearer" } } },\n  "navigation": { "pages": ["users"] }\n}\n//- users.mdx\n---\ntitle: Users\napi: [|POST /users|]\n---\n',
      good: '//- docs.json\n{ "api": { "mdx": { "server": ["https://api.example.com"] } }, "navigation": { "pages": ["users"] } }\n//- users.mdx\n---\ntitle: Users\napi: POST https://api.example.com/users\n---\n',
      profile: "mintlify",
    },
  ],
  check: checkPage(function* (page, site) {
    const field = getShownApi(page);
    const target = parseApiTarget(getFieldText(page, "api") ?? "");
    if (!field || target.kind !== "path" || findServerSetting(site)) return;
    // The other displays have no playground that could send requests, and an API may run on each customer's server.
    if (!hasPlayground(page, site)) return;
    const args = { path: target.path, setting: getServerSettingPath(site) };
    yield { message: "missing", args, at: getFieldValueLocation(page, field) };
  }),
  *createFixes(_, site) {
    const edits = createServerEdits(site);
    if (edits.length > 0) yield { title: "add", args: { setting: getServerSettingPath(site) }, edits };
  },
  // All pages lack the same setting.
  grouping: {
    getCause: ({ message }) => message,
    combinedMessage: () => "severalMissing",
  },
});

function getServerSettingPath({ profile }: Site): string {
  return profile.serverSettings[0] ?? "server";
}

/** Returns the edits that add the server setting to the innermost existing object on its path. */
function createServerEdits(site: Site): FileEdit[] {
  if (site.config.root?.kind !== "object") return [];
  let parentObject: JsonObject = site.config.root;
  const keys = getServerSettingPath(site).split(".");
  let key = keys.shift() ?? "";
  for (
    let childNode = getJsonValue(parentObject, key);
    childNode?.kind === "object";
    childNode = getJsonValue(parentObject, key)
  ) {
    parentObject = childNode;
    key = keys.shift() ?? "";
  }
  const file = findConfigFile(site.config, parentObject.file);
  if (!file || getJsonValue(parentObject, key)) return [];
  const value = keys.reduceRight<unknown>((innerValue, key) => ({ [key]: innerValue }), "https://api.example.com");
  return toFileEdits(file.path, insertProperty(file, parentObject, key, formatJson(file, value)));
}
