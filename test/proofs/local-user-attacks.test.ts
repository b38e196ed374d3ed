import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { attack } from "../harness/attack.ts";
import { closeLocalServers } from "../harness/local-server.ts";
import { rawRequest } from "../harness/raw-request.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { startGuardedPreview, treasures, withHeaders, type GuardedPreview, type HandMadeRequest } from "./guarded-preview.ts"; // prettier-ignore

type Headers = readonly (readonly [name: string, value: string | undefined])[];

/**
 * The data that another user of the machine has. It doesn't include the secrets of the preview, which this user can
 * only guess.
 */
interface Known {
  readonly port: number;
  readonly cookie: string;
  readonly token: string;
  /** The secrets of the attacker's own preview. */
  readonly own: { readonly cookie: string; readonly token: string };
  /** The keys in links that have already been opened. */
  readonly used: readonly string[];
}

const guess = () => randomBytes(32).toString("base64url");
const missed = (secret: string) => (secret.startsWith("A") ? "B" : "A") + secret.slice(1);

/** Values that the attacker sends instead of the cookie. */
const cookies: Readonly<Record<string, (known: Known) => string | undefined>> = {
  none: () => undefined,
  empty: () => "",
  "a guess": ({ port }) => `docwright-${port}=${guess()}`,
  "the cookie without a value": ({ port }) => `docwright-${port}=`,
  "the value with one wrong character": ({ port, cookie }) => `docwright-${port}=${missed(cookie)}`,
  "the value without its last character": ({ port, cookie }) => `docwright-${port}=${cookie.slice(0, -1)}`,
  "the value with an additional character": ({ port, cookie }) => `docwright-${port}=${cookie}A`,
  "the value in lowercase with an additional character": ({ port, cookie }) =>
    `docwright-${port}=${cookie.toLowerCase()}a`,
  "the value in quotation marks": ({ port, cookie }) => `docwright-${port}="${cookie}"`,
  "the value under a different name": ({ cookie }) => `docwright=${cookie}`,
  "the value under the name for a different port": ({ port, cookie }) => `docwright-${port + 1}=${cookie}`,
  "the value of another preview": ({ port, own }) => `docwright-${port}=${own.cookie}`,
  "a used key": ({ port, used }) => `docwright-${port}=${used[0] ?? ""}`,
  "names of built-in properties": () => "__proto__=1; constructor=1; toString=1",
  "a hundred guesses": ({ port }) => Array.from({ length: 100 }, () => `docwright-${port}=${guess()}`).join("; "),
};

/** Values that the attacker sends instead of the token. */
const tokens: Readonly<Record<string, (known: Known) => string | undefined>> = {
  none: () => undefined,
  empty: () => "",
  "a guess": guess,
  "the token with one wrong character": ({ token }) => missed(token),
  "the token without its last character": ({ token }) => token.slice(0, -1),
  "the token with an additional character": ({ token }) => `${token}A`,
  "the token in quotation marks": ({ token }) => `"${token}"`,
  "the token as a bearer token": ({ token }) => `Bearer ${token}`,
  "the token of another preview": ({ own }) => own.token,
  "the cookie of another preview": ({ own }) => own.cookie,
};

/** Paths that the attacker requests instead of the one with the key. */
const links: Readonly<Record<string, (known: Known) => string>> = {
  "a used link": ({ used }) => `/_docwright/open/${used[0] ?? ""}/`,
  "another used link": ({ used }) => `/_docwright/open/${used[1] ?? ""}/`,
  "a used link to another page": ({ used }) => `/_docwright/open/${used[0] ?? ""}/guides/start`,
  "a used link with an escaped character": ({ used }) => `/_docwright/open/%${(used[0] ?? "").charCodeAt(0).toString(16)}${(used[0] ?? "").slice(1)}/`,
  "a link without a key": () => "/_docwright/open/",
  "a link to a page without a key": () => "/_docwright/open//guides/start",
  "a link with a guessed key": () => `/_docwright/open/${guess()}/`,
  "a link with a guessed key in the query": () => `/_docwright/open/?key=${guess()}`,
  "a link with the token of another preview": ({ own }) => `/_docwright/open/${own.token}/`,
  "a link with a parent segment": () => "/_docwright/open/../",
  "a link with a NUL as its key": () => "/_docwright/open/%00/",
}; // prettier-ignore

