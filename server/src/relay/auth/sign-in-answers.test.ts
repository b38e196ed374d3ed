import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { closeLocalServers, serveLocally } from "../../../../test/harness/local-server.ts";
import { createTestPlayground, type TestPlayground } from "../../../../test/harness/playground-service.ts";
import { rawRequest } from "../../../../test/harness/raw-request.ts";
import { createLoopbackRedirect } from "./loopback-redirect.ts";

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("sign-in responses", () => {
  const api = "https://api.example.com/v1/users";
  let origin: string;
  let service: TestPlayground;
  /** The form fields of each token request. */
  let tokenRequests: Readonly<Record<string, string>>[];

  const begin = (name: string, askId: number) => {
    const grant = { flow: "authorizationCode", authorizationUrl: `${origin}/authorize`, tokenUrl: `${origin}/token`, clientId: "c", scopes: [] } as const; // prettier-ignore
    return service.ask({ kind: "relay/authorize", requestId: askId, name, url: api, grant });
  };

  beforeEach(async () => {
    tokenRequests = [];
    const server = await serveLocally((request, response) => {
      void text(request).then((body) => {
        const fields = Object.fromEntries(new URLSearchParams(body));
        tokenRequests.push(fields);
        const answer = { access_token: `token-${fields["code"]}`, token_type: "Bearer" };
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
      });
    });
    origin = `http://${server.host}`;
  });
  afterEach(async () => {
    await service.dispose();
    await closeLocalServers();
  });

  it("are matched to two simultaneous sign-ins, even if a third one fails", async () => {
    const urls: URL[] = [];
    let isThere = true;
    service = createTestPlayground({
      listTargets: () => [{ origin, declaredBy: "openapi.yaml" }],
      redirect: createLoopbackRedirect(),
      openUrl: async (url) => isThere && urls.push(new URL(url)) > 0,
    });
    await service.agree(origin);
    const both = [begin("one", 1), begin("two", 2)];
    await waitUntil(() => urls.length === 2);
    isThere = false;
    const third = await begin("three", 3);
    assert.match((third.kind === "playground/done" && third.text) || "", /Couldn't open a browser/);
    for (const [i, url] of urls.toReversed().entries()) {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      const line = `GET ${back.pathname}?code=${2 - i}&state=${url.searchParams.get("state")}`;
      assert.equal((await rawRequest(Number(back.port), line)).status, 200);
    }
    for (const message of await Promise.all(both))
      assert.equal(message.kind === "playground/done" && message.failed, undefined, JSON.stringify(message));
    const values = await Promise.all(
      ["one", "two"].map(async (name) => (await service.service.host.getSecret(name))?.value),
    );
    assert.deepEqual(values, ["token-1", "token-2"]);
    assert.equal(new Set(tokenRequests.map((fields) => fields["code_verifier"])).size, 2);
  });

  // RFC 9207, section 2.4, and RFC 9700, section 4.4: a service redirects the user to another service to obtain its
  // code.
  for (const [what, iss, isTaken] of [
    ["the expected issuer", () => origin, true],
    ["the expected issuer with a path", () => `${origin}/tenant`, true],
    ["another issuer", () => "https://accounts.example.com", false],
    ["an invalid issuer", () => "x", false],
  ] as const)
    it(`${isTaken ? "accept" : "reject"} a code from ${what}`, async () => {
      let state = "";
      service = createTestPlayground({
        listTargets: () => [{ origin, declaredBy: "openapi.yaml" }],
        openUrl: async (url) => (state = new URL(url).searchParams.get("state") ?? "") !== "",
        redirect: {
          getUrl: async () => "vscode://x/signed-in",
          wait: async (stateParam) => new URLSearchParams({ code: "code-1", state: stateParam, iss: iss() }),
          dispose: () => undefined,
        },
      });
      await service.agree(origin);
      const message = await begin("token", 1);
      assert.ok(state !== "" && message.kind === "playground/done");
      assert.equal(message.failed !== true, isTaken, message.text);
      assert.equal(tokenRequests.length, isTaken ? 1 : 0);
    });
});
