import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import {
  encodeBase64WithSecrets,
  listSecretNames,
  type SecretContext,
  getSecretContext,
  substituteSecrets,
} from "./secret-placeholders.ts";

const secrets: Readonly<Record<string, string>> = {
  token: `a"b\\c&d <é>\n`,
  mark: "{{secret:token}}",
  plain: "abc",
};
const lookup = (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);

describe("secret placeholders", () => {
  const rows: readonly (readonly [text: string, place: SecretContext, written: string])[] = [
    ["Bearer {{secret:plain}}", "plain", "Bearer abc"],
    ["{{secret:plain}}{{secret:plain}}", "plain", "abcabc"],
    ["{{secret:token}}", "plain", `a"b\\c&d <é>\n`],
    ["/x?k={{secret:token}}", "percent", "/x?k=a%22b%5Cc%26d%20%3C%C3%A9%3E%0A"],
    ['{"k":"{{secret:token}}"}', "json", '{"k":"a\\"b\\\\c&d <é>\\n"}'],
    ["<k>{{secret:token}}</k>", "xml", "<k>a&#34;b\\c&#38;d &#60;é&#62;\n</k>"],
    // Placeholders inside a value aren't replaced.
    ["{{secret:mark}}", "plain", "{{secret:token}}"],
    ["{{base64:a:{{secret:mark}}}}", "plain", `${Buffer.from("a:{{secret:token}}").toString("base64")}`],
    ["Basic {{base64:a%3A%7D:{{secret:plain}}}}", "plain", `Basic ${Buffer.from("a:}:abc").toString("base64")}`],
    // Text that isn't a placeholder, or that has an unknown name, stays unchanged.
    ["{{secret:gone}}", "plain", "{{secret:gone}}"],
    ["{{base64:a:{{secret:gone}}}}", "plain", "{{base64:a:{{secret:gone}}}}"],
    ["{{secret:}}{{secret: plain}}{{ secret:plain}}{{plain}}", "plain", "{{secret:}}{{secret: plain}}{{ secret:plain}}{{plain}}"],
    ["{{secret:__proto__}}{{secret:toString}}", "plain", "{{secret:__proto__}}{{secret:toString}}"],
  ]; // prettier-ignore
  for (const [text, place, expected] of rows)
    it(`are replaced in ${text} with ${place} encoding`, () =>
      assert.equal(substituteSecrets(text, lookup, place), expected));

  it("are found once each, even in Base64 values", () => {
    assert.deepEqual(listSecretNames("{{secret:b}} {{base64:{{secret:a}}:{{secret:b}}}}"), ["b", "a"]);
    assert.deepEqual(listSecretNames("{{secret:a b}} {{base64:x}}"), []);
  });

  it("mark a Base64 value only if it contains a secret", () => {
    assert.equal(encodeBase64WithSecrets("a:b"), "YTpi");
    assert.equal(encodeBase64WithSecrets("ü%{:{{secret:x}}"), "{{base64:%C3%BC%25%7B:{{secret:x}}}}");
    const value = "ü%{}}:abc";
    assert.equal(
      substituteSecrets(encodeBase64WithSecrets("ü%{}}:{{secret:plain}}"), lookup),
      Buffer.from(value).toString("base64"),
    );
  });

  it("are escaped as the body's media type requires", () => {
    const places = ["application/json; charset=utf-8", "application/problem+json", "text/xml", "image/svg+xml", "application/x-www-form-urlencoded", "text/plain", ""].map(getSecretContext); // prettier-ignore
    assert.deepEqual(places, ["json", "json", "xml", "xml", "percent", "plain", "plain"]);
  });

  it("are found in time proportional to the length of the text", () => {
    for (const piece of ["{{base64:", "{{secret:a", "{{base64:{{secret:a}}", "{{"]) {
      assertQuick(500, () => substituteSecrets(piece.repeat(100_000), lookup), piece);
    }
  });
});
