import assert from "node:assert/strict";
import type { RelayDependencies, RelayTarget } from "../../server/src/relay/relay.ts";
import { closeLocalServers, serveLocally } from "../harness/local-server.ts";
import { itWithstands, type Attack, type Rig } from "./relay-rig.ts";

/** Returns a test for URLs that must be rejected with this code before any lookup or connection. */
const refused =
  (code: string, urls: (rig: Rig) => readonly string[]) =>
  async (rig: Rig): Promise<void> => {
    for (const url of urls(rig)) assert.equal(await rig.failure({ method: "GET", url }), code, url);
  };
const declared = (...hosts: string[]) => ({
  targets: hosts.flatMap((host): RelayTarget[] => [
    { origin: `http://${host}`, declaredBy: "openapi.yaml" },
    ...(URL.canParse(`http://${host}`) ? [{ origin: new URL(`http://${host}`).origin, declaredBy: "you" }] : []),
  ]),
});
const agreed = async (rig: Rig, hosts: readonly string[]): Promise<void> => {
  for (const host of hosts) await rig.playground.agree(`http://${host}/`);
};
/**
 * Returns a test for hosts that are declared by the specification and allowed by the user but must still be rejected.
 */
const neverAsked = (...hosts: string[]): Pick<Attack, "options" | "run"> => ({
  options: declared(...hosts),
  run: async (rig) => {
    await agreed(rig, hosts);
    await refused("refused-address", () => hosts.map((host) => `http://${host}/latest/meta-data/`))(rig);
  },
});

const metadata = [
  "169.254.169.254", "2852039166", "0xa9fea9fe", "0xA9.0xFE.0xA9.0xFE", "0251.0376.0251.0376", "169.254.43518",
  "169.16689662", "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[fd00:ec2::254]",
  "①⑥⑨.②⑤④.①⑥⑨.②⑤④", "169。254。169。254", "100.100.100.200", "168.63.129.16", "169.254.1.1", "[fe80::1]",
]; // prettier-ignore

/** Returns a lookup that resolves the hostname to different addresses each time it's called. */
const leadingTo = (...answers: readonly (readonly string[])[]): RelayDependencies => {
  let at = 0;
  return { lookup: async () => answers[Math.min(at++, answers.length - 1)] ?? [] };
};

