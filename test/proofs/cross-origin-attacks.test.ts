import assert from "node:assert/strict";
import fc from "fast-check";
import { attack } from "../harness/attack.ts";
import { closeLocalServers } from "../harness/local-server.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { startGuardedPreview, treasures, withHeaders, type GuardedPreview, type HandMadeRequest, type Treasure } from "./guarded-preview.ts"; // prettier-ignore

const forwarded = "me.example.test";
/** Stealing these requires a `POST` request, for which browsers send the origin. */
const posted: readonly Treasure[] = ["message", "request", "file"];
/**
 * The attacker's page has to read the responses to get these. For such requests, browsers indicate that they come from
 * another site.
 */
const read: readonly Treasure[] = ["picture", "script", "events", "response", "body"];

/** Returns origins of other pages that resemble the preview's own. */
function origins(port: number): readonly string[] {
  const [own, theirs] = [`http://127.0.0.1:${port}`, `https://${forwarded}`];
  return [
    "null",
    "",
    "*",
    "https://evil.test",
    `http://evil.test:${port}`,
    `http://localhost:${port}`,
    `http://[::1]:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://0.0.0.0:${port}`,
    `http://127.1:${port}`,
    `http://2130706433:${port}`,
    `http://0x7f000001:${port}`,
    `http://127.0.0.2:${port}`,
    "http://127.0.0.1",
    `http://127.0.0.1:${port + 1}`,
    `http://127.0.0.1:0${port}`,
    `https://127.0.0.1:${port}`,
    `ws://127.0.0.1:${port}`,
    `HTTP://127.0.0.1:${port}`,
    `//127.0.0.1:${port}`,
    `127.0.0.1:${port}`,
    `${own}/`,
    `${own}.evil.test`,
    `${own}@evil.test`,
    `http://evil.test#${own}`,
    `http://evil.test/${own}`,
    `http://evil.test?${own}`,
    `${own} https://evil.test`,
    `https://evil.test ${own}`,
    `${own}, https://evil.test`,
    `https://evil.test, ${own}`,
    `${own},${own}`,
    "file://",
    "data:",
    `blob:${own}`,
    "about:srcdoc",
    "vscode-webview://0f3c1e",
    "chrome-extension://abcdefghijklmnop",
    `https://evil.${forwarded}`,
    `${theirs}.evil.test`,
    `${theirs}@evil.test`,
    `${theirs}:1@evil.test`,
    `${theirs}:999999`,
    `${theirs}/`,
    `${theirs}.`,
    `https://evil.test/${theirs}`,
    `https://evil.test#${theirs}`,
    `https://${forwarded.replaceAll(".", "x")}`,
    `https://not-${forwarded}`,
    `ftp://${forwarded}`,
    `${theirs} https://evil.test`,
    `${theirs}, https://evil.test`,
  ];
}

/** Returns hostnames of the attacker that resolve to this machine, and invalid spellings of our own hostnames. */
function hosts(port: number): readonly string[] {
  return [
    "evil.test",
    `evil.test:${port}`,
    `localhost:${port}`,
    "127.0.0.1",
    `127.0.0.1:${port + 1}`,
    `127.0.0.1:0${port}`,
    `127.0.0.1.:${port}`,
    `127.0.0.1:${port}.evil.test`,
    `127.0.0.1.evil.test:${port}`,
    `127.1:${port}`,
    `0x7f.0.0.1:${port}`,
    `2130706433:${port}`,
    `0.0.0.0:${port}`,
    `[::1]:${port}`,
    `[::ffff:7f00:1]:${port}`,
    `127.0.0.1:${port}@evil.test`,
    `evil@127.0.0.1:${port}`,
    `127.0.0.1:${port},evil.test`,
    `127.0.0.1:${port} evil.test`,
    `127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}`,
    `evil.${forwarded}`,
    `${forwarded}.evil.test`,
    `${forwarded}.`,
    `${forwarded}:999999`,
    `${forwarded}@evil.test`,
    `evil.test:${forwarded}`,
    "",
  ];
}

