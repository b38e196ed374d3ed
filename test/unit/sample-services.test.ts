import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { load } from "js-yaml";
import { WebSocket } from "ws";
import { schemaChecks } from "../../sample/services/api/schema-checks.ts";
import { readSpecification, type Dict } from "../../sample/services/api/specification.ts";
import { documentedApi } from "../../sample/services/documented-api.ts";
import { listenOnLoopback, type Listening } from "../../sample/services/listen-on-loopback.ts";
import { startServices } from "../../sample/services/start-services.ts";
import { project } from "../harness/source-files.ts";
import { berthCalls, firstVersionCalls, trackCalls, type SampleCall } from "./sample-calls.ts";

describe("sample site API", () => {
  let listening: Listening;
  let origin: string;

  before(async () => {
    listening = await listenOnLoopback(documentedApi(), 0);
    origin = `http://localhost:${listening.port}`;
  });
  after(() => listening.stop());

  for (const [file, base, calls] of [
    ["openapi/tracking.yaml", "/v2", trackCalls],
    ["openapi/berths.json", "/berths", berthCalls],
    ["openapi/tracking-v1.json", "", firstVersionCalls],
  ] as const)
    describe(file, () => {
      const { document, operations } = readSpecification(file);
      const check = schemaChecks(document);
      let own: Listening;

      // These tests use their own service, because some calls change data that other tests would see.
      before(async () => {
        own = await listenOnLoopback(documentedApi(), 0);
      });
      after(() => own.stop());

      it("has tests for all of its operations", () => {
        const called = new Set(calls.filter(({ status }) => status < 300).map(({ operation }) => operation));
        assert.deepEqual(
          operations.map(({ id }) => id).filter((id) => !called.has(id)),
          [],
        );
      });

      for (const call of calls)
        it(`responds to ${call.operation} with ${call.status} for ${call.path}`, async () => {
          const answer = await send(`http://localhost:${own.port}${base}`, call, operations);
          const body = Buffer.from(await answer.arrayBuffer());
          assert.equal(answer.status, call.status, body.toString("utf8").slice(0, 500));
          const response = responseOf(document, call.operation, call.status);
          if (!response.content)
            return assert.equal(body.length, 0, "the response has a body that the specification doesn't define");
          const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
          assert.ok(type in response.content, `${type} is not among ${Object.keys(response.content).join(", ")}`);
          assert.ok(body.length > 0);
          if (!type.endsWith("json")) return;
          const pointer = `${response.at}/content/${type.replace("/", "~1")}/schema`;
          assert.deepEqual(check(pointer, JSON.parse(body.toString("utf8"))), []);
        });
    });

  it("returns 429 with the time to wait once a key has reached its limit per minute", async () => {
    const headers = { Authorization: "Bearer demo-limited" };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const answer = await fetch(`${origin}/v2/shipments`, { headers });
      statuses.push(answer.status);
      if (answer.status === 429) assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
      await answer.arrayBuffer();
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  });

  it("returns every shipment exactly once across all pages", async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const answer = await fetch(`${origin}/v2/shipments?limit=7${at}`, {
        headers: { Authorization: "Bearer demo-pages" },
      });
      const page = (await answer.json()) as { shipments: { id: string }[]; nextCursor: string | null };
      ids.push(...page.shipments.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    assert.ok(ids.length >= 36);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("sends a reported movement to clients that follow the shipment", async () => {
    const headers = { Authorization: "Bearer demo-live", "Content-Type": "application/json" };
    const address = `${origin}/v2/shipments/shp_3P9RT1`;
    const stream = await fetch(`${address}/live?events=2`, { headers });
    const report = { kind: "customs", at: "2026-11-20T06:10:00Z", place: "NLRTM", decision: "inspected" };
    await fetch(`${address}/movements`, { method: "POST", headers, body: JSON.stringify(report) });
    const events = (await stream.text()).split("\n").filter((line) => line.startsWith("data: "));
    assert.deepEqual(JSON.parse((events[1] ?? "").slice(6)), report);
  });

  it("allows cross-origin requests to the Track API but not to the Berths API", async () => {
    const ask = (address: string) =>
      fetch(origin + address, {
        method: "OPTIONS",
        headers: { "Access-Control-Request-Headers": "authorization" },
      });
    const track = await ask("/v2/shipments");
    assert.equal(track.headers.get("access-control-allow-origin"), "*");
    assert.equal(track.headers.get("access-control-allow-headers"), "authorization");
    assert.equal((await ask("/berths/ports")).headers.get("access-control-allow-origin"), null);
  });

  it("gives a broker a token that releases a shipment", async () => {
    const token = await fetch(`${origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: "broker",
        scope: "holds.release",
      }),
    });
    const { access_token: key } = (await token.json()) as { access_token: string };
    const answer = await fetch(`${origin}/v2/shipments/shp_3P9RT1/release`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: new URLSearchParams({ declaration: "26DE" }),
    });
    assert.equal(answer.status, 200);
  });

  describe("live channels", () => {
    const { components } = load(readFileSync(path.join(project, "sample/site/asyncapi/live.yaml"), "utf8")) as {
      components: Dict;
    };
    const check = schemaChecks({ components });
    const messagesAt = (address: string, first: string | undefined, count: number) =>
      new Promise<unknown[]>((resolve, reject) => {
        const socket = new WebSocket(`ws://localhost:${listening.port}/live${address}`);
        const messages: unknown[] = [];
        socket.on("open", () => first !== undefined && socket.send(first));
        socket.on("error", reject);
        socket.on("close", (code) => resolve([code]));
        socket.on("message", (data: Buffer) => {
          messages.push(JSON.parse(data.toString("utf8")));
          if (messages.length < count) return;
          socket.removeAllListeners("close");
          socket.close();
          resolve(messages);
        });
      });

    it("send movements as specified", async () => {
      const [message] = await messagesAt("/shipments/shp_3P9RT1/movements", undefined, 1);
      assert.deepEqual(check("/components/messages/MovementRecorded/payload", message), []);
    });

    it("send movements only for the selected quays", async () => {
      const [message] = await messagesAt("/ports/DEHAM/quays", '{"quays":["Burchardkai 4"]}', 1);
      assert.deepEqual(check("/components/messages/QuayChanged/payload", message), []);
      assert.equal((message as Dict)["quay"], "Burchardkai 4");
    });

    it("close after an invalid message, and return 404 at unknown paths", async () => {
      assert.deepEqual(await messagesAt("/ports/DEHAM/quays", "quays please", 1), [1008]);
      await assert.rejects(messagesAt("/ports/XXXXX/quays", undefined, 1), /404/);
      const odd = connect(listening.port, "127.0.0.1");
      odd.end("GET // HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
      const [first] = (await once(odd, "data")) as [Buffer];
      assert.match(first.toString("latin1"), /^HTTP\/1\.1 404 /);
    });
  });

  it("is skipped with a message if the port is in use", async () => {
    const taken = await listenOnLoopback({ ...documentedApi(), port: 4010 }).catch(() => undefined);
    const lines: string[] = [];
    const { end } = await startServices((line) => lines.push(line));
    await end();
    await taken?.stop();
    assert.match(lines.join("\n"), /^The sample API isn.t running: port 4010 is in use\./);
  });
});

async function send(
  address: string,
  { operation, path: rest, headers, body }: SampleCall,
  operations: readonly { readonly id: string; readonly method: string }[],
): Promise<Response> {
  const method = operations.find(({ id }) => id === operation)?.method ?? "GET";
  const isTrack = address.endsWith("/v2");
  return fetch(address + rest, {
    method,
    headers: { ...(isTrack && { Authorization: "Bearer demo-tests" }), ...headers },
    ...(body !== undefined && { body }),
  });
}

/** Returns the Response Object for a response, with references resolved. */
function responseOf(
  document: Dict,
  operation: string,
  status: number,
): { readonly at: string; readonly content: Dict | undefined } {
  for (const [address, item] of Object.entries(document["paths"] as Record<string, Dict>))
    for (const [method, value] of Object.entries(item)) {
      if ((value as Dict)["operationId"] !== operation) continue;
      const responses = (value as Dict)["responses"] as Record<string, Dict>;
      const written = responses[String(status)];
      assert.ok(written, `${operation} doesn't define ${status}`);
      const reference = written["$ref"];
      const at =
        typeof reference === "string"
          ? reference.slice(1)
          : `/paths/${address.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/responses/${status}`;
      const name = at.split("/").at(-1) ?? "";
      const shared = ((document["components"] as Dict)["responses"] ?? {}) as Record<string, Dict>;
      const response = typeof reference === "string" ? shared[name] : written;
      return { at, content: response?.["content"] as Dict | undefined };
    }
  throw new Error(`no operation ${operation}`);
}
