import assert from "node:assert/strict";
import { rawRequest } from "../../../../test/harness/raw-request.ts";
import { type RelayServer, startRelayServer } from "../../../../test/harness/relay-server.ts";
import type { RelayHead } from "../../core/request/protocol/relay-protocol.ts";
import type { Relay, RelaySink } from "../relay.ts";
import { createReceivedFiles } from "./uploads.ts";

const head: RelayHead = {
  status: 200,
  statusText: "OK",
  httpVersion: "1.1",
  headers: [["Content-Type", "text/plain"]],
  redirects: [],
  timings: { firstByte: 3 },
  sentRequest: { method: "GET", url: "http://api.test/", headers: [] },
};
const end = { bytes: 5, wireBytes: 5, total: 4 };
const failure = { code: "idle-timeout", message: "Nothing came.", cause: "idle-timeout", hint: "" } as const;

describe("HTTP response of known length", () => {
  let server: RelayServer;
  let respond: (sink: RelaySink) => Promise<void> | void;
  const relay: Relay = {
    send: async (_envelope, sink) => respond(sink),
    abort: () => false,
    getHead: () => undefined,
    openStoredBody: () => undefined,
    dispose: () => Promise.resolve(),
  };
  beforeEach(async () => void (server = await startRelayServer(relay, { files: createReceivedFiles() })));
  afterEach(() => server.close());
  const listGiven = async () => {
    const { headers, body } = await server.send({ options: { id: "a" } });
    return [headers.get("content-length"), headers.get("transfer-encoding"), body];
  };

  it("is sent with Content-Length instead of chunked encoding", async () => {
    respond = async (sink) => {
      sink.head(head, 5);
      await sink.data(Buffer.from("he"));
      await sink.data(Buffer.from("llo"));
      sink.end(end);
    };
    assert.deepEqual(await listGiven(), ["5", undefined, "hello"]);
  });

  it("is sent without a body if the length is 0", async () => {
    respond = (sink) => {
      sink.head(head, 0);
      sink.end(end);
    };
    assert.deepEqual(await listGiven(), ["0", undefined, ""]);
  });

  it("sends its last byte only once the outcome is known, so that the client can request the outcome", async () => {
    let hasEnded = false;
    let early = "";
    respond = async (sink) => {
      sink.head(head, 5);
      await sink.data(Buffer.from("hello"));
      await new Promise((resolve) => setTimeout(resolve, 40));
      early = (await rawRequest(server.port, "GET /_service/api/response/a", server.headers())).body;
      hasEnded = true;
      sink.end(end);
    };
    const [, , body] = await listGiven();
    assert.deepEqual([hasEnded, body], [true, "hello"]);
    assert.deepEqual(JSON.parse(early), { head });
    const { body: late } = await rawRequest(server.port, "GET /_service/api/response/a", server.headers());
    assert.deepEqual(JSON.parse(late), { head, end });
  });

  it("is delivered incomplete if it ends early", async () => {
    respond = async (sink) => {
      sink.head(head, 5);
      await sink.data(Buffer.from("hel"));
      sink.failed(failure);
    };
    assert.deepEqual(await listGiven(), ["5", undefined, "hel"]);
  });
});
