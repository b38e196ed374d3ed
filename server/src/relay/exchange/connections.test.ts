import assert from "node:assert/strict";
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { BufferReuseAgent } from "./connections.ts";

/** A body of 3 MB in which no two blocks are identical. */
const full = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at.toString().padStart(10)).join(""));

describe("HTTP agent with a shared read buffer", () => {
  const servers: Server[] = [];
  let agent: BufferReuseAgent;
  beforeEach(() => (agent = new BufferReuseAgent({ keepAlive: true, maxSockets: 4 })));
  afterEach(() => {
    agent.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const sendRequest = (url: string) =>
    new Promise<IncomingMessage>((resolve, reject) => get(url, { agent }, resolve).on("error", reject));

  it("returns chunks that don't change while later chunks are read", async () => {
    const url = await serve((_requested, answer) => void answer.end(full));
    const pieces: Buffer[] = [];
    for await (const piece of await sendRequest(url)) pieces.push(piece as Buffer);
    assert.ok(Buffer.concat(pieces).equals(full));
  });

  it("stops reading while the response isn't consumed", async () => {
    const url = await serve((_requested, answer) => void answer.end(full));
    const request = await sendRequest(url);
    await wait(50);
    const receivedBytes = request.socket.bytesRead;
    assert.ok(receivedBytes < full.length, "reading continued beyond the consumed part");
    await wait(50);
    assert.equal(request.socket.bytesRead, receivedBytes);
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(piece as Buffer);
      await wait(2);
    }
    assert.ok(Buffer.concat(pieces).equals(full));
  });

  it("keeps four concurrent responses separate", async () => {
    const url = await serve((request, answer) => void answer.end(Buffer.alloc(2_000_000, (request.url ?? "").at(-1))));
    const read = async (letter: string) => {
      for await (const piece of await sendRequest(`${url}/${letter}`))
        assert.ok((piece as Buffer).equals(Buffer.alloc((piece as Buffer).length, letter)), letter);
    };
    await Promise.all(["a", "b", "c", "d"].map(read));
  });

  it("reuses connections and detects connections that close early", async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, answer) => {
      ports.add(request.socket.remotePort);
      if (request.url === "/broken")
        answer.writeHead(200, { "Content-Length": 10 }).write("half", () => answer.destroy());
      else answer.end("whole");
    });
    for (let i = 0; i < 3; i++) for await (const piece of await sendRequest(url)) assert.equal(String(piece), "whole");
    assert.equal(ports.size, 1);
    const broken = await sendRequest(`${url}/broken`);
    await assert.rejects(async () => {
      for await (const piece of broken) assert.equal(String(piece), "half");
    });
  });
});
