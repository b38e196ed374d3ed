import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { createServer, type Server, type ServerOptions } from "node:https";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from "node:net";
import { authority, authorityKey, expired, good, leafKey } from "../../../test/harness/certificates.ts";
import { disposeRelays, createTestRelay, type RelayWorld } from "../../../test/harness/relay-harness.ts";

const servers: (Server | TcpServer)[] = [];
const startListening = async (server: Server | TcpServer): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

interface Seen {
  readonly origin: string;
  readonly requests: string[];
}

async function serve(options: ServerOptions, host = "api.example.com"): Promise<Seen> {
  const requests: string[] = [];
  const server = createServer({ key: leafKey, ...options }, (request, response) => {
    requests.push(`${request.method} ${request.headers.host ?? ""} ${request.headers.authorization ?? ""}`);
    response.end("hi");
  });
  return { origin: `https://${host}:${await startListening(server)}`, requests };
}

describe("relay over HTTPS", () => {
  afterEach(async () => {
    await disposeRelays();
    for (const server of servers.splice(0)) server.close();
  });

  const get = ({ origin }: Seen, options: object = {}, world: RelayWorld = {}) =>
    createTestRelay({
      targets: [[origin, "you"]],
      secrets: { token: { value: "canary99", origin } },
      ...world,
      dependencies: { lookup: () => Promise.resolve(["127.0.0.1"]), ...world.dependencies },
    }).ask({ method: "GET", url: origin, header: { Authorization: "Bearer {{secret:token}}" }, options });
  const getFingerprint = (pem: string) => new X509Certificate(pem).fingerprint256;

  it("returns connection details for a trusted certificate", async () => {
    const server = await serve({ cert: good });
    const { head } = await get(server, {}, { dependencies: { ca: authority } });
    const { tls } = head ?? {};
    assert.deepEqual([tls?.issuer, tls?.fingerprint, tls?.isAllowedByConsent], ["Docwright test authority", getFingerprint(good), undefined]); // prettier-ignore
    assert.match(tls?.protocol ?? "", /^TLSv1\.[23]$/);
    assert.deepEqual(server.requests, [`GET ${new URL(server.origin).host} Bearer canary99`]);
    assert.ok((head?.timings.tls ?? 0) >= (head?.timings.connect ?? 1));
  });

  it("doesn't send anything if the certificate isn't trusted, regardless of the environment", async () => {
    const server = await serve({ cert: good });
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      const { failure } = await get(server);
      assert.deepEqual([failure?.code, failure?.fingerprint], ["tls-untrusted", getFingerprint(good)]);
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
    assert.deepEqual(server.requests, []);
  });

  it("trusts only a certificate whose fingerprint the user allowed", async () => {
    const server = await serve({ cert: good });
    const { head } = await get(server, { tlsFingerprint: getFingerprint(good) });
    assert.deepEqual([head?.status, head?.tls?.isAllowedByConsent], [200, true]);
    const other = getFingerprint(authority);
    const { failure } = await get(server, { tlsFingerprint: other });
    assert.deepEqual([failure?.code, failure?.fingerprint], ["tls-untrusted", getFingerprint(good)]);
    assert.equal(server.requests.length, 1);
  });

  it("doesn't apply consent for one request to later ones", async () => {
    const server = await serve({ cert: good });
    const { ask } = createTestRelay({
      targets: [[server.origin, "you"]],
      dependencies: { lookup: () => Promise.resolve(["127.0.0.1"]) },
    });
    const envelope = { method: "GET", url: server.origin };
    assert.equal((await ask({ ...envelope, options: { tlsFingerprint: getFingerprint(good) } })).head?.status, 200);
    assert.equal((await ask(envelope)).failure?.code, "tls-untrusted");
  });

  it("trusts a self-signed certificate by its fingerprint, for any host name", async () => {
    const server = await serve({ cert: authority, key: authorityKey }, "localhost");
    const { failure } = await get(server);
    assert.deepEqual([failure?.code, failure?.fingerprint], ["tls-untrusted", getFingerprint(authority)]);
    const { head } = await get(server, { tlsFingerprint: getFingerprint(authority) });
    assert.equal(head?.tls?.isAllowedByConsent, true);
  });

  it("distinguishes an expired certificate, a certificate for another name, and a port without TLS", async () => {
    const means = { ca: authority };
    assert.equal((await get(await serve({ cert: expired }), {}, { dependencies: means })).failure?.code, "tls-expired");
    assert.equal((await get(await serve({ cert: good }, "other.example.com"), {}, { dependencies: means })).failure?.code, "tls-wrong-name"); // prettier-ignore
    const port = await startListening(createTcpServer((socket) => void socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n"))); // prettier-ignore
    assert.equal((await get({ origin: `https://api.example.com:${port}`, requests: [] })).failure?.code, "tls-protocol"); // prettier-ignore
    const old = await serve({
      cert: good,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    assert.equal((await get(old, {}, { dependencies: means })).failure?.code, "tls-protocol");
  });

  it("doesn't follow a redirect to HTTP", async () => {
    let requestCount = 0;
    const plain = `http://127.0.0.1:${await startListening(createTcpServer(() => requestCount++))}`;
    const server = createServer({ key: leafKey, cert: good }, (_request, response) => void response.writeHead(302, { Location: plain }).end()); // prettier-ignore
    const origin = `https://api.example.com:${await startListening(server)}`;
    const { ask } = createTestRelay({
      targets: [[origin, "you"], plain],
      dependencies: { ca: authority, lookup: () => Promise.resolve(["127.0.0.1"]) },
    });
    const { failure } = await ask({ method: "GET", url: origin, options: { redirect: "follow" } });
    assert.deepEqual([failure?.code, requestCount], ["redirect-refused", 0]);
    assert.match(failure?.message ?? "", /which uses HTTP instead of HTTPS/);
  });

  it("sends a client certificate if the editor provides one for the origin", async () => {
    const server = await serve({ cert: good, requestCert: true, rejectUnauthorized: true, ca: authority });
    const means = { ca: authority };
    assert.notEqual((await get(server, {}, { dependencies: means })).failure, undefined);
    const getClientCertificate = (origin: string) => Promise.resolve(origin === server.origin ? { cert: good, key: leafKey } : undefined); // prettier-ignore
    assert.equal((await get(server, {}, { dependencies: { ...means, getClientCertificate } })).head?.status, 200);
    const getBadCertificate = () => Promise.resolve({ cert: "no", key: "no" });
    assert.equal(
      (await get(server, {}, { dependencies: { ...means, getClientCertificate: getBadCertificate } })).failure?.code,
      "failed",
    );
  });
});
