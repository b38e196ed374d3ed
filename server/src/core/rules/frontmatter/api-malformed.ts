import { parseApiTarget } from "../../page/check-field.ts";
import { getShownApi, getFieldText, getFieldValueLocation, hasPlayground } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const apiMalformed = defineRule({
  code: "frontmatter/api-malformed",
  subjectKinds: ["page"],
  severity: "error",
  summary: "An `api` field that isn't a method and a path or URL.",
  why: "An endpoint page takes its method and URL from `api`. If they can't be parsed, the page shows no endpoint and no playground. In the `mintlify` profile, the page shows any single word after a known method as its path, but the playground can't send requests to it.",
  howToFix: "Use a method, a space, and a path or a full URL, for example, `GET /users`.",
  whenToTurnOff: "Keep this rule on. If `api` can't be parsed, the page shows no endpoint.",
  messages: {
    "no-target":
      "`api` has no path or URL after the method, so this page shows no endpoint. Add one, for example, `GET /users` or `GET https://api.example.com/users`.",
    "no-method": "`api` has no HTTP method, so this page shows no endpoint. Add one, for example, `GET /users`.",
    "unknown-method":
      "`{method}` isn't an HTTP method, so this page shows no endpoint. Use a value such as `GET /users`.",
    "too-many-words":
      "`api` contains more than a method and a path or URL, so this page shows no endpoint. Use a value such as `GET /users`.",
    "not-an-address":
      "`api` has neither a path that starts with `/` nor an HTTP URL after the method, so this page shows no endpoint. Use a value such as `GET /users`.",
    "as-written":
      "`{target}` isn't a path or an HTTP URL, so this page shows it as written, and the playground can't send requests. Use a value such as `GET /users`.",
  },
  examples: [
    { bad: "---\napi: [|GET|]\n---\n", good: "---\napi: GET https://api.example.com/users\n---\n" },
    { bad: "---\napi: [|/users|]\n---\n", good: "---\napi: GET /users\n---\n" },
    { bad: '---\napi: [|"FETCH /users"|]\n---\n', good: '---\napi: "POST /users"\n---\n' },
    {
      bad: "---\napi: [|GET javascript:alert(1)|]\n---\n",
      good: "---\napi: GET https://{host}/users\n---\n",
    },
    {
      bad: '---\napi: [|"GET {base-url}/users"|]\n---\n',
      good: "---\napi: GET https://{host}/users\n---\n",
      profile: "mintlify",
    },
    { bad: "---\napi: [|GET /users all|]\n---\n", good: "---\napi: GET /users\n---\n" },
  ],
  check: checkPage(function* (page, site) {
    const field = getShownApi(page);
    const text = getFieldText(page, "api");
    // An empty field has no effect, so the page is an ordinary page. Templates may contain such fields.
    if (!field || text === undefined || text.trim() === "") return;
    const target = parseApiTarget(text);
    if (target.kind !== "malformed") return;
    const [method = "", path = ""] = text.trim().split(/\s+/, 2);
    const args = { method: method.slice(0, 30), target: path.slice(0, 40) };
    const at = getFieldValueLocation(page, field);
    if (target.error === "not-an-address" && site.profile.showsAnyApiTarget) {
      // Without a playground, the page can't send requests anyway, so authors may show a placeholder on purpose.
      if (hasPlayground(page, site)) yield { message: "as-written", args, at, severity: "warning" };
    } else yield { message: target.error, args, at };
  }),
});
