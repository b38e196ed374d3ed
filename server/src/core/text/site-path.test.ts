import assert from "node:assert/strict";
import fc from "fast-check";
import { resolveSitePath } from "./site-path.ts";

describe("resolveSitePath", () => {
  const inside: readonly [string, string, string][] = [
    ["guides/start", "", "guides/start"],
    ["/guides/start", "api", "guides/start"],
    ["./nav.json", "navigation", "navigation/nav.json"],
    ["../shared/a.json", "api/v1", "api/shared/a.json"],
    ["a//b/./c/", "", "a/b/c"],
    ["a\\b.mdx", "", "a/b.mdx"],
    ["my%20page", "", "my page"],
    ["100%", "", "100%"],
    [".../x", "", ".../x"],
    ["..x/y", "", "..x/y"],
    ["é/日本", "", "é/日本"],
  ];
  for (const [reference, folder, path] of inside)
    it(`resolves ${reference} from “${folder}” to ${path}`, () => {
      assert.deepEqual(resolveSitePath(reference, folder), { ok: true, path });
    });

  const outside = [
    "../x",
    "a/../../x",
    "/../x",
    "..\\..\\x",
    "%2e%2e/x",
    "..%2fx",
    "a/%2e%2e/%2e%2e/x",
    "C:\\Windows\\win.ini",
    "C:x",
    "//server/share",
    "\\\\server\\share",
    "\\\\?\\C:\\x",
    "file:///etc/passwd",
    "https://example.com/x",
  ];
  for (const reference of outside)
    it(`rejects ${reference}, which leaves the site`, () => {
      assert.deepEqual(resolveSitePath(reference), { ok: false, reason: "outside-site" });
    });

  for (const reference of ["a\0.mdx", "a%00.mdx", "\ud800", "x".repeat(1001)])
    it(`rejects ${JSON.stringify(reference.slice(0, 12))}, which isn't a path`, () => {
      assert.deepEqual(resolveSitePath(reference), { ok: false, reason: "not-a-path" });
    });

  it("decodes only once, so names can contain encoded characters", () => {
    assert.deepEqual(resolveSitePath("%252e%252e/x"), { ok: true, path: "%2e%2e/x" });
  });

  it("never returns a path with a parent or empty segment", () => {
    const piece = fc.constantFrom("..", ".", "a", "%2e", "%2f", "%5c", "\\", "/", "//", "b c", "%", "~", "...");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom("", "a", "a/b"), (pieces, folder) => {
        const result = resolveSitePath(pieces.join(""), folder);
        if (!result.ok) return;
        const segments = result.path === "" ? [] : result.path.split("/");
        assert.ok(segments.every((segment) => segment !== "" && segment !== "." && segment !== ".."));
        assert.doesNotMatch(result.path, /[\\\0]/);
      }),
      { numRuns: 2000 },
    );
  });
});
