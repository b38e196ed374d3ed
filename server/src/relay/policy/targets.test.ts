import assert from "node:assert/strict";
import { RelayError } from "./errors.ts";
import { parseTargetUrl } from "./targets.ts";

/** Maps each URL as written to its origin and the path that is sent. */
const validUrls: Readonly<Record<string, readonly [origin: string, path: string]>> = {
  "https://api.example.com": ["https://api.example.com", "/"],
  "https://api.example.com?a=1": ["https://api.example.com", "/?a=1"],
  "https://API.Example.com:443/Users": ["https://api.example.com", "/Users"],
  "http://localhost:4010/a%2Fb//c/?x=%20&y=[1]#part": ["http://localhost:4010", "/a%2Fb//c/?x=%20&y=[1]"],
  "http://[::1]:80/": ["http://[::1]", "/"],
  "http://2130706433/": ["http://127.0.0.1", "/"],
  "http://0x7f.1/": ["http://127.0.0.1", "/"],
  "https://bücher.example/": ["https://xn--bcher-kva.example", "/"],
  // The path is interpreted only by the server, so dots and escapes are sent as written.
  "https://api.example.com/a/../b/%2e%2e/c": ["https://api.example.com", "/a/../b/%2e%2e/c"],
  "https://api.example.com/a@b:c": ["https://api.example.com", "/a@b:c"],
  "https://api.example.com/?key={{secret:a}}": ["https://api.example.com", "/?key={{secret:a}}"],
};

const refused: Readonly<Record<string, "refused-target" | "malformed">> = {
  "": "refused-target",
  "/users": "refused-target",
  "//api.example.com/": "refused-target",
  "file:///etc/passwd": "refused-target",
  "ftp://api.example.com/": "refused-target",
  "data:text/plain,a": "refused-target",
  "javascript:alert(1)": "refused-target",
  "ws://api.example.com/": "refused-target",
  "gopher://api.example.com/": "refused-target",
  "http:api.example.com": "refused-target",
  "http:/api.example.com": "refused-target",
  " https://api.example.com/": "refused-target",
  "https:\\\\api.example.com/": "refused-target",
  "https://": "refused-target",
  "https:///api.example.com": "refused-target",
  "https://good.example@evil.example/": "refused-target",
  "https://user:password@api.example.com/": "refused-target",
  "https://api.example.com:0/": "refused-target",
  "https://api.example.com:22/": "refused-target",
  "https://api.example.com:25/": "refused-target",
  "https://api.example.com:6667/": "refused-target",
  "https://api.example.com:99999/": "refused-target",
  "https://256.256.256.256/": "refused-target",
  "https://good.example\\@evil.example/": "malformed",
  "https://good.example\\.evil.example/": "malformed",
  "https://evil.example%2f.good.example/": "malformed",
  "https://good.example\t.evil.example/": "malformed",
  "https://good.example /": "malformed",
  "https://{{secret:host}}/": "malformed",
  "https://api.example.com/a b": "malformed",
  "https://api.example.com/a\tb": "malformed",
  "https://api.example.com/a\\..\\b": "malformed",
  "https://api.example.com/\r\nX-Injected: 1": "malformed",
  "https://api.example.com/\0": "malformed",
  "https://api.example.com/ü": "malformed",
};

describe("request URL", () => {
  for (const [writtenUrl, [origin, path]] of Object.entries(validUrls))
    it(`is sent to ${origin} for ${writtenUrl}`, () => {
      const url = parseTargetUrl(writtenUrl);
      assert.deepEqual([url.origin, url.path], [origin, path]);
    });

  for (const [written, code] of Object.entries(refused))
    it(`is rejected with ${code} for ${JSON.stringify(written)}`, () =>
      assert.throws(
        () => parseTargetUrl(written),
        (error) => error instanceof RelayError && error.code === code,
      ));
});
