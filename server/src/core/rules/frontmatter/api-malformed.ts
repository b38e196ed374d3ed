import { readApiTarget } from "../../page/check-field.ts";
import { getFrontmatterField, getFieldText, locationOfFieldValue } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const apiMalformed = defineRule({
  code: "frontmatter/api-malformed",
  on: ["page"],
  severity: "error",
  summary: "An `api` field that is not a method and an address.",
  why: "An endpoint page takes its method and address from `api`. If they cannot be read, the page shows no endpoint and no playground.",
  messages: {
    "no-target":
      "`api` needs an address behind the method, so this page shows no endpoint. Write it as in `GET /users` or `GET https://api.example.com/users`.",
    "no-method":
      "`api` needs a method in front of the address, so this page shows no endpoint. Write it as in `GET /users`.",
    "unknown-method":
      "`{method}` is no HTTP method, so this page shows no endpoint. Write `api` as in `GET /users`.",
    "too-many-words":
      "`api` takes a method and one address, and here is more, so this page shows no endpoint. Write it as in `GET /users`.",
    "not-an-address":
      "Behind the method stands neither a path that begins with `/` nor an http URL, so this page shows no endpoint. Write it as in `GET /users`.",
  },
  examples: [
    { bad: "---\napi: [|GET|]\n---\n", good: "---\napi: GET https://api.example.com/users\n---\n" },
    { bad: "---\napi: [|/users|]\n---\n", good: "---\napi: GET /users\n---\n" },
    { bad: '---\napi: [|"FETCH /users"|]\n---\n', good: '---\napi: "POST /users"\n---\n' },
    {
      bad: "---\napi: [|GET javascript:alert(1)|]\n---\n",
      good: "---\napi: GET https://{host}/users\n---\n",
    },
    { bad: "---\napi: [|GET /users all|]\n---\n", good: "---\napi: GET /users\n---\n" },
  ],
  check: checkPage(function* (page) {
    const field = getFrontmatterField(page, "api");
    const text = getFieldText(page, "api");
    // An empty field has no effect: templates leave it in, and the page is a regular one.
    if (!field || text === undefined || text.trim() === "") return;
    const target = readApiTarget(text);
    if (target.kind !== "malformed") return;
    const method = text.trim().split(/\s+/, 1)[0] ?? "";
    yield {
      message: target.fault,
      args: { method: method.slice(0, 30) },
      at: locationOfFieldValue(page, field),
    };
  }),
});
