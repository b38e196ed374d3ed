import assert from "node:assert/strict";
import { formatMessagesInEnglish } from "../../core/text/localized-message.ts";
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { closeLocalServers, type LocalServer, serveLocally } from "../../../../test/harness/local-server.ts";
import { createTestPlayground, type TestPlayground } from "../../../../test/harness/playground-service.ts";
import { rawRequest } from "../../../../test/harness/raw-request.ts";
import type { OAuthGrant } from "../../core/request/protocol/playground-protocol.ts";
import type { PlaygroundServiceOptions } from "../playground/playground-service.ts";
import { createLoopbackRedirect } from "./loopback-redirect.ts";
import { createMixUpWarning } from "./oauth-flow.ts";

describe("sign-in whose code is sent to another service", () => {
  const cases: readonly [from: string | undefined, to: string, isOdd: boolean][] = [
    ["https://accounts.google.com/o/oauth2/v2/auth", "https://evil.example.net/token", true],
    ["https://accounts.google.com/o/oauth2/v2/auth", "https://oauth2.googleapis.com/token", false],
    ["https://github.com/login/oauth/authorize", "https://github.com/login/oauth/access_token", false],
    ["https://github.com/login/oauth/authorize", "https://github.com.evil.net/token", true],
    ["https://github.com/login/oauth/authorize", "http://127.0.0.1:4010/token", true],
    ["https://tenant.eu.auth0.com/authorize", "https://other.auth0.com/token", false],
    ["https://login.microsoftonline.com/common/oauth2/authorize", "https://login.microsoftonline.com.evil.co.uk/t", true],
    // Neither host belongs to a known service, so Docwright can't determine who operates them.
    ["https://login.example.com/authorize", "https://tokens.example.net/token", false],
    [undefined, "https://evil.example.net/token", false],
    ["not an address", "https://evil.example.net/token", false],
  ]; // prettier-ignore
  for (const [from, to, isOdd] of cases)
    it(`${isOdd ? "is" : "isn't"} reported for a code from ${from ?? "nothing"} sent to ${to}`, () =>
      assert.equal(createMixUpWarning(from, to) !== undefined, isOdd));

  it("shows a warning before consent, even if the origin was already allowed", async () => {
    const api = "https://api.evil.test/v1";
    const service = createTestPlayground({
      listTargets: () => [
        { origin: "https://api.evil.test", declaredBy: "openapi.yaml" },
        { origin: "https://accounts.google.com", declaredBy: "openapi.yaml" },
      ],
      dependencies: { lookup: () => Promise.resolve(["93.184.215.14"]) },
    });
    const grant = {
      flow: "authorizationCode",
      authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenUrl: "https://api.evil.test/token",
      clientId: "a",
      scopes: [],
    } as const;
    await service.agree(api, "always");
    const requestedMessage = await service.ask({ kind: "relay/authorize", requestId: 41, name: "token", url: api, grant });
    assert.ok(requestedMessage.kind === "relay/target" && requestedMessage.question, JSON.stringify(requestedMessage));
    assert.match(formatMessagesInEnglish(requestedMessage.question.warning ? [requestedMessage.question.warning] : []), /sign in at google\.com, .* be sent to api\.evil\.test, which isn't part of google\.com/);
    // Once the user has read and allowed the request, the sign-in continues. A browser can't be opened in this test.
    service.handleMessage({ kind: "relay/consent", origin: requestedMessage.question.origin, secrets: [], answer: "once" });
    const again = await service.ask({ kind: "relay/authorize", requestId: 42, name: "token", url: api, grant });
    assert.ok(again.kind === "playground/done" && /browser/.test(again.text ?? ""), JSON.stringify(again));
    await service.dispose();
  }); // prettier-ignore
});

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

describe("OAuth sign-in", () => {
  let server: LocalServer;
  let origin: string;
  let requested: Asked[];
  /** Returns the status and response of the token endpoint. */
  let sendTokens: (request: Asked) => readonly [status: number, answer: unknown];
  let service: TestPlayground;

  const api = "https://api.example.com/v1/users";
  const readText = async (request: IncomingMessage) => Buffer.concat((await request.toArray()) as Buffer[]).toString();
  const start = (options: Partial<PlaygroundServiceOptions> = {}) => {
    service = createTestPlayground({
      listTargets: () => [{ origin, declaredBy: "openapi.yaml" }],
      ...options,
    });
    return service;
  };
  const authorize = async (grant: Partial<OAuthGrant> & Pick<OAuthGrant, "flow">, askId = 1) =>
    service.ask({ kind: "relay/authorize", requestId: askId, name: "token", url: api, grant: { tokenUrl: `${origin}/token`, clientId: "client 1", scopes: ["read", "write"], ...grant } }); // prettier-ignore
  const getRetained = () => service.service.host.getSecret("token");

  beforeEach(async () => {
    requested = [];
    sendTokens = () => [200, { access_token: "token-1", token_type: "Bearer", expires_in: 3600 }];
    server = await serveLocally((request, response) => {
      void readText(request).then((text) => {
        const [path = ""] = (request.url ?? "").split("?");
        const requestInfo = { path, authorization: request.headers.authorization, fields: Object.fromEntries(new URLSearchParams(text)) }; // prettier-ignore
        requested.push(requestInfo);
        const [status, answer] = sendTokens(requestInfo);
        response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
      });
    });
    origin = `http://${server.host}`;
  });
  afterEach(async () => {
    await service.dispose();
    await closeLocalServers();
  });

  it("prompts for consent again if the token's name was last used for another origin", async () => {
    const giveConsent = (place: string) =>
      service.service.host.requestConsent({ origin: place, declaredBy: "you", addresses: [], secrets: ["token"], isLocal: false });
    const other = "http://127.0.0.1:4999";
    start({ listTargets: () => [origin, other].map((each) => ({ origin: each, declaredBy: "openapi.yaml" })) });
    await service.agree(origin, "always");
    await service.agree(other, "always", ["token"]);
    await authorize({ flow: "clientCredentials" }, 21);
    assert.equal(await giveConsent(other), "always");
    // The first secret with this name was for `api`. This secret is for another origin.
    await service.ask({ kind: "relay/authorize", requestId: 22, name: "token", url: `${other}/x`, grant: { flow: "clientCredentials", tokenUrl: `${origin}/token`, clientId: "c", scopes: [] } });
    assert.equal((await getRetained())?.origin, other);
    assert.equal(await giveConsent(other), "no");
  }); // prettier-ignore

  it("prompts the user to allow the token origin first", async () => {
    start();
    const message = await authorize({ flow: "clientCredentials" });
    assert.ok(message.kind === "relay/target" && message.question?.origin === origin);
    assert.equal(server.connections, 0);
  });

  it("sends the client secret with Basic authentication, encoded as RFC 6749 specifies", async () => {
    start();
    service.handleMessage({ kind: "relay/setSecret", name: "client", url: origin, value: "s e:c" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await service.agree(origin, "once", ["client"]);
    const message = await authorize({ flow: "clientCredentials", clientSecret: "{{secret:client}}" });
    assert.equal(message.kind === "playground/done" && message.failed, undefined);
    assert.deepEqual(requested, [{ path: "/token", authorization: `Basic ${Buffer.from("client+1:s+e%3Ac").toString("base64")}`, fields: { grant_type: "client_credentials", scope: "read write" } }]); // prettier-ignore
    assert.deepEqual(
      [(await getRetained())?.value, (await getRetained())?.origin],
      ["token-1", "https://api.example.com"],
    );
    assert.deepEqual(
      service.state().secrets.map(({ name }) => name),
      ["client", "token"],
    );
    assert.ok(!JSON.stringify(service.sent).includes("token-1"), "the token was sent to the page");
  });

  it("sends the client secret in the body if that's the only method that the service accepts", async () => {
    start();
    await service.agree(origin);
    sendTokens = ({ authorization }) => (authorization === undefined ? [200, { access_token: "t" }] : [401, { error: "invalid_client" }]); // prettier-ignore
    await authorize({ flow: "clientCredentials", clientSecret: "typed" });
    assert.deepEqual(requested[1]?.fields, { grant_type: "client_credentials", scope: "read write", client_id: "client 1", client_secret: "typed" }); // prettier-ignore
    assert.equal((await getRetained())?.value, "t");
  });

  it("sends a username and password and treats secret references in them as plain text", async () => {
    start();
    service.handleMessage({ kind: "relay/setSecret", name: "pw", url: origin, value: "{{secret:pw}}&x=1" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await service.agree(origin, "always", ["pw"]);
    await authorize({ flow: "password", user: "me", password: "{{secret:pw}}", scopes: [] });
    assert.deepEqual(requested[0]?.fields, { grant_type: "password", username: "me", password: "{{secret:pw}}&x=1", client_id: "client 1" }); // prettier-ignore
  });

  it("doesn't send a secret to another origin", async () => {
    start();
    service.handleMessage({
      kind: "relay/setSecret",
      name: "client",
      url: "https://other.example.com",
      value: "s",
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await service.agree(origin, "always", ["client"]);
    const message = await authorize({ flow: "clientCredentials", clientSecret: "{{secret:client}}" });
    assert.ok(message.kind === "playground/done" && message.failed);
    assert.match(message.text ?? "", /belongs to https:\/\/other\.example\.com/);
    assert.equal(server.connections, 0);
  });

  it("signs in through the browser with PKCE and a loopback listener", async () => {
    const urls: URL[] = [];
    const others: number[] = [];
    start({
      redirect: createLoopbackRedirect(),
      openUrl: async (url) => {
        urls.push(new URL(url));
        void visit(new URL(url));
        return true;
      },
    });
    const visit = async (url: URL) => {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      const port = Number(back.port);
      const state = url.searchParams.get("state") ?? "";
      const requestPage = async (line: string, headers?: string[]) => (await rawRequest(port, line, headers)).status;
      others.push(
        await requestPage(`GET ${back.pathname}?code=evil&state=guessed`),
        await requestPage(`GET ${back.pathname}?code=evil&state=x&state=${state}`),
        await requestPage(`GET /other?code=evil&state=${state}`),
        await requestPage(`POST ${back.pathname}?code=evil&state=${state}`),
        await requestPage(`GET ${back.pathname}?code=evil&state=${state}`, ["Host: evil.test"]),
        await requestPage(`GET ${back.pathname}?code=code-1&state=${state}`),
      );
      await assert.rejects(requestPage(`GET ${back.pathname}?code=again&state=${state}`));
    };
    await service.agree(origin);
    const message = await authorize({
      flow: "authorizationCode",
      authorizationUrl: `${origin}/authorize?audience=a`,
    });
    assert.equal(message.kind === "playground/done" && message.failed, undefined);
    assert.deepEqual(others, [400, 400, 404, 404, 404, 200]);
    const { searchParams } = urls[0] ?? new URL(origin);
    const verifier = requested[0]?.fields["code_verifier"] ?? "";
    assert.match(verifier, /^[\w-]{43}$/);
    assert.equal(searchParams.get("code_challenge"), createHash("sha256").update(verifier).digest("base64url"));
    assert.deepEqual(
      ["response_type", "client_id", "scope", "code_challenge_method", "audience"].map((key) => searchParams.get(key)),
      ["code", "client 1", "read write", "S256", "a"],
    );
    assert.deepEqual({ ...requested[0]?.fields, code_verifier: "" }, { grant_type: "authorization_code", code: "code-1", redirect_uri: searchParams.get("redirect_uri"), client_id: "client 1", code_verifier: "" }); // prettier-ignore
    assert.equal((await getRetained())?.value, "token-1");
  });

  it("doesn't open an undeclared URL and rejects an unknown state", async () => {
    const opened: string[] = [];
    let comesBack = new URLSearchParams();
    start({
      openUrl: async (url) => opened.push(url) > 0,
      redirect: {
        getUrl: async () => "http://127.0.0.1:1/x",
        wait: async () => comesBack,
        dispose: () => undefined,
      },
    });
    await service.agree(origin);
    const followUrl = async (authorizationUrl: string, askId: number) => {
      const message = await authorize({ flow: "authorizationCode", authorizationUrl }, askId);
      return message.kind === "playground/done" && message.failed ? (message.text ?? "") : "";
    };
    assert.match(await followUrl("https://evil.test/login", 1), /Neither this site nor your environment declares/);
    assert.match(await followUrl("javascript:alert(1)", 2), /URLs for this sign-in can't be used/);
    assert.deepEqual(opened, []);
    comesBack = new URLSearchParams({ code: "evil", state: "another" });
    assert.match(await followUrl(`${origin}/authorize`, 3), /The sign-in wasn't completed/);
    assert.deepEqual([requested, await getRetained()], [[], undefined]);
  });

  it("reads endpoints from OpenID Connect discovery if the issuer matches", async () => {
    start();
    const discoveryUrl = `${origin}/.well-known/openid-configuration`;
    let issuer = "https://evil.test";
    const other = await serveLocally((_request, response) => response.end('{"access_token":"t2"}'));
    sendTokens = ({ path }) => (path.startsWith("/.well-known") ? [200, { issuer, token_endpoint: `http://${other.host}/t` }] : [500, {}]); // prettier-ignore
    await service.agree(origin);
    const wrong = await authorize({ flow: "clientCredentials", discoveryUrl, tokenUrl: "" }, 1);
    assert.match((wrong.kind === "playground/done" && wrong.text) || "", /another service/);
    issuer = origin;
    const question = await authorize({ flow: "clientCredentials", discoveryUrl, tokenUrl: "" }, 2);
    assert.ok(question.kind === "relay/target" && question.question);
    assert.deepEqual([question.question.origin, question.question.declaredBy], [`http://${other.host}`, origin]);
    service.handleMessage({
      kind: "relay/consent",
      origin: `http://${other.host}`,
      secrets: [],
      answer: "once",
    });
    await authorize({ flow: "clientCredentials", discoveryUrl, tokenUrl: "" }, 3);
    assert.equal((await getRetained())?.value, "t2");
  });

  it("refreshes a token shortly before it expires, and only once for all waiting requests", async () => {
    let time = 1_000_000;
    start({ now: () => time });
    await service.agree(origin);
    let count = 0;
    sendTokens = () => [200, { access_token: `token-${++count}`, expires_in: 100, refresh_token: `refresh-${count}` }];
    await authorize({ flow: "password", user: "me", password: "p" });
    time += 60_000;
    assert.equal((await getRetained())?.value, "token-1");
    time += 15_000;
    assert.deepEqual(
      (await Promise.all([getRetained(), getRetained()])).map((each) => each?.value),
      ["token-2", "token-2"],
    );
    assert.deepEqual(requested[1]?.fields, {
      grant_type: "refresh_token",
      refresh_token: "refresh-1",
      client_id: "client 1",
    });
    sendTokens = () => [400, { error: "invalid_grant" }];
    time += 100_000;
    assert.equal((await getRetained())?.value, "token-2", "the token was removed although it wasn't replaced");
  });

  it("shows the service's error message on one line", async () => {
    start();
    await service.agree(origin);
    sendTokens = () => [400, { error: "invalid_scope", error_description: "no\n\u202Esuch scope" }];
    const message = await authorize({ flow: "clientCredentials" });
    assert.deepEqual(message, {
      kind: "playground/done",
      requestId: 1,
      failed: true,
      text: "The service didn't issue a token (400). invalid_scope: no such scope",
      messages: [
        {
          text: "The service didn't issue a token ({0}). {1}",
          values: ["400", "invalid_scope: no such scope"],
        },
      ],
    });
  });
});
