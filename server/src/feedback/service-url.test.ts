import assert from "node:assert/strict";
import { checkBaseUrl, checkProject, feedbackUrl } from "./service-url.ts";

describe("the address of the service", () => {
  for (const [written, address] of [
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["HTTPS://API.example.com:443//", "https://api.example.com"],
    ["https://gateway.example.com/docs/api/", "https://gateway.example.com/docs/api"],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["http://localhost:4010", "http://localhost:4010"],
    ["http://[::1]:4010", "http://[::1]:4010"],
  ] as const)
    it(`${written} is taken`, () => assert.deepEqual(checkBaseUrl(written), { ok: true, value: address }));

  for (const written of [
    "",
    "api.example.com",
    "//api.example.com",
    "http://api.example.com",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://0.0.0.0:4010",
    "http://192.168.0.7",
    "ftp://api.example.com",
    "file:///etc/passwd",
    "https://user:password@api.example.com",
    "https://user@api.example.com",
    "https://api.example.com?x=1",
    "https://api.example.com/?",
    "https://api.example.com/#x",
    "https://api.example.com\\@evil.example",
    "https://api.example.com\n.evil.example",
    " https://api.example.com",
    `https://api.example.com/${"x".repeat(3000)}`,
  ])
    it(`${JSON.stringify(written.slice(0, 60))} is refused`, () => {
      const checked = checkBaseUrl(written);
      assert.ok(!checked.ok && !checked.reason.includes("password@"));
    });
});

describe("the address of a question", () => {
  const base = { baseUrl: "https://api.example.com/x", projectId: "my project" };

  it("has the project and what is asked in it, encoded", () => {
    const asked = feedbackUrl({ ...base, projectId: "a%2fb&c=d;é" }, "feedback", {
      cursor: "x&dateTo=1#y/..",
      status: "pending,resolved",
    });
    assert.deepEqual(asked, {
      ok: true,
      value:
        "https://api.example.com/x/v1/analytics/a%252fb%26c%3Dd%3B%C3%A9/feedback?cursor=x%26dateTo%3D1%23y%2F..&status=pending%2Cresolved",
    });
    assert.deepEqual(feedbackUrl({ ...base, projectId: "p" }, "feedback/by-page"), {
      ok: true,
      value: "https://api.example.com/x/v1/analytics/p/feedback/by-page",
    });
  });

  for (const project of [
    "",
    ".",
    "..",
    "a/b",
    "a..b",
    "a?b",
    "a#b",
    "a\\b",
    "a b",
    "a\nb",
    "\ud800",
    "x".repeat(300),
  ])
    it(`is refused with the project ${JSON.stringify(project.slice(0, 20))}`, () =>
      assert.equal(checkProject(project).ok, false));
});
