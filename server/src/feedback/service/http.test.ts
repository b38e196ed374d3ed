import assert from "node:assert/strict";
import { computeBackoff, checkBaseUrl, checkProject, getFeedbackUrl, isNestedDeeply, getRetryDelay } from "./http.ts";

const long = "x".repeat(100_000);
const createNested = (levels: number) => `${"[".repeat(levels)}"${long}"${"]".repeat(levels)}`;

describe("excessive nesting in a response", () => {
  it("is detected by its brackets", () => {
    assert.equal(isNestedDeeply(createNested(100)), false);
    assert.equal(isNestedDeeply(createNested(101)), true);
    assert.equal(isNestedDeeply(`["${long}",${"[],{},".repeat(1000)}0]`), false);
  });

  it("isn't detected if the brackets are in strings", () => {
    for (const text of ["[".repeat(500), `\\"${"[".repeat(500)}`, `${"{".repeat(500)}\\`, '"[[[\\\\'])
      assert.equal(isNestedDeeply(JSON.stringify([long, text, text])), false, text.slice(0, 5));
  });

  it("isn't detected if the response is short", () => assert.equal(isNestedDeeply("[".repeat(5000)), false));
});

const now = Date.UTC(2026, 5, 30, 12, 0, 0);

describe("Retry-After header", () => {
  // RFC 9110, 10.2.3 and 5.6.7. For an invalid value, the wait is 5 seconds. The maximum wait is one day.
  for (const [text, seconds] of [
    ["5", 5],
    ["0", 0],
    ["120", 120],
    ["121", 121],
    ["3600", 3600],
    ["999999999999999999999", 86_400],
    ["Tue, 30 Jun 2026 12:00:20 GMT", 20],
    ["Tuesday, 30-Jun-26 12:00:20 GMT", 20],
    ["Tue Jun 30 12:00:20 2026", 20],
    ["Tue, 30 Jun 2026 11:00:00 GMT", 0],
    ["Tue, 30 Jun 2027 12:00:20 GMT", 86_400],
    ["-1", 5],
    ["1e9", 5],
    ["1.5", 5],
    ["abc", 5],
    ["2026-06-30", 5],
    ["Tue, 99 Jun 2026 12:00:20 GMT", 5],
    ["", 5],
    [undefined, 5],
  ] as const)
    it(`of ${text ?? "nothing"} is read as ${seconds} s`, () =>
      assert.equal(getRetryDelay(createHeaders({ "retry-after": text }), now), seconds * 1000));

  it("is relative to the service's Date header if present", () => {
    const headers = createHeaders({
      "retry-after": "Tue, 30 Jun 2026 18:00:20 GMT",
      date: "Tue, 30 Jun 2026 18:00:00 GMT",
    });
    assert.equal(getRetryDelay(headers, now), 20_000);
  });
});

describe("delay after a failed request", () => {
  it("is random, with a limit that doubles after each attempt, up to 8 seconds", () => {
    const listTimes = (random: number) => [0, 1, 2, 3, 4, 5, 30].map((attempt) => computeBackoff(attempt, random));
    assert.deepEqual(listTimes(0), [0, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(listTimes(0.5), [250, 500, 1000, 2000, 4000, 4000, 4000]);
  });
});

function createHeaders(entries: Readonly<Record<string, string | undefined>>): Headers {
  return new Headers(
    Object.entries(entries).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    ),
  );
}

describe("base URL of the service", () => {
  for (const [url, address] of [
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["HTTPS://API.example.com:443//", "https://api.example.com"],
    ["https://gateway.example.com/docs/api/", "https://gateway.example.com/docs/api"],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["http://localhost:4010", "http://localhost:4010"],
    ["http://[::1]:4010", "http://[::1]:4010"],
  ] as const)
    it(`accepts ${url}`, () => assert.deepEqual(checkBaseUrl(url), { ok: true, value: address }));

  for (const writtenUrl of [
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
    it(`rejects ${JSON.stringify(writtenUrl.slice(0, 60))}`, () => {
      const result = checkBaseUrl(writtenUrl);
      assert.ok(!result.ok && !result.reason.includes("password@"));
    });
});

describe("request URL", () => {
  const base = { baseUrl: "https://api.example.com/x", projectId: "my project" };

  it("contains the encoded project and query", () => {
    const requestedResult = getFeedbackUrl({ ...base, projectId: "a%2fb&c=d;é" }, "feedback", {
      cursor: "x&dateTo=1#y/..",
      status: "pending,resolved",
    });
    assert.deepEqual(requestedResult, {
      ok: true,
      value:
        "https://api.example.com/x/v1/analytics/a%252fb%26c%3Dd%3B%C3%A9/feedback?cursor=x%26dateTo%3D1%23y%2F..&status=pending%2Cresolved",
    });
    assert.deepEqual(getFeedbackUrl({ ...base, projectId: "p" }, "feedback/by-page"), {
      ok: true,
      value: "https://api.example.com/x/v1/analytics/p/feedback/by-page",
    });
  });

  for (const project of ["", ".", "..", "a/b", "a..b", "a?b", "a#b", "a\\b", "a b", "a\nb", "\ud800", "x".repeat(300)])
    it(`is rejected for the project ${JSON.stringify(project.slice(0, 20))}`, () =>
      assert.equal(checkProject(project).ok, false));
});