/** Returns an arbitrary for variants of a text in which one to three characters are changed, added, or removed. */
function misspelled(text: string): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(text.length),
    removed: fc.nat(2),
    added: fc.stringMatching(/^[!-~]{0,2}$/),
  });
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce((all, { at, removed, added }) => all.slice(0, at) + added + all.slice(at + removed), text),
    )
    .filter((changed) => changed !== text);
} // prettier-ignore

/**
 * The attacker is a page of another origin in the browser that has opened the preview. The page has the cookie and, in
 * these tests, even the token.
 */
describe("manual attacks by a page from another origin", function () {
  this.timeout(600_000);
  let preview: GuardedPreview;
  let port: number;

  before(async () => {
    preview = await startGuardedPreview([forwarded]);
    ({ port } = preview.rig.server);
  });
  after(async () => {
    await preview.close();
    await closeLocalServers();
  });

  const fails = (request: HandMadeRequest): Promise<void> =>
    attack("cross-origin", JSON.stringify([request.line, ...request.headers].join("\n").replaceAll(String(port), "PORT")), async () =>
      assert.equal(await preview.steals(request), false, JSON.stringify(request)),
    ); // prettier-ignore
  const succeed = async () => {
    for (const treasure of treasures) assert.equal(await preview.steals(preview.honest(treasure)), true, treasure);
  };

  it("would succeed from the preview's own page", async () => {
    await succeed();
    const forwardedPage = withHeaders(preview.honest("request"), [["Host", forwarded], ["Origin", `https://${forwarded}`]]); // prettier-ignore
    assert.equal(await preview.steals(forwardedPage), true);
  });

  it("send nothing from another origin", async () => {
    for (const treasure of posted)
      for (const origin of origins(port))
        await fails(withHeaders(preview.honest(treasure), [["Origin", origin], ["Sec-Fetch-Site", undefined]])); // prettier-ignore
  });

  it("send nothing with two origins or none", async () => {
    const own = `http://127.0.0.1:${port}`;
    for (const treasure of posted)
      for (const pair of [[own, "https://evil.test"], ["https://evil.test", own], [own, own], [own, "null"], ["", own], []])
        await fails(withHeaders(preview.honest(treasure), [["Origin", undefined], ["Sec-Fetch-Site", undefined], ...pair.map((origin) => ["Origin", origin] as const)]));
  }); // prettier-ignore

  it("read nothing from another site in any mode", async () => {
    for (const treasure of read)
      for (const site of ["cross-site", "same-site", "evil", ""])
        for (const mode of ["no-cors", "cors", "same-origin", "websocket"])
          for (const referer of [undefined, `http://127.0.0.1:${port}/`])
            await fails(withHeaders(preview.honest(treasure), [["Sec-Fetch-Site", site], ["Sec-Fetch-Mode", mode], ["Referer", referer]]));
  }); // prettier-ignore

  it("get no response with one or two other host names", async () => {
    for (const treasure of treasures) {
      for (const host of hosts(port))
        await fails(
          withHeaders(preview.honest(treasure), [
            ["Host", host],
            ["Origin", `http://${host}`],
          ]),
        );
      const own = `127.0.0.1:${port}`;
      for (const pair of [[own, "evil.test"], ["evil.test", own], [own, own], [own, forwarded], []]) // prettier-ignore
        await fails(withHeaders(preview.honest(treasure), [["Host", undefined], ...pair.map((host) => ["Host", host] as const)])); // prettier-ignore
    }
  });

  it("fail with an origin or host that differs slightly", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...posted),
        fc.constantFrom("Origin", "Host"),
        // The text contains PORT instead of the port, because the port differs between runs.
        misspelled("http://127.0.0.1:PORT"),
        async (treasure, name, origin) => {
          const changed = origin.replace("PORT", String(port));
          const value = name === "Origin" ? changed : changed.replace(/^http:\/\//, "");
          if (value === `127.0.0.1:${port}` || value === `http://127.0.0.1:${port}`) return;
          await fails(
            withHeaders(preview.honest(treasure), [
              [name, value],
              ["Sec-Fetch-Site", undefined],
            ]),
          );
        },
      ),
      { numRuns: chooseByMode(200, 10_000), seed: seedOf(26) },
    ));

  it("leave the preview unchanged", succeed);
});
