import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { profiles } from "../../config/settings/profile.ts";
import { findKeys, getKeyPattern, maskKeys } from "./secret-keys.ts";

const mint = { prefix: "mint_", safeInfixes: ["dsc_", "us_"] };

function listFound(text: string): string[] {
  return findKeys(text, mint).map(({ start, end }) => text.slice(start, end));
}

describe("API keys in text", () => {
  it("are found by their prefix and randomness, at any position", () => {
    for (const secret of [
      "q7Rk2VxN9pLm4TzW8bYc",
      "9f3a7c1e5b8d2046a9c7",
      "4f9d8a6b1c3e7f2059ab84dc6e1f7a03",
      "XbQ2-kTz91_LmPw7Rs4YnD8",
      "k3v9x2m7q1w8z5t4r6y0p2s9d3",
      "AqZwSxEdCrFvTgBy3hNuJmIkOlPp",
    ])
      for (const text of [`mint_${secret}`, `Bearer mint_${secret}.`, `KEY="mint_${secret}"\n`, `(mint_${secret})`])
        assert.deepEqual(listFound(text), [`mint_${secret}`], text);
  });

  it("are all found if one text contains several", () => {
    const [a, b] = ["mint_q7Rk2VxN9pLm4TzW8bYc", "mint_9f3a7c1e5b8d2046a9c7"];
    assert.deepEqual(listFound(`${a} ${b}`), [a, b]);
  });

  it("aren't found in placeholders or in other names with the prefix", () => {
    for (const text of [
      "mint_",
      "mint_xxxxx",
      "mint_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "mint_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
      "mint_your_api_key_goes_right_here",
      "mint_YOUR_ADMIN_API_KEY_1234567",
      "mint_<your key of twenty characters>",
      "mint_12345678901234567890",
      "mint_abcdefghijklmnopqrstuvwxyz",
      "mint_a1b2c3d4e5f6g7h8i9j0k1",
      "mint_abc123abc123abc123abc123",
      "mint_00000000000000000000",
      "mint_example9f3a7c1e5b8d2046a9c7",
      "mint_q7Rk2VxN9pLm4TzW8",
      "mint_getUserByIdAndNameOfGroup2",
      "mint_oauth2_redirect_uri_handler_version",
      "mint_dsc_q7Rk2VxN9pLm4TzW8bYc",
      "mint_us_q7Rk2VxN9pLm4TzW8bYc",
      "peppermint_q7Rk2VxN9pLm4TzW8bYc",
      "mint_\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022",
    ])
      assert.deepEqual(listFound(text), [], text);
  });

  it("are nearly always found if they're random, in any common alphabet", () => {
    const alphabets = [
      "0123456789abcdef",
      "0123456789abcdefghijklmnopqrstuvwxyz",
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    ];
    let seed = 7;
    const nextRandom = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (const alphabet of alphabets) {
      const length = 32;
      let missed = 0;
      for (let i = 0; i < 1000; i++) {
        const secret = Array.from({ length }, () => alphabet[nextRandom() % alphabet.length]).join("");
        if (listFound(`mint_${secret}`).length === 0) missed++;
      }
      assert.ok(missed < 30, `${missed} of 1000 missed of ${alphabet.length} characters`);
    }
  });

  it("are matched by the prefix in the profile or in the site's settings", () => {
    assert.equal(getKeyPattern(profiles.standard, {}), undefined);
    assert.equal(getKeyPattern(profiles.mintlify, {})?.prefix, "mint_");
    assert.equal(getKeyPattern(profiles.standard, { keyPrefix: "acme" })?.prefix, "acme_");
    assert.equal(getKeyPattern(profiles.standard, { keyPrefix: "acme-" })?.prefix, "acme-");
    assert.equal(getKeyPattern(profiles.standard, { keyPrefix: "a b" }), undefined);
    assert.equal(getKeyPattern(profiles.standard, { keyPrefix: "" }), undefined);
  });

  it("are masked without changing offsets", () => {
    const text = "a mint_q7Rk2VxN9pLm4TzW8bYc b";
    assert.equal(maskKeys(text, findKeys(text, mint), 5), "a mint_******************** b");
  });

  it("are found quickly, even in hostile text", () => {
    assertQuick(1000, () => {
      assert.equal(findKeys("mint_".repeat(200_000), mint).length, 0);
      assert.equal(findKeys(`mint_${"a9".repeat(500_000)}`, mint).length, 0);
    });
  });
});
