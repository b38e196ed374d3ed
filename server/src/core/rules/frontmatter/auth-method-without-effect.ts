import { createFieldRemoval } from "../../site/pages/pages.ts";
import { getPlaygroundDisplay } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { getFrontmatterField, getFieldKeyLocation, getFieldText } from "../subjects/page-subjects.ts";
import { checkPage, defineRule, type Finding } from "../rule.ts";
import { createAllEdits } from "../subjects/same-target.ts";

export const authMethodWithoutEffect = defineRule({
  code: "frontmatter/auth-method-without-effect",
  subjectKinds: ["page"],
  severity: "information",
  summary: "`authMethod` on a page that doesn't send requests.",
  why: "`authMethod` specifies how the playground on an endpoint page authenticates requests. Other pages, and pages without a playground, don't send requests.",
  howToFix:
    "Remove `authMethod`, or set `api` to the endpoint that it applies to. If the endpoint comes from a specification, change the authentication there.",
  whenToTurnOff:
    "Turn off this rule if all of your pages have the same fields, for example, because you create them from a template.",
  messages: {
    "no-endpoint": "`authMethod` has no effect because this page has no endpoint in `api`. Remove it, or add `api`.",
    "from-specification":
      "`authMethod` has no effect because this page uses the authentication that the specification in `openapi` defines. Remove it, or change the specification.",
    "no-playground":
      "`authMethod` has no effect because this page has no playground and sends no requests. Remove it, or choose another `playground`.",
    severalNoEndpoint:
      "`authMethod` has no effect on {count} pages because they have no endpoint in `api`. Remove it, or add `api`.",
    severalFromSpecification:
      "`authMethod` has no effect on {count} pages because they use the authentication that their specification defines. Remove it, or change the specification.",
    severalNoPlayground:
      "`authMethod` has no effect on {count} pages because they have no playground and send no requests. Remove it, or choose another `playground`.",
    remove: "Remove `authMethod`",
    removeAll: "Remove `authMethod` from all {count} pages",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n[|authMethod|]: bearer\n---\n",
      good: "---\ntitle: Users\napi: GET https://api.example.com/users\nauthMethod: bearer\n---\n",
    },
    {
      bad: "---\ntitle: Users\napi: GET https://api.example.com/users\nplayground: none\n[|authMethod|]: key\n---\n",
      good: "---\ntitle: Users\napi: GET https://api.example.com/users\nplayground: none\n---\n",
    },
    {
      bad: "---\ntitle: Users\nopenapi: GET /users\n[|authMethod|]: basic\n---\n",
      good: "---\ntitle: Users\nopenapi: GET /users\n---\n",
      profile: "mintlify",
    },
  ],
  check: checkPage(function* (page, site) {
    const field = getFrontmatterField(page, "authMethod");
    if (!field) return;
    const at = getFieldKeyLocation(page, field);
    const hasApi = getFrontmatterField(page, "api") !== undefined;
    if (!hasApi && !getFrontmatterField(page, "openapi")) yield { message: "no-endpoint", at };
    else if ((getFieldText(page, "playground") ?? getPlaygroundDisplay(site)) === "none")
      yield { message: "no-playground", at };
    // In the `standard` profile, `authMethod` overrides the site's setting on every page. In the `mintlify` profile,
    // the service uses `authMethod` only together with `api`.
    else if (!hasApi && site.profile.name === "mintlify") yield { message: "from-specification", at };
  }),
  *createFixes(finding, site) {
    const edits = createRemoveEdits(finding, site);
    if (edits.length > 0) yield { title: "remove", edits };
  },
  // Sites add the same field to all of their endpoint pages.
  grouping: {
    getCause: ({ message }) => message,
    combinedMessage: ({ message }) => combinedMessageKeys[message],
    *createFixes(findings, site) {
      const edits = createAllEdits(findings, (finding) => createRemoveEdits(finding, site));
      if (edits.length > 0) yield { title: "removeAll", args: { count: findings.length }, edits };
    },
  },
});

const combinedMessageKeys: Readonly<
  Record<string, "severalNoEndpoint" | "severalFromSpecification" | "severalNoPlayground">
> = {
  "no-endpoint": "severalNoEndpoint",
  "from-specification": "severalFromSpecification",
  "no-playground": "severalNoPlayground",
};

function createRemoveEdits({ at }: Finding, site: Site): FileEdit[] {
  const references = site.references.get(at.file);
  return references ? createFieldRemoval(references, "authMethod") : [];
}
