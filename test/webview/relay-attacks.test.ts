import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { attack } from "../harness/attack.ts";
import { closeLocalServers, serveLocally, type LocalServer } from "../harness/local-server.ts";
import { startRig, type Rig } from "../proofs/relay-rig.ts";
import { inChromium } from "./open-page.ts";

/**
 * The data that the attacker's script has: the relay's URL, a request that the script tries to send, and in some cases
 * even the token.
 */
interface Known {
  readonly relay: string;
  readonly port: number;
  readonly own: string;
  readonly envelope: string;
  readonly token: string;
}

/**
 * Scripts on a page of another origin. Each of them tries to send a request through the relay or to read the token. `k`
 * contains the data that is available to the script.
 */
const attacks: Readonly<Record<string, string>> = {
  "fetch with JSON": `fetch(k.relay, { method: "POST", body: k.envelope, headers: { "Content-Type": "application/json" } })`,
  "fetch with JSON and the token": `fetch(k.relay, { method: "POST", body: k.envelope, headers: { "Content-Type": "application/json", "X-Relay-Token": k.token } })`,
  "fetch with credentials": `fetch(k.relay, { method: "POST", body: k.envelope, credentials: "include", headers: { "Content-Type": "application/json", "X-Relay-Token": k.token } })`,
  "fetch without CORS, as text": `fetch(k.relay, { method: "POST", mode: "no-cors", body: k.envelope })`,
  "fetch without CORS, as a form": `fetch(k.relay, { method: "POST", mode: "no-cors", body: new URLSearchParams({ a: k.envelope }) })`,
  "fetch without CORS, as parts": `(() => { const d = new FormData(); d.append("a", k.envelope); return fetch(k.relay, { method: "POST", mode: "no-cors", body: d }); })()`,
  "fetch without CORS, as a blob of JSON": `fetch(k.relay, { method: "POST", mode: "no-cors", body: new Blob([k.envelope], { type: "application/json" }) })`,
  "fetch with the token in the URL": `fetch(k.relay + "?token=" + k.token + "&X-Relay-Token=" + k.token, { method: "POST", mode: "no-cors", body: k.envelope })`,
  "fetch with `keepalive`": `fetch(k.relay, { method: "POST", mode: "no-cors", keepalive: true, body: k.envelope })`,
  "fetch to the local network": `fetch(k.relay, { method: "POST", targetAddressSpace: "loopback", body: k.envelope, headers: { "Content-Type": "application/json", "X-Relay-Token": k.token } })`,
  "fetch with another host name": `fetch(k.relay.replace("127.0.0.1", "localhost"), { method: "POST", mode: "no-cors", body: k.envelope })`,
  "fetch with the published path": `fetch(k.relay.replace("_service", "_mintlify"), { method: "POST", body: k.envelope, headers: { "Content-Type": "application/json", "X-Relay-Token": k.token } })`,
  "fetch with PUT": `fetch(k.relay, { method: "PUT", body: k.envelope })`,
  "fetch with DELETE": `fetch(k.relay + "/id", { method: "DELETE", headers: { "X-Relay-Token": k.token } })`,
  "fetch of files": `fetch(k.relay.replace(/request$/, "files"), { method: "POST", mode: "no-cors", body: k.envelope })`,
  "fetch of a response": `fetch(k.relay.replace(/request$/, "response/now"), { headers: { "X-Relay-Token": k.token } })`,
  "fetch that is redirected": `fetch("/redirect", { method: "POST", mode: "no-cors", body: k.envelope })`,
  "fetch with JSON that is redirected": `fetch("/redirect", { method: "POST", body: k.envelope, headers: { "Content-Type": "application/json", "X-Relay-Token": k.token } })`,
  "an XMLHttpRequest with JSON": `new Promise((done) => { const x = new XMLHttpRequest(); x.open("POST", k.relay); x.setRequestHeader("Content-Type", "application/json"); x.setRequestHeader("X-Relay-Token", k.token); x.onloadend = () => done(x.responseText); x.send(k.envelope); })`,
  "an XMLHttpRequest with text": `new Promise((done) => { const x = new XMLHttpRequest(); x.open("POST", k.relay); x.onloadend = () => done(x.responseText); x.send(k.envelope); })`,
  "a beacon as text": `navigator.sendBeacon(k.relay, k.envelope)`,
  "a beacon as JSON": `navigator.sendBeacon(k.relay, new Blob([k.envelope], { type: "application/json" }))`,
  "a beacon as a form": `navigator.sendBeacon(k.relay, new URLSearchParams({ a: k.envelope }))`,
  "a form as text": `post(k.relay, "text/plain", k.envelope)`,
  "a URL-encoded form": `post(k.relay, "application/x-www-form-urlencoded", k.envelope)`,
  "a multipart form": `post(k.relay, "multipart/form-data", k.envelope)`,
  "a form that is redirected": `post("/redirect", "text/plain", k.envelope)`,
  "a form in a new window": `post(k.relay, "text/plain", k.envelope, "_blank")`,
  "a link with a ping": `(() => { const a = document.createElement("a"); a.href = "#"; a.ping = k.relay; document.body.append(a); a.click(); })()`,
  "a sandboxed frame": `frame({ sandbox: "allow-scripts allow-forms", srcdoc: "<script>fetch(" + JSON.stringify(k.relay) + ", { method: 'POST', mode: 'no-cors', body: " + JSON.stringify(k.envelope) + " })</script>" })`,
  "a page from a data URL": `frame({ src: "data:text/html,<script>fetch('" + k.relay + "', { method: 'POST', mode: 'no-cors', body: atob('" + btoa(k.envelope) + "') })</script>" })`,
  "a worker": `new Promise((done) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch(" + JSON.stringify(k.relay) + ", { method: 'POST', mode: 'no-cors', body: " + JSON.stringify(k.envelope) + " }).finally(() => postMessage(1))"]))); w.onmessage = w.onerror = () => done(); })`,
  "an image": `load("img", "src", k.relay)`,
  "a script": `load("script", "src", k.relay)`,
  "a style sheet": `load("link", "href", k.relay, { rel: "stylesheet" })`,
  "one of the preview's scripts": `load("script", "src", k.own + "_docwright/bundle/preview.js")`,
  "a video": `load("video", "src", k.relay, { crossOrigin: "anonymous" })`,
  "an object": `load("object", "data", k.relay)`,
  "a WebSocket": `new Promise((done) => { const s = new WebSocket(k.relay.replace("http", "ws")); s.onopen = () => { s.send(k.envelope); done("open"); }; s.onerror = () => done(); })`,
  "an event stream": `new Promise((done) => { const e = new EventSource(k.own + "_docwright/events"); e.onmessage = (m) => done(m.data); e.onerror = () => { e.close(); done(); }; })`,
  "the preview in a frame": `frame({ src: k.own }, (f) => f.contentDocument?.body?.dataset?.host)`,
  "the preview in a window": `new Promise((done) => { const w = open(k.own); setTimeout(() => { try { done(w.document.body.dataset.host); } catch (e) { done(); } }, 300); })`,
  "the preview's page, to read its token": `fetch(k.own).then((r) => r.text())`,
  "the preview's page without reading it": `fetch(k.own, { mode: "no-cors" }).then((r) => r.text())`,
  "the browser's cached pages": `fetch(k.own, { cache: "force-cache" }).then((r) => r.text())`,
}; // prettier-ignore

