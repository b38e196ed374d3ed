import assert from "node:assert/strict";
import { closeLocalServers, serveLocally } from "../../../../test/harness/local-server.ts";
import { createTestPlayground, type TestPlayground } from "../../../../test/harness/playground-service.ts";
import type { MessageToPlayground } from "../../core/request/protocol/playground-protocol.ts";
import type { RelayFailure } from "../../core/request/protocol/relay-protocol.ts";
import { sendViaRelay } from "../relay.ts";
import { createMemorySecretStore, createMemoryStore } from "./stores.ts";

interface Case {
  readonly what: string;
  readonly post: number | "breaks off";
  readonly get: number;
  readonly location?: string;
  readonly says: readonly RegExp[];
  readonly works?: true;
}

const fixes = [/`\/docs\/_service\/api\/request`/, /`api\.playground\.proxy`.*CORS/];
const cases: readonly Case[] = [
  { what: "is reported if it allows only GET", post: 405, get: 200, says: [/reverse proxy for your docs allows only GET/, ...fixes] },
  { what: "is reported if it forbids POST", post: 403, get: 404, says: [/reverse proxy for your docs allows only GET/, ...fixes] },
  { what: "is reported if it supports only GET", post: 501, get: 200, says: [/reverse proxy for your docs allows only GET/, ...fixes] },
  { what: "is reported if it drops POST requests", post: "breaks off", get: 200, says: [/reverse proxy for your docs allows only GET/, ...fixes] },
  { what: "is reported as working if it allows POST", post: 400, get: 405, works: true, says: [/Playground requests reach the docs site/] },
  { what: "is reported as working if the site accepts POST without doing anything", post: 200, get: 405, works: true, says: [/Playground requests reach the docs site/] },
  { what: "is reported if it redirects POST", post: 301, get: 301, location: "https://www.example.com/x", says: [/redirected \(301\) to `https:\/\/www\.example\.com\/x`/, /Browsers turn the redirected POST request into a GET request/] },
  { what: "is reported if it doesn't forward the path", post: 404, get: 404, says: [/Nothing accepts playground requests at .*\. POST and GET returned 404/] },
  { what: "is reported if it rejects every request", post: 403, get: 403, says: [/Nothing accepts playground requests at .*\. POST and GET returned 403/] },
  { what: "is reported as unclear if the request fails", post: 502, get: 502, says: [/it's unclear whether requests reach the docs site/] },
]; // prettier-ignore

describe("reverse proxy of the docs", () => {
  afterEach(closeLocalServers);

  for (const { what, post, get, location, says, works } of cases)
    it(what, async () => {
      const requests: string[] = [];
      const server = await serveLocally((request, response) => {
        requests.push(`${request.method} ${request.url}`);
        const status = request.method === "POST" ? post : get;
        if (status === "breaks off") return void request.socket.destroy();
        response.writeHead(status, location === undefined ? {} : { Location: location }).end();
      });
      const service = createTestPlayground({ getSiteUrl: () => `http://${server.host}/docs/` });
      const first = await service.ask({ kind: "relay/checkProxy", requestId: 1 });
      assert.ok(first.kind === "relay/target" && first.question?.declaredBy === ".docwright.json");
      assert.equal(server.connections, 0, "the proxy was contacted before the user allowed it");
      service.handleMessage({
        kind: "relay/consent",
        origin: `http://${server.host}`,
        secrets: [],
        answer: "once",
      });
      const message = await service.ask({ kind: "relay/checkProxy", requestId: 2 });
      assert.ok(message.kind === "playground/done");
      assert.equal(message.failed, works === true ? undefined : true);
      for (const pattern of says) assert.match(message.text ?? "", pattern);
      assert.deepEqual(requests, ["POST /docs/_service/api/request", "GET /docs/_service/api/request"]);
      await service.dispose();
    });

  it("isn't requested if the site's URL is unknown", async () => {
    const service = createTestPlayground();
    const message = await service.ask({ kind: "relay/checkProxy", requestId: 1 });
    assert.match((message.kind === "playground/done" && message.text) || "", /siteUrl/);
    await service.dispose();
  });
});

const canary = "canary-5e7b-secret";

describe("hosted playground", () => {
  const openPlaygrounds: TestPlayground[] = [];
  const start = (options?: Parameters<typeof createTestPlayground>[0]): TestPlayground => {
    const service = createTestPlayground(options);
    openPlaygrounds.push(service);
    return service;
  };
  const waitUntilSettled = () => new Promise((resolve) => setTimeout(resolve, 20));
  afterEach(async () => {
    await Promise.all(openPlaygrounds.splice(0).map((service) => service.dispose()));
    await closeLocalServers();
  });
  const getFailure = async (
    service: TestPlayground,
    url: string,
    secret?: string,
  ): Promise<RelayFailure["code"] | "ok"> => {
    const header = secret === undefined ? {} : { Authorization: `Bearer {{secret:${secret}}}` };
    const requestedOutcome = await sendViaRelay(service.relay, { method: "GET", url, header });
    return requestedOutcome.ok ? "ok" : requestedOutcome.failure.code;
  };
  const startApi = async () => {
    const server = await serveLocally((_request, response) => response.end("{}"));
    const origin = `http://${server.host}`;
    return { server, origin, targets: () => [{ origin, declaredBy: "openapi.yaml" }] };
  };

  describe("that needs consent", () => {
    it("prompts for consent before the first request to an origin, and shows the origin's source, IP addresses, and secrets", async () => {
      const { origin, targets } = await startApi();
      const service = start({ listTargets: targets });
      assert.deepEqual(
        await service.ask({ kind: "relay/target", requestId: 1, url: `${origin}/users`, secrets: ["token"] }),
        {
          kind: "relay/target",
          requestId: 1,
          question: {
            origin,
            declaredBy: "openapi.yaml",
            addresses: ["127.0.0.1"],
            secrets: ["token"],
            isLocal: true,
          },
        },
      );
    });

    it("allows a single request or all later requests", async () => {
      const { server, origin, targets } = await startApi();
      const service = start({ listTargets: targets });
      assert.equal(await getFailure(service, origin), "consent");
      await service.agree(origin, "once");
      assert.deepEqual([await getFailure(service, origin), await getFailure(service, origin)], ["ok", "consent"]);
      await service.agree(origin, "no");
      assert.equal(await getFailure(service, origin), "consent");
      await service.agree(origin, "always");
      assert.deepEqual([await getFailure(service, origin), await getFailure(service, origin)], ["ok", "ok"]);
      assert.deepEqual(service.state().consents, [origin]);
      assert.equal(server.paths.length, 3);
    });

    it("treats consent for one request as expired after two minutes", async () => {
      const { origin, targets } = await startApi();
      let time = 0;
      const service = start({ listTargets: targets, now: () => time });
      await service.agree(origin, "once");
      time = 121_000;
      assert.equal(await getFailure(service, origin), "consent");
    });

    it("accepts only consent that was requested", async () => {
      const { origin, targets } = await startApi();
      const service = start({ listTargets: targets });
      service.handleMessage({ kind: "relay/consent", origin, secrets: [], answer: "always" });
      assert.equal(await getFailure(service, origin), "consent");
      await service.ask({ kind: "relay/target", requestId: 1, url: origin, secrets: [] });
      service.handleMessage({ kind: "relay/consent", origin, secrets: ["token"], answer: "always" });
      assert.deepEqual([await getFailure(service, origin), service.state().consents], ["consent", []]);
    });

    it("requires separate consent for each secret and for a changed value", async () => {
      const { origin, targets } = await startApi();
      const service = start({ listTargets: targets });
      service.handleMessage({ kind: "relay/setSecret", name: "token", url: origin, value: canary });
      await waitUntilSettled();
      await service.agree(origin);
      assert.deepEqual(
        [await getFailure(service, origin), await getFailure(service, origin, "token")],
        ["ok", "consent"],
      );
      await service.agree(origin, "always", ["token"]);
      assert.equal(await getFailure(service, origin, "token"), "ok");
      service.handleMessage({ kind: "relay/setSecret", name: "token", url: origin, value: "another" });
      await waitUntilSettled();
      assert.equal(await getFailure(service, origin, "token"), "consent");
    });

    it("shows a single prompt in the editor for several waiting requests", async () => {
      const { server, origin, targets } = await startApi();
      const consentUrls: string[] = [];
      let giveConsent: (given: "always") => void = () => undefined;
      const service = start({
        kind: "editor",
        listTargets: targets,
        requestConsent: (question) => {
          consentUrls.push(question.origin);
          return new Promise((resolve) => (giveConsent = resolve));
        },
      });
      const both = Promise.all([getFailure(service, origin), getFailure(service, origin)]);
      while (consentUrls.length === 0) await waitUntilSettled();
      assert.equal(server.connections, 0);
      giveConsent("always");
      assert.deepEqual([await both, consentUrls], [["ok", "ok"], [origin]]);
    });
  });

  it("doesn't send or save anything in an untrusted folder", async () => {
    const { server, origin, targets } = await startApi();
    let isTrusted = true;
    const service = start({ listTargets: targets, isTrusted: () => isTrusted });
    await service.agree(origin);
    service.handleMessage({ kind: "relay/setSecret", name: "token", url: origin, value: canary });
    await waitUntilSettled();
    isTrusted = false;
    service.service.onTrustChanged();
    assert.equal(service.state().isTrusted, false);
    assert.equal(await getFailure(service, origin), "undeclared");
    assert.equal(await service.service.host.getSecret("token"), undefined);
    const target = await service.ask({ kind: "relay/target", requestId: 1, url: origin, secrets: [] });
    assert.equal(target.kind === "relay/target" && target.failure?.code, "refused-target");
    service.handleMessage({ kind: "relay/environment", change: { kind: "set", name: "a", environment: { baseUrl: origin, variables: {}, keepsCookies: false } } }); // prettier-ignore
    const grant = {
      flow: "clientCredentials",
      tokenUrl: `${origin}/token`,
      clientId: "c",
      scopes: [],
    } as const;
    await service.ask({ kind: "relay/authorize", requestId: 2, name: "t", url: origin, grant });
    await service.ask({ kind: "relay/checkProxy", requestId: 3 });
    assert.deepEqual(service.state().environments, []);
    assert.equal(server.connections, 0);
  });

  it("doesn't send requests to the preview itself under any name", async () => {
    const { server } = await startApi();
    const names = ["127.0.0.1", "localhost", "here.test"].map((name) => `http://${name}:${server.port}`);
    let ownPort = 0;
    const service = start({
      listTargets: () => names.map((origin) => ({ origin, declaredBy: "you" })),
      getOwnPort: () => ownPort,
      dependencies: { lookup: async () => ["127.0.0.1"] },
    });
    // The user gave the consents while another server was listening at these URLs.
    for (const url of names) await service.agree(url);
    assert.equal(service.state().consents.length, names.length);
    ownPort = server.port;
    for (const [at, url] of names.entries()) {
      const message = await service.ask({ kind: "relay/target", requestId: at, url, secrets: [] });
      assert.ok(message.kind === "relay/target" && message.failure && !message.question, url);
      assert.equal(await getFailure(service, url), "consent");
    }
    assert.equal(server.connections, 0);
  });

  it("binds a secret to its origin and exposes only the secret's name", async () => {
    const store = createMemoryStore();
    const secrets = createMemorySecretStore();
    const service = start({ store, secrets });
    service.handleMessage({
      kind: "relay/setSecret",
      name: "token",
      url: "https://API.example.com/v1/users?a=1",
      value: canary,
    });
    service.handleMessage({
      kind: "relay/setSecret",
      name: "bad name",
      url: "https://api.example.com",
      value: canary,
    });
    service.handleMessage({
      kind: "relay/setSecret",
      name: "nowhere",
      url: "javascript:alert(1)",
      value: canary,
    });
    service.handleMessage({
      kind: "relay/setSecret",
      name: "empty",
      url: "https://api.example.com",
      value: "",
    });
    await waitUntilSettled();
    const names = [{ name: "token", origin: "https://api.example.com" }];
    assert.deepEqual(service.state().secrets, names);
    assert.deepEqual(await service.service.host.getSecret("token"), {
      value: canary,
      origin: "https://api.example.com",
    });
    assert.ok(!JSON.stringify(service.sent).includes(canary));
    assert.deepEqual(
      start({ store, secrets }).state().secrets,
      names,
      "the next session contains a secret that wasn't saved",
    );
    assert.deepEqual(start({ store, secrets, scope: "file:///other" }).state().secrets, []);
    service.handleMessage({ kind: "relay/forgetSecret", name: "token" });
    await waitUntilSettled();
    assert.deepEqual([service.state().secrets, await service.service.host.getSecret("token")], [[], undefined]);
  });

  it("prompts for secrets in the editor and doesn't accept secrets from the page", async () => {
    const consentUrls: string[] = [];
    const service = start({
      kind: "editor",
      requestSecret: async (name, origin) => (consentUrls.push(`${name} ${origin}`), "typed"),
    });
    service.handleMessage({
      kind: "relay/setSecret",
      name: "token",
      url: "https://api.example.com/",
      value: "of the page",
    });
    await waitUntilSettled();
    assert.deepEqual(consentUrls, ["token https://api.example.com"]);
    assert.equal((await service.service.host.getSecret("token"))?.value, "typed");
  });

  it("saves a secret that is set outside a page for only one origin", async () => {
    const { server, origin, targets } = await startApi();
    const service = start({ listTargets: targets, requestSecret: async () => undefined });
    assert.equal(await service.service.saveSecret("token", `${origin}/v1`, canary), true);
    assert.equal(await service.service.saveSecret("not a name", origin, canary), false);
    assert.equal(await service.service.saveSecret("token", "no address", canary), false);
    assert.deepEqual(service.state().secrets, [{ name: "token", origin }]);
    await service.agree(origin, "once", ["token"]);
    assert.equal(await getFailure(service, origin, "token"), "ok");
    assert.equal(server.headers[0]?.authorization, `Bearer ${canary}`);
  });

  it("prompts again after consent is revoked", async () => {
    const { origin, targets } = await startApi();
    const service = start({ listTargets: targets });
    await service.agree(origin, "always");
    assert.equal(await getFailure(service, origin), "ok");
    service.service.revokeConsent(origin);
    assert.deepEqual(service.state().consents, []);
    assert.equal(await getFailure(service, origin), "consent");
  });

  it("saves environments, allows requests to their base URLs, and ignores invalid environments", async () => {
    const store = createMemoryStore();
    const service = start({ store });
    const set = (name: string, baseUrl: string | undefined, variables: Record<string, string> = {}) =>
      service.handleMessage({ kind: "relay/environment", change: { kind: "set", name, environment: { baseUrl, variables, keepsCookies: true } } }); // prettier-ignore
    set("local", "http://localhost:4010/v1", { id: "7", "bad name": "x" });
    for (const url of ["file:///etc/passwd", "https://u:p@h.test", "//h.test", "http://h.test:22"]) set(url, url);
    set("", "http://h.test");
    set("line\nend", "http://h.test");
    service.handleMessage({ kind: "relay/environment", change: { kind: "choose", name: "local" } });
    assert.deepEqual(await service.service.host.listTargets(), [
      { origin: "http://localhost:4010", declaredBy: "you" },
    ]);
    const [local, ...others] = service.state().environments;
    assert.deepEqual({ ...local, variables: { ...local?.variables } }, { name: "local", baseUrl: "http://localhost:4010/v1", variables: { id: "7" }, keepsCookies: true }); // prettier-ignore
    assert.deepEqual(
      others.map(({ baseUrl }) => baseUrl),
      [undefined, undefined, undefined, undefined],
    );
    assert.equal(start({ store }).state().environment, "local");
    const jar = service.service.host.getCookieJar?.();
    jar?.storeCookies("http://localhost:4010/", "a=1");
    assert.equal(service.service.host.getCookieJar?.()?.getCookies("http://localhost:4010/"), "a=1");
    service.handleMessage({ kind: "relay/environment", change: { kind: "remove", name: "local" } });
    assert.deepEqual([service.state().environment, service.service.host.getCookieJar?.()], ["", undefined]);
  });

  it("ignores messages that it doesn't handle", () => {
    const service = start();
    const report = (_message: MessageToPlayground): void => undefined;
    assert.equal(service.service.handleMessage({ kind: "relay/abort", id: "a" }, report), false);
    assert.equal(service.service.handleMessage({ kind: "playground/open" }, report), false);
    assert.equal(service.service.handleMessage({ kind: "relay/forgetSecret", name: "a" }, report), true);
  });
});
