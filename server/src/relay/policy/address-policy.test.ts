import assert from "node:assert/strict";
import { type AddressKind, checkUrl, getAddressKind, publicUrlPolicy, type UrlRefusal } from "./address-policy.ts";

/** The kinds of addresses, from IANA's special-purpose address registries for IPv4 and IPv6. */
const kinds: Readonly<Record<string, AddressKind>> = {
  "8.8.8.8": "public",
  "1.1.1.1": "public",
  "172.15.255.255": "public",
  "172.32.0.1": "public",
  "100.63.255.255": "public",
  "100.128.0.1": "public",
  "192.0.1.1": "public",
  "198.20.0.1": "public",
  "223.255.255.255": "public",
  "127.0.0.1": "loopback",
  "127.255.255.254": "loopback",
  "0.0.0.0": "unspecified",
  "0.1.2.3": "unspecified",
  "10.0.0.1": "private",
  "172.16.0.1": "private",
  "172.31.255.255": "private",
  "192.168.1.1": "private",
  "100.64.0.1": "shared",
  "100.127.255.255": "shared",
  "169.254.1.1": "link-local",
  "169.254.169.254": "metadata",
  "169.254.170.2": "metadata",
  "168.63.129.16": "metadata",
  "100.100.100.200": "metadata",
  "192.0.0.1": "reserved",
  "192.0.2.1": "reserved",
  "192.88.99.1": "reserved",
  "198.18.0.1": "reserved",
  "198.19.255.255": "reserved",
  "198.51.100.7": "reserved",
  "203.0.113.7": "reserved",
  "224.0.0.1": "multicast",
  "240.0.0.1": "reserved",
  "255.255.255.255": "reserved",
  "2606:4700::1111": "public",
  "2a00:1450:4001:81b::200e": "public",
  "::": "unspecified",
  "::1": "loopback",
  "0:0:0:0:0:0:0:1": "loopback",
  "[::1]": "loopback",
  "::1%lo": "loopback",
  "::ffff:127.0.0.1": "loopback",
  "::ffff:7f00:1": "loopback",
  "::FFFF:169.254.169.254": "metadata",
  "::ffff:8.8.8.8": "public",
  "::ffff:0:127.0.0.1": "reserved",
  "::127.0.0.1": "reserved",
  "64:ff9b::10.0.0.1": "private",
  "64:ff9b::a9fe:a9fe": "metadata",
  "64:ff9b:1::1": "reserved",
  "2002:7f00:1::": "reserved",
  "2001:0:4136:e378::1": "reserved",
  "2001:db8::1": "reserved",
  "3fff::1": "reserved",
  "100::1": "reserved",
  "fc00::1": "private",
  "fd12:3456::1": "private",
  "fd00:ec2::254": "metadata",
  "fd00:ec2::23": "metadata",
  "fd20:ce::254": "metadata",
  "fd00:42::42": "metadata",
  "fd20:cf::254": "private",
  "fec0::1": "private",
  "fe80::1%eth0": "link-local",
  "febf::1": "link-local",
  "ff02::1": "multicast",
  "": "none",
  "example.com": "none",
  "2130706433": "none",
  "0x7f.0.0.1": "none",
  "0177.0.0.1": "none",
  "127.1": "none",
  "127.0.0.1.": "none",
  "256.0.0.1": "none",
  ":::1": "none",
  "1::2::3": "none",
  "::1.2.3": "none",
  "1:2:3:4:5:6:7": "none",
  "1:2:3:4:5:6:7:8:9": "none",
  "1:2:3:4:5:6:7::8": "none",
};

/** Hosts, in various notations, that aren't on the public web. Each of them must be rejected before any lookup. */
const refusedHosts = [
  "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0x7f.0x0.0x0.0x1",
  "127.0.0.1.", "127。0。0。1", "①②⑦.0.0.1", "１２７.0.0.1", "%31%32%37.0.0.1", "0", "0.0.0.0", "0x0", "00000000",
  "localhost", "LOCALHOST", "localhost.", "api.localhost", "ⓛocalhost", "printer.local", "metadata.google.internal",
  "10.1.2.3", "0xa010203", "167838211", "192.168.0.1", "3232235521", "172.16.5.4", "100.64.0.1",
  "169.254.169.254", "2852039166", "0xA9FEA9FE", "0251.0376.0251.0376", "169.254.43518", "169.16689662",
  "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:a9fe:a9fe]", "[::127.0.0.1]",
  "[fe80::1]", "[fd00:ec2::254]", "[fc00::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
  "224.0.0.1", "255.255.255.255", "192.0.2.1",
]; // prettier-ignore

/** URLs that are rejected for another reason. */
const refusedUrls: Readonly<Record<string, UrlRefusal>> = {
  "http://example.com/": "scheme",
  "ftp://example.com/": "scheme",
  "file:///etc/passwd": "scheme",
  "data:application/json,{}": "scheme",
  "javascript:alert(1)": "scheme",
  "https://user@example.com/": "credentials",
  "https://user:pw@example.com/": "credentials",
  "https://example.com:0/": "port",
  "https://example.com:22/": "port",
  "https://example.com:6667/": "port",
  "https://": "malformed",
  "https://exa mple.com/": "malformed",
  "https://256.256.256.256/": "malformed",
  "https://[::1%25lo]/": "malformed",
  "//example.com/openapi.json": "malformed",
  "openapi.json": "malformed",
};

describe("address policy: IP addresses", () => {
  for (const [address, kind] of Object.entries(kinds))
    it(`classifies ${address || "nothing"} as ${kind}`, () => assert.equal(getAddressKind(address), kind));
});

describe("address policy: URLs", () => {
  for (const host of refusedHosts)
    it(`rejects https://${host}/`, () =>
      assert.deepEqual(checkUrl(`https://${host}/openapi.json`), { ok: false, reason: "host" }));

  for (const [url, reason] of Object.entries(refusedUrls))
    it(`rejects ${url}`, () => assert.deepEqual(checkUrl(url), { ok: false, reason }));

  it("rejects a URL of more than 2,000 characters", () =>
    assert.deepEqual(checkUrl(`https://example.com/${"a".repeat(2000)}`), {
      ok: false,
      reason: "malformed",
    }));

  for (const url of ["https://example.com/openapi.json", "https://api.example.com:8443/v1?x=1", "https://8.8.8.8/"])
    it(`accepts ${url}`, () => {
      const checkedUrl = checkUrl(url);
      assert.equal(checkedUrl.ok && checkedUrl.url.href, url);
    });

  it("accepts addresses that a test explicitly allows", () => {
    const policy = {
      ...publicUrlPolicy,
      schemes: ["http:"],
      allowsAddress: (address: string) => address === "127.0.0.1",
    };
    assert.equal(checkUrl("http://127.0.0.1:8080/", policy).ok, true);
    assert.equal(checkUrl("http://127.0.0.2:8080/", policy).ok, false);
  });
});
