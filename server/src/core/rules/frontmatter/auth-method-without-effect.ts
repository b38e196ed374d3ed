import { playgroundDisplay } from "../../site/settings/config-settings.ts";
import { getFrontmatterField, locationOfFieldKey, getFieldText } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const authMethodWithoutEffect = defineRule({
  code: "frontmatter/auth-method-without-effect",
  on: ["page"],
  severity: "information",
  summary: "`authMethod` on a page that sends no requests.",
  why: "`authMethod` says how the playground of an endpoint page signs requests. Other pages, and pages without a playground, send none.",
  messages: {
    "no-endpoint":
      "`authMethod` is for endpoint pages, and this page names no endpoint in `api`, so it has no effect. Remove it, or add `api`.",
    "from-specification":
      "This page takes its authentication from the specification that `openapi` names, so `authMethod` has no effect. Remove it, or change the specification.",
    "no-playground":
      "This page shows no playground, so no request is sent and `authMethod` has no effect. Remove it, or choose another `playground`.",
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
    const at = locationOfFieldKey(page, field);
    const hasApi = getFrontmatterField(page, "api") !== undefined;
    if (!hasApi && !getFrontmatterField(page, "openapi")) yield { message: "no-endpoint", at };
    else if ((getFieldText(page, "playground") ?? playgroundDisplay(site)) === "none")
      yield { message: "no-playground", at };
    // The specification lets `authMethod` override on every page; the published service uses it only with `api`.
    else if (!hasApi && site.profile.name === "mintlify") yield { message: "from-specification", at };
  }),
});