const attacks: readonly Attack[] = [
  { no: "16", what: "an undeclared target", run: refused("undeclared", ({ victimOrigin }) => [victimOrigin, `${victimOrigin}/x?y`, "http://evil.test/"]) },
  { no: "17", what: "another port, scheme, or name of a declared target", run: refused("undeclared", ({ victim, target }) => [`http://127.0.0.1:${victim.port}/`, `https://${target.host}/`, `http://localhost:${target.port}/`, `http://[::1]:${target.port}/`, "http://127.0.0.1/"]) },
  { no: "18", what: "other schemes", run: refused("refused-target", ({ target }) => ["file:///etc/passwd", `ftp://${target.host}/`, "data:text/plain,x", "javascript:alert(1)", `ws://${target.host}/`, `//${target.host}/`, "/etc/passwd", "", "blob:http://x/1", "about:blank", "unix:/var/run/docker.sock:/x", `view-source:http://${target.host}/`]) },
  { no: "19", what: "a username that looks like the target", run: refused("refused-target", ({ target, victim }) => [`http://${target.host}@${victim.host}/`, `http://127.0.0.1@${victim.host}/`, `http://user:password@${target.host}/`, `http://@${target.host}/`]) },
  { no: "20", what: "URLs that parsers interpret differently", reaches: 3, run: async (rig) => {
    const { target, victim } = rig;
    const odd = [`http://${target.host}\\@${victim.host}/`, `http://${victim.host}\\@${target.host}/`, `http:\\\\${victim.host}\\`, `http:/${victim.host}/`, `http:${victim.host}`, `http:///${victim.host}/`, `http://${target.host}%40${victim.host}/`, `http://${target.host}%2f@${victim.host}/`, `ht\ttp://${victim.host}/`, `http://${victim.host}\t/`, ` http://${victim.host}/`, `http://${target.host}/\u2028`, `http://${target.host} ${victim.host}/`, `http://${victim.host}#@${target.host}/`, `http://${victim.host}?@${target.host}/`, `http://${victim.host};@${target.host}/`, `http://[::ffff:127.0.0.1]:${victim.port}/`];
    for (const url of odd) assert.match(await rig.failure({ method: "GET", url }), /^(malformed|refused-target|undeclared|refused-address)$/, url);
    // All parsers interpret these URLs in the same way, so the requests go to the target.
    for (const url of [`http://${target.host}#@${victim.host}/`, `http://${target.host}?@${victim.host}/`, `http://${target.host}/%2e%2e/@${victim.host}/`])
      assert.equal((await rig.send({ method: "GET", url })).status, 200, url);
    assert.equal(rig.target.paths.at(-1), `/%2e%2e/@${victim.host}/`);
  } },
  { no: "21", what: "cloud metadata addresses", ...neverAsked("169.254.169.254") },
  { no: "22", what: "cloud metadata addresses in decimal, octal, and hexadecimal", ...neverAsked("2852039166", "0251.0376.0251.0376", "0xa9.0xfe.0xa9.0xfe", "0xa9fea9fe") },
  { no: "23", what: "cloud metadata addresses in IPv6", ...neverAsked("[fd00:ec2::254]", "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]") },
  { no: "24", what: "names that resolve to cloud metadata addresses", options: { ...declared("metadata.google.internal", "api.example.com"), dependencies: { lookup: async () => ["169.254.169.254"] } }, run: async (rig) => {
    await agreed(rig, ["metadata.google.internal", "api.example.com"]);
    await refused("refused-address", () => ["http://metadata.google.internal/computeMetadata/v1/", "http://api.example.com/"])(rig);
  } },
  { no: "25", what: "a name that resolves to the local network after consent", options: () => ({ dependencies: leadingTo(["93.184.216.34"], ["127.0.0.1"], ["10.0.0.1"], ["::1"], ["93.184.216.34", "127.0.0.1"]) }), run: async (rig) => {
    const url = `http://api.example.com:${rig.victim.port}/`;
    rig.declare({ origin: new URL(url).origin, declaredBy: "openapi.yaml" });
    await rig.playground.agree(url);
    assert.ok(rig.playground.state().consents.includes(new URL(url).origin));
    for (let time = 0; time < 4; time++) assert.equal(await rig.failure({ method: "GET", url }), "refused-address");
  } },
  { no: "26", what: "a redirect to a cloud metadata address", reaches: 3, options: declared("169.254.169.254", "[fd00:ec2::254]"), run: async (rig) => {
    await agreed(rig, ["169.254.169.254", "[fd00:ec2::254]"]);
    for (const location of ["http://169.254.169.254/latest/", "http://[fd00:ec2::254]/", "http://100.100.100.200/"]) {
      rig.answerWith((_request, response) => response.writeHead(302, { Location: location }).end());
      assert.equal(await rig.failure({ method: "GET", url: rig.targetOrigin, options: { redirect: "follow" } }), "redirect-refused", location);
    }
  } },
  { no: "27", what: "a redirect that would send secrets to another origin", reaches: 2, run: async (rig) => {
    const other = await serveLocally((_request, response) => response.end("{}"));
    const baseUrl = `http://${other.host}`;
    rig.playground.handleMessage({ kind: "relay/environment", change: { kind: "set", name: "other", environment: { baseUrl, variables: {}, keepsCookies: false } } });
    await rig.playground.agree(baseUrl);
    rig.answerWith((_request, response) => response.writeHead(307, { Location: `${baseUrl}/` }).end());
    const headers = { Authorization: "Bearer {{secret:token}}", "X-Api-Key": "{{secret:token}}", "X-Own": "a {{secret:token}}", Cookie: "a={{secret:token}}", "X-Session-Token": "typed", "X-Plain": "kept" };
    const answer = await rig.send({ method: "GET", url: `${rig.targetOrigin}/`, header: headers, cookie: { b: "{{secret:token}}" }, options: { redirect: "follow" } });
    assert.equal(answer.status, 200, answer.body);
    const [got = {}] = other.headers;
    assert.equal(got["x-plain"], "kept");
    assert.deepEqual(["authorization", "x-api-key", "x-own", "cookie", "x-session-token"].filter((name) => got[name] !== undefined), []);
    const body = { method: "POST", url: `${rig.targetOrigin}/`, body: "k={{secret:token}}", options: { redirect: "follow" } };
    assert.equal(await rig.failure(body), "redirect-refused");
    assert.equal(other.paths.length, 1);
  } },
  { no: "28", what: "endless redirects", reaches: 12, run: async (rig) => {
    rig.answerWith((request, response) => response.writeHead(302, { Location: request.url ?? "" }).end());
    assert.equal(await rig.failure({ method: "GET", url: `${rig.targetOrigin}/a`, options: { redirect: "follow" } }), "redirect-loop");
    let count = 0;
    rig.answerWith((_request, response) => response.writeHead(302, { Location: `/${count++}` }).end());
    assert.equal(await rig.failure({ method: "GET", url: `${rig.targetOrigin}/b`, options: { redirect: "follow" } }), "redirect-loop");
    assert.ok(count <= 12, `${count} redirects were followed`);
  } },
  { no: "X134", what: "schemes, usernames, and ports for other services", options: declared("127.0.0.1:22", "127.0.0.1:25", "127.0.0.1:6667", "127.0.0.1:0"), run: refused("refused-target", ({ target }) => ["file:///x", "ftp://x/", "gopher://x/", "unix:/x", `http://user@${target.host}/`, "http://127.0.0.1:0/", "http://127.0.0.1:22/", "http://127.0.0.1:25/", "http://127.0.0.1:6667/"]) },
  { no: "X135", what: "metadata and link-local addresses in every notation", ...neverAsked(...metadata) },
  { no: "X136", what: "a DNS response that changes between the check and the connection", reaches: 1, options: () => ({ dependencies: leadingTo(["127.0.0.1"], ["127.0.0.1"], ["169.254.169.254"]) }), run: async (rig) => {
    const baseUrl = `http://here.example.com:${rig.target.port}`;
    rig.playground.handleMessage({ kind: "relay/environment", change: { kind: "set", name: "here", environment: { baseUrl, variables: {}, keepsCookies: false } } });
    await rig.playground.agree(baseUrl);
    assert.equal((await rig.send({ method: "GET", url: baseUrl })).status, 200);
    assert.equal(await rig.failure({ method: "GET", url: baseUrl }), "refused-address");
  } },
  { no: "X137", what: "a redirect, which is shown but not followed", reaches: 5, run: async (rig) => {
    for (const status of [301, 302, 303, 307, 308]) {
      rig.answerWith((_request, response) => response.writeHead(status, { Location: rig.victimOrigin }).end());
      const answer = await rig.send({ method: "GET", url: rig.targetOrigin });
      assert.deepEqual([answer.status, answer.headers.get("location")], [status, undefined]);
    }
  } },
  { no: "X144", what: "the relay as its own target", options: { dependencies: { lookup: async () => ["127.0.0.1"] } }, run: async (rig) => {
    const { port } = rig.server;
    for (const host of ["127.0.0.1", "localhost", "here.example.com", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0"]) {
      const baseUrl = `http://${host}:${port}/_service/api/request`;
      rig.playground.handleMessage({ kind: "relay/environment", change: { kind: "set", name: host, environment: { baseUrl, variables: {}, keepsCookies: false } } });
      await rig.playground.agree(baseUrl);
      assert.match(await rig.failure({ method: "POST", url: baseUrl, header: { "X-Relay-Token": rig.server.token, Origin: `http://127.0.0.1:${port}` }, body: {} }), /^(consent|refused-address|refused-target|connect-refused|unreachable)$/, host);
    }
  } },
]; // prettier-ignore

describe("attacks on the relay: targets", function () {
  this.timeout(60_000);
  after(closeLocalServers);
  itWithstands(attacks);
});
