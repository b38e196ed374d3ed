import assert from "node:assert/strict";
import { toSiteUrl } from "../../webview/src/host/page-services.tsx";

describe("file URLs on the site", () => {
  // According to RFC 3986, section 3, a path ends at the first `?` or `#`.
  for (const [written, requested] of [
    ["/images/a.png", "/images/a.png"],
    ["/images/a b.png", "/images/a%20b.png"],
    ["/images/a%20b.png", "/images/a%20b.png"],
    ["/images/100%.png", "/images/100%25.png"],
    ["/bilder/größe.png", "/bilder/gr%C3%B6%C3%9Fe.png"],
    ["/images/a.png?v=2", "/images/a.png?v=2"],
    ["/images/a b.png?w=1&h=2", "/images/a%20b.png?w=1&h=2"],
    ["/images/icons.svg#open", "/images/icons.svg#open"],
    ["/images/why%3F.png", "/images/why%3F.png"],
    ["/images/why%3F.png?v=1#x", "/images/why%3F.png?v=1#x"],
  ] as const)
    it(`written as ${written} are requested as ${requested}`, () => {
      assert.equal(toSiteUrl(written), requested);
    });
});
