import assert from "node:assert/strict";
import fc from "fast-check";
import { hasUnsafeScheme, isAbsoluteUrl, stringChecks } from "./check-value.ts";
import type { StringCheck } from "./setting-shape.ts";

const cases: Readonly<
  Record<StringCheck, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  color: {
    good: ["#fff", "#0F766E", "#000000"],
    bad: ["fff", "#ff", "#ffff", "#12345g", "teal", "rgb(0,0,0)", ""],
  },
  url: {
    good: ["https://a.b", "http://localhost:3000/x", "mailto:a@b.c", "https://mintlify.com/docs.json"],
    bad: ["/v1", "api.example.com", "https://", "http:// x", "://x", "javascript:alert(1)", ""],
  },
  "https-url": { good: ["https://a.b/c"], bad: ["http://a.b", "//a.b", "a.b", "https://"] },
  "https-url-without-query": {
    good: ["https://cdn.a.b/x"],
    bad: ["https://a.b?x", "https://a.b#x", "http://a.b"],
  },
  href: {
    good: ["/guides", "#top", "mailto:a@b.c", "http://example.com", "https://example.com", "/"],
    bad: ["guides/start", "example.com", "./x", ""],
  },
  "footer-href": {
    good: [
      "/about",
      "#top",
      "mailto:a@b.c",
      "https://a.b/c",
      "/about?from=x.zip",
      "/logo.svg",
      "https://x.zip",
    ],
    bad: ["//a.b", "http://a.b", "about", "https://a.b/setup.exe", "https://a.b/x.ZIP?y", ""],
  },
  "profile-url": {
    good: ["https://x.com/acme"],
    bad: ["http://x.com/acme", "x.com/acme", "https://a.b/i.svg", "/x"],
  },
  "without-https": { good: ["docs.example.com", "http://x"], bad: ["https://docs.example.com"] },
  "starts-with-g": { good: ["G-123", "GTM-1"], bad: ["UA-1", "g-1", ""] },
  "starts-with-phc": { good: ["phc_abc"], bad: ["abc", "PHC_abc"] },
  identifier: { good: ["a_B-9", " padded "], bad: ["a b", "", "a/b"] },
  "folder-path": {
    good: ["guides", "guides/api", "..x"],
    bad: ["/guides", "guides/", "a//b", "../x", "a/./b", "a b", "a?b", ""],
  },
  "icon-name": { good: ["rocket", "/icons/a.svg", "fan"], bad: ["fa-rocket"] },
  "base-path": {
    good: ["", "/", "/docs", "docs/", "/a/b"],
    bad: ["https://a.example/docs", "/a?b", "/a b", "/../a", "//a"],
  },
  "site-url": {
    good: ["https://docs.example.com", "http://docs.intern/help"],
    bad: ["docs.example.com", "ftp://a.example", "https://a.example?x", "https://"],
  },
  glob: {
    good: ["drafts/", "**/*.draft.mdx", "**/a/**/b/**/c", "a*b*c*/*/*/*", "x".repeat(1000)],
    bad: ["**/a/**/b/**/c/**/d", "a*b*c*d*", "*/*/*/*/*/*/*", "x".repeat(1001)],
  },
  "spec-source": {
    good: ["api.json", "/api/v1.yaml", "../x.json", "https://a.b/api.json"],
    bad: ["http://a.b/api.json", "https://"],
  },
};

describe("stringChecks", () => {
  for (const [name, { good, bad }] of Object.entries(cases)) {
    const { passes, pattern } = stringChecks[name as StringCheck];
    it(`accepts only valid values for ${name}`, () => {
      for (const text of good) assert.ok(passes(text), text);
      for (const text of bad) assert.ok(!passes(text), text);
    });
    if (pattern !== undefined)
      it(`has a pattern that accepts all valid values for ${name}`, () => {
        for (const text of good) assert.match(text, new RegExp(pattern));
      });
  }
});

describe("hasUnsafeScheme", () => {
  it("detects scripts that browsers would run, even in obfuscated URLs", () => {
    for (const text of [
      "javascript:x",
      "JaVaScript:x",
      "java\nscript:x",
      "\u0001 data:,x",
      "file:///x",
      "command:x",
    ])
      assert.ok(hasUnsafeScheme(text), JSON.stringify(text));
  });
  it("accepts links to pages and apps", () => {
    for (const text of [
      "https://x.y/javascript:1",
      "/data:",
      "tel:+1",
      "vscode:extension/x",
      "mailto:a@b.c",
      "filet:x",
    ])
      assert.ok(!hasUnsafeScheme(text), text);
  });
});

describe("isAbsoluteUrl", () => {
  const part = fc.constantFrom(
    "http:",
    "https:",
    "ftp:",
    "foo:",
    "mailto:",
    "//",
    "/",
    "\\",
    "a.example",
    "localhost",
    ":80",
    ":x",
    "?q=1",
    "#f",
    " ",
    "user:pw@",
    "[::1]",
    "ä",
    "-",
    "",
  );
  it("accepts characters before the host if browsers encode them", () =>
    assert.ok(isAbsoluteUrl("app:// user:pw@host/path")));
  it("classifies URLs as browsers do", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join("");
        // The result isn't checked if browsers reject the URL. Ports, IP addresses, and non-ASCII letters are only
        // checked loosely, because a false error is worse than a missed one.
        if (URL.canParse(text)) assert.ok(isAbsoluteUrl(text), text);
      }),
      { numRuns: 3000 },
    );
  });
});
