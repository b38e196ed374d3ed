import assert from "node:assert/strict";
import type { RelayFailureCode } from "../core/request/protocol/relay-protocol.ts";
import { emptyAnswer, serveRaw, type RawServer } from "../../../test/harness/raw-server.ts";
import { disposeRelays, createTestRelay, type RelayWorld } from "../../../test/harness/relay-harness.ts";

/** The server counts connections, because the relay must not connect to a target that it rejects. */
describe("relay target policy", () => {
  let server: RawServer;
  before(async () => {
    server = await serveRaw((socket) => socket.write(emptyAnswer));
  });
  after(async () => {
    await disposeRelays();
    await server.close();
  });

  const getFailure = async (url: string, world: RelayWorld): Promise<RelayFailureCode | "sent"> => {
    const before = server.sockets.length;
    const { failure } = await createTestRelay(world).ask({ method: "GET", url });
    if (failure) assert.equal(server.sockets.length, before, "a connection was opened anyway");
    return failure?.code ?? "sent";
  };
  const createLookup = (...addresses: string[]) => ({ lookup: () => Promise.resolve(addresses) });

  it("allows a declared origin (control)", async () => {
    assert.equal(await getFailure(`${server.origin}/a`, { targets: [server.origin] }), "sent");
  });

  it("rejects an undeclared origin, another port, and another scheme", async () => {
    const world = { targets: [server.origin, `http://localhost:${server.port + 1}`] };
    assert.equal(await getFailure(`http://localhost:${server.port}/`, world), "undeclared");
    assert.equal(await getFailure(`https://127.0.0.1:${server.port}/`, world), "undeclared");
    assert.equal(await getFailure(`http://127.0.0.1:${server.port + 2}/`, world), "undeclared");
  });

  it("doesn't resolve an undeclared host name", async () => {
    let lookups = 0;
    const means = { lookup: () => (lookups++, Promise.resolve(["127.0.0.1"])) };
    assert.equal(
      await getFailure("http://api.example.com/", { dependencies: means, targets: [server.origin] }),
      "undeclared",
    );
    assert.equal(lookups, 0);
  });

  const metadata = [
    "169.254.169.254", "2852039166", "0xA9FEA9FE", "0251.0376.0251.0376", "169.254.43518", "[fd00:ec2::254]",
    "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "100.100.100.200", "168.63.129.16",
    "metadata.google.internal", "METADATA.google.internal.", "[fe80::1]", "169.254.1.1", "0.0.0.0", "0", "[::]",
    "224.0.0.1", "255.255.255.255",
  ]; // prettier-ignore
  for (const host of metadata)
    for (const declaredBy of ["openapi.yaml", "you"])
      it(`rejects ${host}, declared by ${declaredBy}`, async () => {
        const { origin } = new URL(`http://${host}/`);
        const world: RelayWorld = { targets: [[origin, declaredBy]], dependencies: createLookup("8.8.8.8") };
        const { ask, questions } = createTestRelay(world);
        const { failure } = await ask({ method: "GET", url: `http://${host}/latest/meta-data/` });
        assert.equal(failure?.code, "refused-address");
        assert.deepEqual(questions, [], "the user was prompted for consent");
      });

  it("rejects a public name that resolves to the local machine or network", async () => {
    const url = `http://api.example.com:${server.port}/`;
    for (const address of [
      "127.0.0.1",
      "10.0.0.1",
      "192.168.1.1",
      "::1",
      "fd12::1",
      "::ffff:127.0.0.1",
      "100.64.0.1",
    ]) {
      const world: RelayWorld = { targets: [new URL(url).origin], dependencies: createLookup(address) };
      assert.equal(await getFailure(url, world), "refused-address", address);
    }
    const both: RelayWorld = {
      targets: [new URL(url).origin],
      dependencies: createLookup("93.184.215.14", "127.0.0.1"),
    };
    assert.equal(await getFailure(url, both), "refused-address");
  });

  it("rejects a name that resolves to a link-local address, even if the user entered it", async () => {
    const world: RelayWorld = {
      targets: [["http://box.example", "you"]],
      dependencies: createLookup("169.254.1.1"),
    };
    assert.equal(await getFailure("http://box.example/", world), "refused-address");
  });

  it("rejects localhost if it doesn't resolve to the local machine", async () => {
    const world: RelayWorld = { targets: ["http://localhost"], dependencies: createLookup("10.0.0.1") };
    assert.equal(await getFailure("http://localhost/", world), "refused-address");
  });

  it("allows localhost and any name on the local network that the user entered", async () => {
    const local = `http://localhost:${server.port}`;
    assert.equal(await getFailure(local, { targets: [local] }), "sent");
    const typed = `http://api.corp.example:${server.port}`;
    const world: RelayWorld = { targets: [[typed, "you"]], dependencies: createLookup("127.0.0.1") };
    assert.equal(await getFailure(typed, world), "sent");
  });

  it("resolves a name once and connects to the checked address, even if the name later resolves to a different address", async () => {
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    let lookups = 0;
    const lookup = () => Promise.resolve(answers[Math.min(lookups++, 1)] ?? []);
    const url = `http://api.corp.example:${server.port}`;
    const { ask } = createTestRelay({ targets: [[url, "you"]], dependencies: { lookup } });
    assert.equal((await ask({ method: "GET", url })).head?.address, "127.0.0.1");
    assert.equal(lookups, 1);
    assert.equal((await ask({ method: "GET", url })).failure?.code, "refused-address");
  });

  it("rejects a request without consent and returns the consent request", async () => {
    const refuseConsent = () => Promise.resolve("no" as const);
    const { ask, questions } = createTestRelay({ targets: [server.origin], requestConsent: refuseConsent });
    const { failure, calls } = await ask({ method: "GET", url: server.origin });
    const question = { origin: server.origin, declaredBy: "openapi.yaml", addresses: ["127.0.0.1"], secrets: [], isLocal: true }; // prettier-ignore
    assert.deepEqual([failure?.code, failure?.consent], ["consent", question]);
    assert.deepEqual([questions, calls], [[question], "failed"]);
  });

  it("shows a file name in the consent request on one line so that it can't imitate other text", async () => {
    const refuseConsent = () => Promise.resolve("no" as const);
    const requestNamed = async (declaredBy: string) => {
      const { ask, questions } = createTestRelay({
        targets: [[server.origin, declaredBy]],
        requestConsent: refuseConsent,
      });
      await ask({ method: "GET", url: server.origin });
      return questions[0]?.declaredBy ?? "";
    };
    assert.equal(await requestNamed("a\nNo secret is sent.\r\u202e\u2028.yaml"), "a·No secret is sent.···.yaml");
    assert.equal(await requestNamed("apis/größe 1.yaml"), "apis/größe 1.yaml");
    assert.match(await requestNamed(`${"a".repeat(5000)}.yaml`), /^a{60}…a{54}\.yaml$/);
  });

  it("rejects a name that can't be resolved or takes too long to resolve", async () => {
    const target = { targets: ["http://api.example.com"] };
    const none = { lookup: () => Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND api.example.com"), { code: "ENOTFOUND" })) }; // prettier-ignore
    assert.equal(await getFailure("http://api.example.com/", { ...target, dependencies: none }), "not-found");
    const slow = { lookup: () => new Promise<string[]>(() => undefined) };
    const { failure } = await createTestRelay({ ...target, dependencies: slow }).ask({
      method: "GET",
      url: "http://api.example.com/",
      options: { timeouts: { connect: 30 } },
    });
    assert.equal(failure?.code, "lookup-timeout");
  });

  it("lets a proxy resolve names but rejects cloud metadata names and IP addresses", async () => {
    let lookups = 0;
    const means = { isProxied: true, lookup: () => (lookups++, Promise.resolve(["127.0.0.1"])) };
    for (const host of ["metadata.google.internal", "169.254.169.254"])
      assert.equal(
        await getFailure(`http://${host}/`, { targets: [`http://${host}`], dependencies: means }),
        "refused-address",
      );
    assert.equal(lookups, 0);
  });
});
