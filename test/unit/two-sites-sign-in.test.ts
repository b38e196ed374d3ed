import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import os from "node:os";
import { text } from "node:stream/consumers";
import { URI } from "vscode-uri";
import { fakeEditor as editor } from "../harness/fake-vscode.ts";
import { closeLocalServers, serveLocally, type LocalServer } from "../harness/local-server.ts";
import { extensionContext, waitUntil } from "../harness/feedback-in-editor.ts";
import { Playgrounds } from "../../client/src/playground/playgrounds.ts";
import type { MessageToPlayground } from "../../server/src/core/request/protocol/playground-protocol.ts";
import type { PlaygroundFacts } from "../../server/src/protocol/preview.ts";

/** All messages that the pages have received. */
const received: MessageToPlayground[] = [];
const until = (holds: () => boolean): Promise<void> =>
  waitUntil(holds, () => JSON.stringify([editor.opened, editor.asked, received]));

/** A site in its own folder, together with the API that it documents. The API also issues tokens. */
class Site {
  readonly root: string;
  readonly posted: MessageToPlayground[] = [];
  /** The `Authorization` header of each request to the API. */
  readonly received: (string | undefined)[] = [];
  /** The fields of each token request. */
  readonly asked: Readonly<Record<string, string>>[] = [];
  readonly tell = async (message: MessageToPlayground): Promise<boolean> => {
    received.push(message);
    return this.posted.push(message) > 0;
  };
  origin = "";
  /** Additional servers that the site's specification declares. */
  declares: readonly string[] = [];

  constructor(readonly name: string) {
    this.root = `file:///sites/${name}`;
  }

  async serve(): Promise<void> {
    const server: LocalServer = await serveLocally((request, response) => {
      void text(request).then((body) => {
        if (request.url === "/token") {
          const fields = Object.fromEntries(new URLSearchParams(body));
          this.asked.push(fields);
          const token = { access_token: `token-of-${this.name}`, token_type: "Bearer", expires_in: 3600 };
          response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(token));
        } else {
          this.received.push(request.headers.authorization);
          response.end("ok");
        }
      });
    });
    this.origin = `http://${server.host}`;
  }

  facts(): PlaygroundFacts {
    const targets = [this.origin, ...this.declares].map((origin) => ({ origin, declaredBy: "openapi.yaml" }));
    return { targets, proxyPath: "/_service/api/request" };
  }
}

function context(): ConstructorParameters<typeof Playgrounds>[0] {
  const extension = { id: "docwright.docwright" };
  return Object.assign(extensionContext(os.tmpdir()), { extension });
}