const means = `
const post = (action, enctype, text, target) => new Promise((done) => {
  const name = target ?? "f" + Math.random().toString(36).slice(2);
  const f = document.createElement("form");
  Object.assign(f, { method: "POST", action, enctype, target: name });
  const input = document.createElement("input");
  input.name = text.slice(0, -1) + ',"x":"';
  input.value = '"}';
  f.append(input);
  if (!target) { const i = document.createElement("iframe"); i.name = name; i.onload = () => setTimeout(done, 50); document.body.append(i); }
  document.body.append(f);
  f.submit();
  setTimeout(done, 400);
});
const load = (tag, key, url, more) => new Promise((done) => {
  const e = document.createElement(tag);
  e.onload = e.onerror = e.onloadeddata = () => done();
  Object.assign(e, more, { [key]: url });
  document.body.append(e);
  setTimeout(done, 400);
});
const frame = (attributes, read) => new Promise((done) => {
  const f = document.createElement("iframe");
  f.onload = () => setTimeout(() => { try { done(read?.(f)); } catch { done(); } }, 150);
  Object.assign(f, attributes.srcdoc ? { srcdoc: attributes.srcdoc } : { src: attributes.src });
  if (attributes.sandbox) f.setAttribute("sandbox", attributes.sandbox);
  document.body.append(f);
  setTimeout(done, 500);
});
`;