/** Headers that make some servers trust a request or interpret it in a different way. */
const extras = fc.array(
  fc.constantFrom<readonly [string, string]>(
    ["X-Forwarded-For", "127.0.0.1"],
    ["X-Forwarded-Host", "127.0.0.1"],
    ["X-Real-IP", "127.0.0.1"],
    ["Forwarded", "for=127.0.0.1;host=127.0.0.1"],
    ["X-HTTP-Method-Override", "GET"],
    ["X-Original-URL", "/guides/start"],
    ["X-Rewrite-URL", "/_service/api/request"],
    ["Authorization", "Basic ZG9jd3JpZ2h0Og=="],
    ["Cookie2", "$Version=1"],
    ["Sec-Fetch-Mode", "navigate"],
    ["Sec-Fetch-Dest", "document"],
    ["Sec-Purpose", "prefetch"],
    ["Range", "bytes=0-"],
    ["If-None-Match", "*"],
    ["Accept", "text/event-stream"],
    ["Expect", "100-continue"],
    ["Via", "1.1 localhost"],
  ),
  { maxLength: 4 },
);
const upgrade: Headers = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
  ["Sec-WebSocket-Version", "13"],
];
const hosts = ["localhost", "[::1]", "0.0.0.0", "127.1", "2130706433", "evil.test"] as const;
const methods = ["HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"] as const;
/** Functions that write a path differently. None of these spellings may bypass the checks. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => `/.${path}`,
  (path) => `/${path}`,
  (path) => `/x/..${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace("a", "%61"),
  (path) => path.replace("_", "%5f"),
  (path) => path.replaceAll("/", "\\"),
  (path) => `${path};a=b`,
  (path) => `${path}%00`,
  (path) => `${path}#a`,
  (path) => `http://127.0.0.1${path}`,
];

describe("attacks by another user on the same computer", function () {
  this.timeout(600_000);
  let preview: GuardedPreview;
  let known: Known;

  before(async () => {
    const other = await startGuardedPreview();
    const own = { cookie: other.rig.server.cookie.split("=")[1] ?? "", token: other.rig.server.token };
    await other.close();
    preview = await startGuardedPreview();
    const { port, cookie, token, createUrl } = preview.rig.server;
    const opened = [createUrl(), createUrl()].map((url) => new URL(url).pathname);
    for (const path of opened) assert.equal((await rawRequest(port, `GET ${path}`)).status, 303);
    const used = opened.map((path) => path.split("/")[3] ?? "");
    known = { port, cookie: cookie.split("=")[1] ?? "", token, own, used };
  });
  after(async () => {
    await preview.close();
    await closeLocalServers();
  });

  /** Browsers send `Sec-Fetch-Site`, but this attacker can leave it out. */
  const unmarked = (request: HandMadeRequest) => withHeaders(request, [["Sec-Fetch-Site", undefined]]);
  const withoutSecrets = (request: HandMadeRequest, cookie: string, token: string, link: string) => {
    const value = tokens[token]?.(known);
    const isLink = request.line.includes("/open/");
    const changed = withHeaders(request, [
      ["Cookie", cookies[cookie]?.(known)],
      ["X-Docwright-Token", value],
      ["X-Relay-Token", value],
    ]);
    return isLink ? { ...changed, line: `GET ${links[link]?.(known) ?? ""}` } : changed;
  };
  const fails = (what: unknown, request: HandMadeRequest): Promise<void> =>
    attack("local user", JSON.stringify(what), async () =>
      assert.equal(await preview.steals(request), false, JSON.stringify(request)),
    );

  it("would succeed with the secrets", async () => {
    for (const treasure of treasures)
      assert.equal(await preview.steals(unmarked(preview.honest(treasure))), true, treasure);
  });

  it("fail with other secrets", async () => {
    for (const treasure of treasures) {
      const request = preview.honest(treasure);
      const needs = (name: string) => request.headers.some(([each]) => each.endsWith(name));
      if (treasure === "cookie")
        for (const link of Object.keys(links))
          await fails([treasure, link], withoutSecrets(request, "none", "none", link));
      else if (needs("-Token"))
        for (const token of Object.keys(tokens))
          await fails([treasure, token], withoutSecrets(request, "none", token, ""));
      else
        for (const cookie of Object.keys(cookies))
          await fails([treasure, cookie], withoutSecrets(request, cookie, "none", ""));
    }
  });

  it("fail with any other request", () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          treasure: fc.constantFrom(...treasures),
          cookie: fc.constantFrom(...Object.keys(cookies)),
          token: fc.constantFrom(...Object.keys(tokens)),
          link: fc.constantFrom(...Object.keys(links)),
          host: fc.option(fc.constantFrom(...hosts), { freq: 3, nil: undefined }),
          method: fc.option(fc.constantFrom(...methods), { freq: 3, nil: undefined }),
          spelling: fc.option(fc.nat(spellings.length - 1), { freq: 3, nil: undefined }),
          isMarked: fc.boolean(),
          isUpgrade: fc.boolean(),
          extra: extras,
          // The token is also sent in positions where a careless server might look for it.
          query: fc.option(fc.constantFrom("token", "X-Relay-Token", "key", "session"), { nil: undefined }),
        }),
        async (tried) => {
          const request = withoutSecrets(preview.honest(tried.treasure), tried.cookie, tried.token, tried.link);
          const [method = "", path = ""] = request.line.split(" ");
          const spelled = tried.spelling === undefined ? path : (spellings[tried.spelling]?.(path) ?? path);
          const query = tried.query === undefined ? "" : `${path.includes("?") ? "&" : "?"}${tried.query}=${guess()}`;
          const made = withHeaders(
            { ...request, line: `${tried.method ?? method} ${spelled}${query}` },
            [
              ...(tried.host === undefined ? [] : [["Host", `${tried.host}:${known.port}`] as const]),
              ...(tried.isMarked ? [] : [["Sec-Fetch-Site", undefined] as const]),
              ...(tried.isUpgrade ? upgrade : []),
              ...tried.extra,
            ],
          );
          await fails(tried, made);
        },
      ),
      { numRuns: chooseByMode(400, 10_000), seed: seedOf(25) },
    )); // prettier-ignore

  it("leave the preview unchanged", async () => {
    for (const treasure of treasures) assert.equal(await preview.steals(preview.honest(treasure)), true, treasure);
  });
});