describe("sign-in for playgrounds of two sites in one folder", () => {
  const always = { title: "Always Allow This Origin" };
  let playgrounds: Playgrounds;
  let a: Site;
  let b: Site;
  let asks = 0;

  const siteOf = (root: string) => (root === a.root ? a : b);
  const signIn = async (site: Site): Promise<MessageToPlayground> => {
    const requestId = ++asks;
    const grant = {
      flow: "authorizationCode",
      authorizationUrl: `${site.origin}/authorize`,
      tokenUrl: `${site.origin}/token`,
      clientId: site.name,
      clientSecret: "",
      scopes: ["read"],
    };
    const message = { kind: "relay/authorize", requestId, name: "token", url: `${site.origin}/things`, grant };
    await playgrounds.handleMessage(site.root, message, site.tell);
    let found: MessageToPlayground | undefined;
    await until(
      () => (found = site.posted.find((each) => "requestId" in each && each.requestId === requestId)) !== undefined,
    );
    assert.ok(found);
    return found;
  };
  /** Returns the last sign-in URL of a site that was opened in the browser. */
  const inBrowser = (site: Site): URL => {
    const found = editor.opened.map((each) => new URL(each)).findLast(({ origin }) => origin === site.origin);
    assert.ok(found, `No URL was opened for ${site.name}.`);
    return found;
  };
  const comeBack = (fields: Readonly<Record<string, string>>): void => {
    const query = new URLSearchParams(fields).toString();
    for (const handler of editor.uriHandlers) handler.handleUri(URI.parse("vscode://x/signed-in").with({ query }));
  };
  const send = async (site: Site, to: string): Promise<string> => {
    const id = `r${++asks}`;
    const headers = [["Authorization", "Bearer {{secret:token}}"]];
    const envelope = { method: "GET", url: `${to}/things`, headers, options: { id } };
    const message = { kind: "relay/send", envelope };
    await playgrounds.handleMessage(site.root, message, site.tell);
    let end: string | undefined;
    await until(() => {
      const parts = site.posted.flatMap((each) => (each.kind === "relay/answer" && each.id === id ? [each.part] : []));
      const last = parts.find(({ kind }) => kind === "end" || kind === "failed");
      end = last?.kind === "failed" ? last.failure.code : last && "sent";
      return end !== undefined;
    });
    return end ?? "";
  };

  beforeEach(async () => {
    [a, b] = [new Site("a"), new Site("b")];
    await Promise.all([a.serve(), b.serve()]);
    for (const list of [editor.answers, editor.asked, editor.opened, editor.uriHandlers, received]) list.length = 0;
    playgrounds = new Playgrounds(context(), async (root) => siteOf(root).facts());
  });
  afterEach(async () => {
    playgrounds.dispose();
    await closeLocalServers();
  });

  it("gives each of two simultaneous sign-ins its own code, verifier, and token", async () => {
    editor.answers.push(always, always);
    const both = [signIn(a), signIn(b)];
    await until(() => editor.opened.length === 2);
    assert.equal(editor.uriHandlers.length, 1, "the editor has more than one URI handler");
    const [atA, atB] = [inBrowser(a), inBrowser(b)];
    for (const [site, url] of [
      [b, atB],
      [a, atA],
    ] as const)
      // prettier-ignore
      comeBack({ code: `code of ${site.name}`, state: url.searchParams.get("state") ?? "" });
    for (const answer of await Promise.all(both))
      assert.ok(answer.kind === "playground/done" && answer.failed !== true, JSON.stringify(answer));
    for (const [site, url] of [[a, atA], [b, atB]] as const) {
      assert.equal(site.asked.length, 1);
      const { code, client_id: client, code_verifier: verifier = "" } = site.asked[0] ?? {};
      assert.deepEqual([code, client], [`code of ${site.name}`, site.name]);
      assert.equal(createHash("sha256").update(verifier).digest("base64url"), url.searchParams.get("code_challenge"));
    } // prettier-ignore
    assert.notEqual(atA.searchParams.get("state"), atB.searchParams.get("state"));

    editor.answers.push(always, always);
    assert.deepEqual([await send(a, a.origin), await send(b, b.origin)], ["sent", "sent"]);
    assert.deepEqual([a.received, b.received], [["Bearer token-of-a"], ["Bearer token-of-b"]]);
  });

  it("sends no token to another site's API, regardless of what a site declares", async () => {
    editor.answers.push(always, always);
    const both = [signIn(a), signIn(b)];
    await until(() => editor.opened.length === 2);
    for (const site of [a, b]) comeBack({ code: "c", state: inBrowser(site).searchParams.get("state") ?? "" });
    await Promise.all(both);
    assert.equal(await send(a, b.origin), "undeclared");
    // A specification can declare any server, but a token is bound to its own origin.
    a.declares = [b.origin];
    editor.answers.push(always);
    assert.equal(await send(a, b.origin), "secret-elsewhere");
    assert.deepEqual(b.received, []);
  });

  it("prompts for consent separately for each site", async () => {
    editor.answers.push(always);
    const first = signIn(a);
    await until(() => editor.opened.length === 1);
    comeBack({ code: "c", state: inBrowser(a).searchParams.get("state") ?? "" });
    await first;
    b.declares = [a.origin];
    // Site B has no secret with the name under which site A has stored its token.
    assert.equal(await send(b, a.origin), "unknown-secret");
    const requested = { kind: "relay/target", requestId: ++asks, url: `${a.origin}/things`, secrets: [] };
    await playgrounds.handleMessage(b.root, requested, b.tell);
    await until(() => b.posted.some((each) => each.kind === "relay/target" && each.requestId === requested.requestId));
    const answer = b.posted.find((each) => each.kind === "relay/target" && each.requestId === requested.requestId);
    assert.ok(answer?.kind === "relay/target" && answer.question, "the other site didn't prompt for consent");
  });

  it("doesn't end one sign-in when the other site closes", async () => {
    editor.answers.push(always, always);
    const [ofA, ofB] = [signIn(a), signIn(b)];
    await until(() => editor.opened.length === 2);
    (await playgrounds.getPlayground(a.root)).dispose();
    const gone = await ofA;
    assert.ok(gone.kind === "playground/done" && gone.failed === true);
    comeBack({ code: "late", state: inBrowser(a).searchParams.get("state") ?? "" });
    comeBack({ code: "c", state: inBrowser(b).searchParams.get("state") ?? "" });
    const there = await ofB;
    assert.ok(there.kind === "playground/done" && there.failed !== true, JSON.stringify(there));
    assert.deepEqual([a.asked.length, b.asked.length], [0, 1]);
  });

  it("rejects a response redirected to another site's sign-in without using its code", async () => {
    editor.answers.push(always, always);
    const [ofA, ofB] = [signIn(a), signIn(b)];
    await until(() => editor.opened.length === 2);
    // The service of site B has redirected the user to the service of site A with its own state, so that it gets an
    // authorization code from A.
    comeBack({ code: "code of a", state: inBrowser(b).searchParams.get("state") ?? "", iss: a.origin });
    const caught = await ofB;
    assert.ok(caught.kind === "playground/done" && caught.failed === true);
    assert.match(caught.text ?? "", /came from a service other than /);
    assert.deepEqual(b.asked, []);
    comeBack({ code: "code of a", state: inBrowser(a).searchParams.get("state") ?? "", iss: a.origin });
    const fine = await ofA;
    assert.ok(fine.kind === "playground/done" && fine.failed !== true);
  });
});
