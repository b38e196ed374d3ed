import assert from "node:assert/strict";
import fc from "fast-check";
import { hasUnsafeScheme, isAbsoluteUrl, stringChecks } from "./check-value.ts";
import type { StringCheck } from "./setting-schema.ts";

const cases: Readonly<
  Record<StringCheck, { readonly validTexts: readonly string[]; readonly invalidTexts: readonly string[] }>
> = {
  color: {
    validTexts: ["#fff", "#0F766E", "#000000"],
    invalidTexts: ["fff", "#ff", "#ffff", "#12345g", "teal", "rgb(0,0,0)", ""],
  },
  url: {
    validTexts: [
      "https://a.b",
      "http://localhost:3000/x",
      "mailto:a@b.c",
      "https://mintlify.com/docs.json",
      "https://{tenant}.example.com/v1",
      "https://${TENANT}.example.com",
    ],
    invalidTexts: [
      "/v1",
      "api.example.com",
      "https://",
      "http:// x",
      "://x",
      "javascript:alert(1)",
      "https://<tenant>.example.com",
      "https://example.com:{port}",
      "",
    ],
  },
  "https-url": { validTexts: ["https://a.b/c"], invalidTexts: ["http://a.b", "//a.b", "a.b", "https://"] },
  "https-url-without-query": {
    validTexts: ["https://cdn.a.b/x"],
    invalidTexts: ["https://a.b?x", "https://a.b#x", "http://a.b"],
  },
  href: {
    validTexts: ["/guides", "#top", "mailto:a@b.c", "http://example.com", "https://example.com", "/"],
    invalidTexts: ["guides/start", "example.com", "./x", ""],
  },
  "footer-href": {
    validTexts: ["/about", "#top", "mailto:a@b.c", "https://a.b/c", "/about?from=x.zip", "/logo.svg", "https://x.zip"],
    invalidTexts: ["//a.b", "http://a.b", "about", "https://a.b/setup.exe", "https://a.b/x.ZIP?y", ""],
  },
  "profile-url": {
    validTexts: ["https://x.com/acme"],
    invalidTexts: ["http://x.com/acme", "x.com/acme", "https://a.b/i.svg", "/x"],
  },
  "without-https": {
    validTexts: ["docs.example.com", "http://x"],
    invalidTexts: ["https://docs.example.com"],
  },
  "starts-with-g": { validTexts: ["G-123", "GTM-1"], invalidTexts: ["UA-1", "g-1", ""] },
  "starts-with-phc": { validTexts: ["phc_abc"], invalidTexts: ["abc", "PHC_abc"] },
  identifier: { validTexts: ["a_B-9", " padded "], invalidTexts: ["a b", "", "a/b"] },
  "folder-path": {
    validTexts: ["guides", "guides/api", "..x"],
    invalidTexts: ["/guides", "guides/", "a//b", "../x", "a/./b", "a b", "a?b", ""],
  },
  "icon-name": { validTexts: ["rocket", "/icons/a.svg", "fan"], invalidTexts: ["fa-rocket"] },
  "base-path": {
    validTexts: ["", "/", "/docs", "docs/", "/a/b"],
    invalidTexts: ["https://a.example/docs", "/a?b", "/a b", "/../a", "//a"],
  },
  "site-url": {
    validTexts: ["https://docs.example.com", "http://docs.intern/help"],
    invalidTexts: ["docs.example.com", "ftp://a.example", "https://a.example?x", "https://"],
  },
  glob: {
    validTexts: ["drafts/", "**/*.draft.mdx", "**/a/**/b/**/c", "a*b*c*/*/*/*", "x".repeat(1000)],
    invalidTexts: ["**/a/**/b/**/c/**/d", "a*b*c*d*", "*/*/*/*/*/*/*", "x".repeat(1001)],
  },
  "spec-source": {
    validTexts: ["api.json", "/api/v1.yaml", "../x.json", "https://a.b/api.json"],
    invalidTexts: ["http://a.b/api.json", "https://"],
  },
};

describe("stringChecks", () => {
  for (const [name, { validTexts: good, invalidTexts: bad }] of Object.entries(cases)) {
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
    for (const text of ["javascript:x", "JaVaScript:x", "java\nscript:x", "\u0001 data:,x", "file:///x", "command:x"])
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
