import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Page } from "playwright-core";
import { authority, good, leafKey } from "../../harness/certificates.ts";
import { recordingProxy, type RecordingProxy } from "../../harness/recording-proxy.ts";
import { elsewhereCertificate, goodCertificate, type TestCertificate } from "../../harness/test-certificates.ts";
import { patience, untilTrue } from "./patience.ts";
import { respondToPrompt, openPlayground, preview, send } from "./playground-page.ts";
import type { Step } from "./step.ts";

export const certificateSteps: readonly Step[] = [
  ["a certificate is trusted with one click, but a different one isn't", trustCertificate],
];

/**
 * The certificate authority that VS Code must trust from its start, in addition to the default authorities. It signs
 * the certificates of hosts behind the proxy.
 */
export const trustedAuthority = authority;

/** VS Code reads `http.proxy` when its window is loaded, so the window must be reloaded between these two steps. */
export const [setProxyStep, useProxyStep]: readonly [Step, Step] = [
  ["a proxy is set in the editor's settings", setProxy],
  ["a playground sends requests through the editor's proxy, except to hosts that the settings exclude", useProxy],
];

async function trustCertificate(page: Page, site: string): Promise<void> {
  let requested = 0;
  const server = createServer(goodCertificate, (_, response) => {
    requested++;
    response.setHeader("Connection", "close");
    response.end("locked");
  });
  const port = await listen(server);
  await openPage(page, site, "lock", `api: GET https://127.0.0.1:${port}/lock\nauthMethod: none`);
  const shown = preview(page);
  await send(page);
  await respondToPrompt(page, "Always Allow This Origin");
  await shown.getByText("This machine doesn't trust the certificate for").waitFor(patience);
  await shown.getByText(fingerprintOf(goodCertificate)).waitFor(patience);
  assert.equal(requested, 0);
  await shown.getByRole("button", { name: "Trust this certificate and send again" }).click(patience);
  await shown.getByText("200 OK").first().waitFor(patience);
  assert.equal(requested, 1);
  await send(page);
  await untilTrue("the second request", async () => requested === 2);
  await shown.getByText("200 OK").first().waitFor(patience);
  server.setSecureContext(elsewhereCertificate);
  await send(page);
  await shown.getByText(fingerprintOf(elsewhereCertificate)).waitFor(patience);
  assert.equal(requested, 2);
  server.close();
}

/** A hostname that only the proxy resolves, one that the proxy rejects, and one that is excluded from the proxy. */
const [proxied, refused, excepted] = ["api.example.com", "far.harbour.invalid", "near.harbour.invalid"];

interface ByProxy {
  readonly proxy: RecordingProxy;
  readonly server: Server;
  /** The requests that arrived through the tunnel. */
  readonly arrived: IncomingMessage[];
}

let byProxy: ByProxy | undefined;

/** Sets the proxy in VS Code's profile, which is next to the site. */
async function setProxy(_page: Page, site: string): Promise<void> {
  const arrived: IncomingMessage[] = [];
  const server = createServer({ key: leafKey, cert: good }, (request, response) => {
    arrived.push(request);
    response.end("by tunnel");
  });
  const proxy = await recordingProxy(new Map([[`${proxied}:443`, await listen(server)]]));
  byProxy = { proxy, server, arrived };
  const file = path.join(path.dirname(site), "profile", "data", "User", "settings.json");
  const settings = JSON.parse(await readFile(file, "utf8")) as object;
  const more = { "http.proxy": proxy.url, "http.noProxy": [excepted] };
  await writeFile(file, JSON.stringify({ ...settings, ...more }));
}

async function useProxy(page: Page, site: string): Promise<void> {
  assert.ok(byProxy, "no proxy is set");
  const { proxy, server, arrived } = byProxy;
  const servers = [`http://${proxied}`, `https://${proxied}`, `https://${refused}`, `http://${excepted}`];
  await writeFile(path.join(site, "tides.yaml"), specificationOf(servers));
  await openPage(page, site, "tide", "openapi: tides.yaml GET /tide");
  const shown = preview(page);
  /** Returns only the requests of these tests, because VS Code may also request other URLs. */
  const ours = () => proxy.asked.filter(({ line }) => [proxied, refused, excepted].some((name) => line.includes(name)));
  const sendTo = async (at: number, words: string) => {
    await shown.getByRole("combobox", { name: "Server" }).selectOption(servers[at] ?? "");
    await send(page);
    assert.match(await respondToPrompt(page, "Allow Once"), /Your proxy resolves /);
    await shown.getByText(words).first().waitFor(patience);
  };
  await sendTo(0, "by proxy");
  const [plain] = ours();
  assert.equal(plain?.line, `GET http://${proxied}/tide`);
  assert.deepEqual([plain.headers.host, plain.headers["user-agent"]], [proxied, "docwright"]);
  await sendTo(1, "by tunnel");
  assert.equal(ours()[1]?.line, `CONNECT ${proxied}:443`);
  assert.deepEqual(
    arrived.map(({ url, headers }) => [url, headers.host]),
    [["/tide", proxied]],
  );
  await sendTo(2, "Your network's proxy blocked the request");
  await sendTo(3, `The host ${excepted} can't be found`);
  assert.equal(ours().length, 3);
  await proxy.close();
  server.close();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function specificationOf(servers: readonly string[]): string {
  return `openapi: 3.1.0
info: { title: Tides, version: "1" }
servers:
${servers.map((url) => `  - url: ${url}\n`).join("")}paths:
  /tide: { get: { responses: { "200": { description: ok } } } }
`;
}

/** Opens an endpoint page and its playground. */
async function openPage(page: Page, site: string, name: string, endpoint: string): Promise<void> {
  const words = `Of the ${name}.`;
  await writeFile(path.join(site, `${name}.mdx`), `---\ntitle: A ${name}\n${endpoint}\n---\n\n${words}\n`);
  await openPlayground(page, `${name}.mdx`, words);
}

function fingerprintOf({ cert }: TestCertificate): string {
  return new X509Certificate(cert).fingerprint256;
}
