import assert from "node:assert/strict";
import { profiles } from "../core/config/settings/profile.ts";
import { checkKey } from "./check-key.ts";

describe("a key", () => {
  it("is taken when it can travel in a header", () => {
    for (const key of ["abcdefgh", "mint_9f8e7d6c", "!~".repeat(256)])
      assert.deepEqual(checkKey(key), { ok: true });
  });

  // A126. What fetch says of some of these has the key in it.
  for (const [what, key] of [
    ["empty", ""],
    ["with a line end", "mint_secret\r\nX-Other: 1"],
    ["with a line end behind it", "mint_secret1\n"],
    ["with a space", "mint_ secret"],
    ["with letters of no header", "mint_sécret12"],
    ["with a control", "mint_secret\u0000"],
    ["that is short", "short77"],
    ["of 500 KB", "k".repeat(500_000)],
  ] as const)
    it(`${what} is refused, and not said again`, () => {
      const checked = checkKey(key);
      assert.equal(checked.ok, false);
      const reason = checked.ok ? "" : checked.reason;
      assert.ok(reason.length > 20 && reason.length < 120, reason);
      if (key !== "") assert.ok(!/s[eé]cret|short77|kkk/.test(reason), reason);
    });

  it("of another kind is told of, where the profile knows the kinds", () => {
    const { mintlify, standard } = profiles;
    const hint = (key: string, profile = mintlify) => {
      const checked = checkKey(key, profile);
      return checked.ok ? checked.hint : checked.reason;
    };
    assert.equal(hint("mint_9f8e7d6c"), undefined);
    assert.match(hint("sk_live_9f8e7d") ?? "", /begin with mint_ and this one does not/);
    assert.match(hint("mint_dsc_9f8e7d") ?? "", /begin with mint_dsc_ are for something else/);
    assert.match(hint("mint_us_9f8e7d") ?? "", /begin with mint_us_/);
    assert.equal(hint("sk_live_9f8e7d", standard), undefined);
  });
});
