import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { MessageFromPlayground } from "../../server/src/core/request/protocol/playground-protocol.ts";
import { openSession, tokenOf } from "../harness/open-session.ts";
import { closeLocalServers, serveLocally, type LocalServer } from "../harness/local-server.ts";
import { BuiltCli } from "./spawn-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";
import { maxWait } from "../harness/eventually.ts";

const canary = "canary-71d0-of-the-person";

/**
 * Tests `docwright preview` as shipped, with a tab that is connected to it over HTTP and an API that counts requests.
 */
describe("docwright preview with a playground", function () {
  this.timeout(60_000);
  let cli: BuiltCli;
  let api: LocalServer;
  let child: ChildProcessWithoutNullStreams;
  let temporary: string;
  let printed: string;
  /** All messages that the tab has received, as text. */
  let reported: string;
  let url: string;
  let token: string;
  let translate: (message: MessageFromPlayground) => Promise<void>;
  const usualFolder = process.env["TMPDIR"];

  const until = async (what: string, isSo: () => boolean): Promise<void> => {
    for (const end = Date.now() + maxWait; Date.now() < end; await pause(10)) if (isSo()) return;
    assert.fail(`${what}: ${printed}\n${reported.slice(-1000)}`);
  };
  const send = (envelope: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}_service/api/request`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: url.slice(0, -1),
        "X-Relay-Token": token,
        ...headers,
      },
      body: JSON.stringify(envelope),
    });
  const ask = (path: string) => fetch(`${url}_service/api/${path}`, { headers: { "X-Relay-Token": token } });

  before(async function () {
    this.timeout(120_000);
    cli = await BuiltCli.make();
  });
  after(() => {
    cli.remove();
    removeTempSites();
  });

  beforeEach(async () => {
    [printed, reported] = ["", ""];
    api = await serveLocally((request, response) => {
      response.writeHead(201, { "Content-Type": "application/json", "Set-Cookie": "a=1" });
      response.end(JSON.stringify({ path: request.url?.split("?")[0], text: "x".repeat(2000) }));
    });
    const folder = tempSite({
      "docs.json": JSON.stringify({
        name: "Ships",
        navigation: { openapi: "openapi.json", pages: ["GET /ships"] },
      }),
      "openapi.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Ships", version: "1" },
        servers: [{ url: `http://${api.host}` }],
        paths: { "/ships": { get: { responses: { 200: { description: "Ships" } } } } },
      }),
    });
    temporary = mkdtempSync(join(tmpdir(), "docwright-relay-"));
    process.env["TMPDIR"] = temporary;
    child = cli.start(["preview", folder]);
    if (usualFolder === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usualFolder;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
    await until("its address", () => /Preview: http:\S+\n/.test(printed));
    const session = await openSession(/http:\S+/.exec(printed)?.[0] ?? "");
    ({ url } = session);
    token = await tokenOf(session);
    const events = await fetch(`${url}_docwright/events?at=/`, { headers: { "X-Docwright-Token": token } });
    void (async () => {
      for await (const piece of (events.body ?? []) as AsyncIterable<Uint8Array>)
        reported += Buffer.from(piece).toString();
    })().catch(() => undefined);
    await until("its name", () => /event: preview\ndata: \S+/.test(reported));
    const name = /event: preview\ndata: (\S+)/.exec(reported)?.[1] ?? "";
    translate = async (message) => {
      const { status } = await fetch(`${url}_docwright/message`, {
        method: "POST",
        headers: { Origin: url.slice(0, -1), "Content-Type": "application/json", "X-Docwright-Token": token, "X-Docwright-Preview": name },
        body: JSON.stringify(message),
      }); // prettier-ignore
      assert.equal(status, 204);
    };
    await translate({ kind: "playground/open" });
    await until("the state", () => reported.includes('"kind":"relay/state"'));
  });
  afterEach(async () => {
    child.kill("SIGKILL");
    rmSync(temporary, { recursive: true, force: true });
    await closeLocalServers();
  });

  it("sends requests after consent, with the matching secret, and leaves no files behind", async () => {
    const origin = `http://${api.host}`;
    const target = `${origin}/ships?k={{secret:token}}`;
    const envelope = { method: "GET", url: target, header: { Authorization: "Bearer {{secret:token}}" }, options: { id: "one", inlineBytes: 100 } };
    await translate({ kind: "relay/setSecret", name: "token", url: target, value: canary });
    await until("the secret's name", () => reported.includes('"name":"token"'));
    // At first, the site is still being read.
    for (let requested = 1; !reported.includes('"question":') && requested < maxWait / 50; requested++, await pause(50))
      await translate({ kind: "relay/target", requestId: requested, url: target, secrets: ["token"] });
    const asks = `Consent needed: a request to ${origin} sends token. Allow or reject it in the browser.\n`;
    await until("the question in the terminal", () => printed.includes(asks));
    const early = await send(envelope);
    assert.deepEqual([early.status, early.headers.get("x-relay-error")], [403, "consent"]);
    assert.equal(api.connections, 0);

    await translate({ kind: "relay/consent", origin, secrets: ["token"], answer: "always" });
    await until("the consent", () => reported.includes(`"consents":["${origin}"]`));
    await until("the consent in the terminal", () => printed.includes(`Allowed in the browser: sending token to ${origin}.\n`));
    for (const headers of [{ "X-Relay-Token": "wrong" }, { Origin: "https://evil.test" }, { "Content-Type": "text/plain" }])
      assert.ok((await send(envelope, headers)).status >= 400);
    assert.equal(api.connections, 0);
    const answer = await send(envelope);
    assert.deepEqual([answer.status, answer.headers.get("set-cookie")], [201, null]);
    assert.equal((await answer.text()).length, 100);
    assert.deepEqual([api.paths, api.headers[0]?.authorization], [[`/ships?k=${canary}`], `Bearer ${canary}`]);

    const full = (await (await ask("response/one")).json()) as { head: { sentRequest: unknown }; end: { bytes: number; storedBodyId: string } };
    assert.ok(full.end.bytes > 2000 && full.end.storedBodyId);
    assert.equal((await (await ask("response/one/body")).text()).length, full.end.bytes);
    const file = await fetch(`${url}_service/api/files`, { method: "POST", headers: { Origin: url.slice(0, -1), "X-Relay-Token": token, "Content-Type": "application/octet-stream" }, body: "of a file" });
    assert.match(((await file.json()) as { fileRef: string }).fileRef, /^[\w-]{22}$/);
    assert.ok(textsIn(temporary).length >= 2, "the uploaded file doesn't exist");
    const seen = JSON.stringify([reported, printed, full, [...answer.headers], ...textsIn(temporary)]);
    assert.ok(!seen.includes(canary));
    assert.ok(!Buffer.from(answer.headers.get("x-relay-response") ?? "", "base64url").includes(canary));

    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    assert.deepEqual(textsIn(temporary), []);
    assert.ok(!printed.includes(canary));
  }); // prettier-ignore

  it("never sends requests to itself, regardless of the host name used", async () => {
    await translate({ kind: "relay/environment", change: { kind: "set", name: "here", environment: { baseUrl: url, variables: {}, keepsCookies: false } } }); // prettier-ignore
    await until("the environment", () => reported.includes('"name":"here"'));
    await translate({ kind: "relay/target", requestId: 1, url, secrets: [] });
    await until("the failure", () => reported.includes('"code":"refused-target"'));
    await translate({ kind: "relay/consent", origin: new URL(url).origin, secrets: [], answer: "always" });
    assert.equal((await send({ method: "GET", url })).headers.get("x-relay-error"), "consent");
  });
});

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && /docwright-/.test(path.slice(folder.length)))
    .map((path) => readFileSync(path, "latin1"));
}
