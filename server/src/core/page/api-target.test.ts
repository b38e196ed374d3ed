import { deepStrictEqual } from "node:assert/strict";
import { readApiTarget } from "./api-target.ts";

describe("readApiTarget", () => {
  const cases: [string, string][] = [
    ["GET /users", "path GET /users"],
    ["  get   /users/{id} ", "path GET /users/{id}"],
    ["POST https://api.example.com/users", "url POST https://api.example.com/users"],
    ["POST https://{host}/users", "url POST https://{host}/users"],
    ["GET HTTP://x", "url GET HTTP://x"],
    ["TRACE /x", "path TRACE /x"],
    ["", "no-target"],
    ["GET", "no-target"],
    ["users", "no-target"],
    ["/users", "no-method"],
    ["https://x/users", "no-method"],
    ["FETCH /users", "unknown-method"],
    ["GET /users all", "too-many-words"],
    ["GET users", "not-an-address"],
    ["GET //host/x", "not-an-address"],
    ["GET javascript:alert(1)", "not-an-address"],
    ["GET file:///etc/passwd", "not-an-address"],
    ["GET https://", "not-an-address"],
  ];
  for (const [text, expected] of cases)
    it(`${JSON.stringify(text)}: ${expected}`, () => {
      const target = readApiTarget(text);
      const found = target.kind === "malformed" ? target.fault : Object.values(target).join(" ");
      deepStrictEqual(found, expected);
    });
});
