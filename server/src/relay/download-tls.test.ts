import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { download, type DownloadDependencies } from "./download.ts";

/** A self-signed certificate for api.example.com, created only for this test. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU2gAwIBAgIUeAx6KssKneFIpgSTSpSZc9E2NyIwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPYXBpLmV4YW1wbGUuY29tMCAXDTI2MTEyMTE3MTUwNloYDzIx
MjYxMDI4MTcxNTA2WjAaMRgwFgYDVQQDDA9hcGkuZXhhbXBsZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQjsCN03Wj9jzBjPLkEthx/YqhdIIjOt9h97vuI
adLtT9thQPt/BlFbxR2P5boReCt9g9ATnD5vfGcmZSwHmQ4yo28wbTAdBgNVHQ4E
FgQUX/88kI1W1u1ORhKitokoxQB3jfUwHwYDVR0jBBgwFoAUX/88kI1W1u1ORhKi
tokoxQB3jfUwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9hcGkuZXhhbXBs
ZS5jb20wCgYIKoZIzj0EAwIDSQAwRgIhAO1vQzQJMOuWUPIT5vzKAjmzRGmJFrkt
kiiJ7VWIwRIiAiEAjQTzXvUl2x7kPCAqAWGtuPwXf4t5SqlNR+PlfHcLyRg=
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/CWEsg4kFOOFUusz
9zmPGI2x96nN9uNaXb0DQqVO0dihRANCAAQjsCN03Wj9jzBjPLkEthx/YqhdIIjO
t9h97vuIadLtT9thQPt/BlFbxR2P5boReCt9g9ATnD5vfGcmZSwHmQ4y
-----END PRIVATE KEY-----`;

describe("download over TLS", () => {
  const server = createServer({ key, cert: certificate }, (_request, response) => response.end("{}"));
  let port = 0;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => server.close());

  const means: DownloadDependencies = {
    policy: { schemes: ["https:"], allowsAddress: (address) => address === "127.0.0.1" },
    lookup: () => Promise.resolve(["127.0.0.1"]),
  };
  const downloadFrom = (host: string, more: DownloadDependencies = {}) =>
    download({ url: `https://${host}:${port}/a.json`, isHostAllowed: () => true }, { ...means, ...more });
  const refused = { kind: "failed", text: "has a host whose certificate isn't valid" };

  it("connects to the validated IP address for the given host name", async () => {
    assert.equal((await downloadFrom("api.example.com", { ca: certificate })).kind, "fetched");
  });

  it("rejects an untrusted certificate, regardless of the environment", async () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      assert.deepEqual(await downloadFrom("api.example.com"), refused);
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
  });

  it("rejects a certificate for another host name", async () => {
    assert.deepEqual(await downloadFrom("other.example.com", { ca: certificate }), refused);
  });
});
