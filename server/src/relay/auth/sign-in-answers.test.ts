import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { closeLocalServers, serveLocally } from "../../../../test/harness/local-server.ts";
import { createTestPlayground, type TestPlayground } from "../../../../test/harness/playground-service.ts";
import { rawRequest } from "../../../../test/harness/raw-request.ts";
import { loopbackRedirect } from "./loopback-redirect.ts";

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("sign-in responses", () => {
  const api = "https://api.example.com/v1/users";
  let origin: string;
  let service: TestPlayground;
  /** The form fields of each token request. */
  let requested: Readonly<Record<string, string>>[];

  const begin = (name: string, ask: number) => {
    const grant = { flow: "authorizationCode", authorizationUrl: `${origin}/authorize`, tokenUrl: `${origin}/token`, clientId: "c", scopes: [] } as const; // prettier-ignore
    return service.ask({ kind: "relay/authorize", ask, name, url: api, grant });
  };

  beforeEach(async () => {
    requested = [];
    const server = await serveLocally((request, response) => {
      void text(request).then((body) => {
        const fields = Object.fromEntries(new URLSearchParams(body));
        requested.push(fields);
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
    const opened: URL[] = [];
    let isThere = true;
    service = createTestPlayground({
      targets: () => [{ origin, declaredBy: "openapi.yaml" }],
      redirect: loopbackRedirect(),
      openUrl: async (url) => isThere && opened.push(new URL(url)) > 0,
    });
    await service.agree(origin);
    const both = [begin("one", 1), begin("two", 2)];
    await until(() => opened.length === 2);
    isThere = false;
    const third = await begin("three", 3);
    assert.match((third.kind === "playground/done" && third.text) || "", /Couldn't open a browser/);
    for (const [i, url] of opened.toReversed().entries()) {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      const line = `GET ${back.pathname}?code=${2 - i}&state=${url.searchParams.get("state")}`;
      assert.equal((await rawRequest(Number(back.port), line)).status, 200);
    }
    for (const answer of await Promise.all(both))
      assert.equal(answer.kind === "playground/done" && answer.failed, undefined, JSON.stringify(answer));
    const values = await Promise.all(
      ["one", "two"].map(async (name) => (await service.service.host.secret(name))?.value),
    );
    assert.deepEqual(values, ["token-1", "token-2"]);
    assert.equal(new Set(requested.map((fields) => fields["code_verifier"])).size, 2);
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
        targets: () => [{ origin, declaredBy: "openapi.yaml" }],
        openUrl: async (url) => (state = new URL(url).searchParams.get("state") ?? "") !== "",
        redirect: {
          getUrl: async () => "vscode://x/signed-in",
          wait: async (given) => new URLSearchParams({ code: "code-1", state: given, iss: iss() }),
          dispose: () => undefined,
        },
      });
      await service.agree(origin);
      const answer = await begin("token", 1);
      assert.ok(state !== "" && answer.kind === "playground/done");
      assert.equal(answer.failed !== true, isTaken, answer.text);
      assert.equal(requested.length, isTaken ? 1 : 0);
    });
});