describe("attacks on the relay by pages from another origin, in Chromium", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let rig: Rig;
  let evil: LocalServer;
  let known: Known;

  beforeEach(async () => {
    rig = await startRig();
    const own = `http://127.0.0.1:${rig.server.port}/`;
    const relay = `${own}_service/api/request`;
    const envelope = JSON.stringify({ method: "GET", url: `${rig.targetOrigin}/stolen` });
    known = { relay, port: rig.server.port, own, envelope, token: rig.server.token };
    evil = await serveLocally((request, response) => {
      if (request.url === "/redirect") response.writeHead(307, { Location: relay, "Access-Control-Allow-Origin": "*" }).end();
      else response.writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": request.url === "/report" ? `img-src 'none'; report-uri ${relay}` : "" }).end("<!doctype html><body>");
    }); // prettier-ignore
  });
  afterEach(() => rig.close());

  /** Verifies that the playground page can send the same request, because it's the only page that has the token. */
  const control = async (page: Page): Promise<void> => {
    const before = rig.target.paths.length;
    await page.goto(rig.server.url);
    const status = await page.evaluate(
      `(async (k) => (await fetch("/_service/api/request", { method: "POST", body: k.envelope, headers: { "Content-Type": "application/json", "X-Relay-Token": JSON.parse(document.body.dataset.host).token } })).status)(${JSON.stringify(known)})`,
    );
    assert.equal(status, 200);
    assert.equal(rig.target.paths.length, before + 1);
  };

  it("include over thirty attempts", () => assert.ok(Object.keys(attacks).length > 30));

  for (const host of ["127.0.0.1", "localhost", "evil.localhost"])
    it(`fail from http://${host} on another port without reaching the target or reading the token`, async () => {
      const own = await openPage({}, { scriptsFail: true });
      await control(own);
      const page = await openPage({}, { scriptsFail: true });
      await page.goto(`http://${host}:${evil.port}/`);
      for (const [what, script] of Object.entries(attacks)) {
        const learned = await page.evaluate(
          `(async (k) => { ${means}; try { return String((await Promise.race([${script}, new Promise((done) => setTimeout(done, 2000))])) ?? ""); } catch (e) { return ""; } })(${JSON.stringify(known)})`,
        );
        attack("cross-origin", `${what} from ${host}`, () => {
          assert.ok(!String(learned).includes(known.token), `${what} revealed the token`);
          assert.equal(rig.target.paths.length, 1, `${what} reached the target`);
        });
      }
      await page.goto(`http://${host}:${evil.port}/report`);
      await page.evaluate(`new Promise((done) => { const i = new Image(); i.onerror = i.onload = done; i.src = "https://x.test/a.png"; setTimeout(done, 300); })`); // prettier-ignore
      await page.waitForTimeout(300);
      attack("cross-origin", `a report from ${host}`, () =>
        assert.equal(rig.target.paths.length, 1, "a report reached the target"),
      );
      await control(own);
    });

  it("fail for an attacker's host name that resolves to the local machine", async () => {
    const page = await openPage({}, { scriptsFail: true });
    for (const host of ["evil.localhost", "localhost"]) {
      const answer = await page.goto(`http://${host}:${rig.server.port}/`);
      const content = await page.content();
      attack("cross-origin", `the page under ${host}`, () => {
        assert.equal(answer?.status(), 421);
        assert.ok(!content.includes(known.token));
      });
      const status = await page.evaluate(`(async (k) => (await fetch("/_service/api/request", { method: "POST", body: k.envelope, headers: { "Content-Type": "application/json", "X-Relay-Token": k.token } })).status)(${JSON.stringify(known)})`); // prettier-ignore
      attack("cross-origin", `a request under ${host}`, () => assert.equal(status, 421));
    }
    assert.equal(rig.target.paths.length, 0);
    await control(page);
  });

  it("are blocked without blocking the preview's own page, which receives every status with one request", async () => {
    rig.answerWith((request, response) => {
      const status = Number(/\d+/.exec(request.url ?? "")?.[0] ?? 0);
      response.writeHead(status, status === 204 || status === 304 ? {} : { "Content-Type": "text/plain" });
      response.end(status === 204 || status === 304 ? undefined : `of ${status}`);
    });
    const page = await openPage({}, { scriptsFail: true });
    await page.goto(rig.server.url);
    const statuses = Array.from({ length: 400 }, (_, at) => at + 200);
    const seen = await page.evaluate(
      `(async (statuses, origin) => {
        const token = JSON.parse(document.body.dataset.host).token;
        const seen = [];
        for (const status of statuses) {
          const answer = await fetch("/_service/api/request", { method: "POST", body: JSON.stringify({ method: "GET", url: origin + "/" + status }), headers: { "Content-Type": "application/json", "X-Relay-Token": token } }).catch((e) => e);
          if (answer instanceof Error) { seen.push([status, "no answer"]); continue; }
          const head = JSON.parse(atob(answer.headers.get("X-Relay-Response").replaceAll("-", "+").replaceAll("_", "/")));
          seen.push([status, head.status, await answer.text()]);
        }
        return seen;
      })(${JSON.stringify(statuses)}, ${JSON.stringify(rig.targetOrigin)})`,
    );
    assert.deepEqual(
      seen,
      statuses.map((status) => [status, status, status === 204 || status === 304 ? "" : `of ${status}`]),
    );
    assert.equal(rig.target.paths.length, statuses.length, "a request was sent twice");
  });

  after(closeLocalServers);
});
