import { type ChildProcess, spawn } from "node:child_process";
import { Agent, request as requestHttp } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createRelay, type Relay } from "../server/src/relay/relay.ts";
import { watchPeakMemory } from "./relay/peak-memory.ts";
import { createHost } from "./relay/relay-host.ts";

/** A route to the target. */
interface Transport {
  readonly name: string;
  readonly get: (path: string, onFirst?: (bytes: Uint8Array) => void, signal?: AbortSignal) => Promise<number>;
  /**
   * Returns the process's peak memory in bytes since the last call. Undefined for the routes that are used for
   * comparison.
   */
  readonly readMemory?: () => Promise<number>;
}

const now = () => performance.timeOrigin + performance.now();
const large = 200_000_000;

/**
 * Yields a comparison of three routes: Node's own client, the relay in this process, and the relay through its HTTP
 * interface. The routes take turns.
 */
export async function* measureRelay(times = 2000): AsyncGenerator<string, void> {
  const target = await start("target-process.ts");
  const origin = `http://127.0.0.1:${target.port}`;
  const host = await start("http-host.ts", origin);
  const pipe = await start("pipe-host.ts", origin);
  const relay = createRelay(createHost(origin));
  const transports = [
    createDirectTransport(origin),
    createInProcessTransport(relay, origin),
    createHttpTransport(host.port, origin),
  ] as const;
  try {
    yield* measureLatency(transports, times);
    yield* measureWorkRows(transports, times);
    yield* measureThroughput([
      ...transports,
      createDirectTransport(`http://127.0.0.1:${pipe.port}`, "Node pipe over HTTP"),
    ]);
    for (const transport of transports.slice(1)) yield* createLatencyRows(transport, transports[0]);
  } finally {
    await relay.dispose();
    for (const { child } of [target, host, pipe]) child.stdin?.end();
  }
}

type Transports = readonly [direct: Transport, inProcess: Transport, overHttp: Transport];

async function* measureLatency(transports: Transports, times: number): AsyncGenerator<string> {
  const foundTimes = transports.map((): number[] => []);
  for (let i = -100; i < times; i++)
    for (const [at, transport] of transports.entries()) {
      const duration = await transport.get("/small");
      if (i >= 0) foundTimes[at]?.push(duration);
    }
  const [direct = [], ...relayed] = foundTimes;
  yield formatRow("Direct, 1 kB of JSON: p50, p99, ms", [getQuantile(direct, 0.5), getQuantile(direct, 0.99)].map(formatTime).join(", "), "");
  for (const [at, all] of relayed.entries())
    for (const [name, part, limit] of [["p50", 0.5, 1], ["p99", 0.99, 10]] as const)
      yield formatRow(`${transports[at + 1]?.name ?? ""}: added latency, ${name}, ms`, formatTime(getQuantile(all, part) - getQuantile(direct, part)), `≤ ${limit}`);
} // prettier-ignore

/** Yields measurements that don't depend on other load on the machine. */
async function* measureWorkRows([direct, relay]: Transports, times: number): AsyncGenerator<string> {
  const [ownWork, relayed] = [await measureWork(direct, times), await measureWork(relay, times)];
  yield formatRow(`Direct: CPU time per request, ms`, formatTime(ownWork), "");
  yield formatRow(`${relay.name}: added CPU time per request, ms`, formatTime(relayed - ownWork), "");
}

async function measureWork(transport: Transport, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await transport.get("/small");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/**
 * Returns the order of the routes in a round. The start rotates, and every other round is reversed, so no route always
 * follows the same one.
 */
function createOrder(round: number, count: number): readonly number[] {
  const turns = Array.from({ length: count }, (_, at) => (at + (round >> 1) + count) % count);
  return round % 2 === 0 ? turns : turns.toReversed();
}

/**
 * Runs each route once per round so that other load on the machine affects all routes. The result is the median speed
 * over all rounds, relative to the direct route.
 */
async function* measureThroughput(transports: readonly Transport[], rounds = 11): AsyncGenerator<string> {
  const speeds = transports.map((): number[] => []);
  const path = `/large?bytes=${large}`;
  // The first round also loads and compiles code.
  for (let round = -1; round < rounds; round++)
    for (const at of createOrder(round, transports.length)) {
      const duration = (await transports[at]?.get(path)) ?? NaN;
      if (round >= 0) speeds[at]?.push(large / 1e6 / (duration / 1000));
    }
  const [direct = [], ...relayed] = speeds;
  yield formatRow(`Direct, 200 MB: throughput in MB/s, median of ${rounds} rounds`, getQuantile(direct, 0.5).toFixed(0), "");
  for (const [at, all] of relayed.entries()) {
    const transport = transports[at + 1];
    const shares = all.map((speed, round) => (speed / (direct[round] ?? speed)) * 100);
    const [median, least, max] = [0.5, 0, 1].map((part) => getQuantile(shares, part).toFixed(0));
    const limit = transport?.readMemory ? "≥ 35" : "";
    yield formatRow(`${transport?.name ?? ""}: throughput relative to direct, %, median (min–max)`, `${median} (${least}–${max})`, limit);
    if (transport?.readMemory) yield formatRow(`${transport.name}: memory growth, MB`, (await measureGrowth(transport.readMemory, () => transport.get(path))).toFixed(0), "≤ 60");
  }
} // prettier-ignore

/**
 * Returns the growth of memory in MB. Memory is measured separately from speed, because monitoring itself takes time.
 */
async function measureGrowth(readMemory: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  let max = 0;
  for (let time = 0; time < 3; time++) {
    const before = await readMemory();
    await work();
    max = Math.max(max, (await readMemory()) - before);
  }
  return max / 1e6;
}

async function* createLatencyRows(transport: Transport, direct: Transport, times = 20): AsyncGenerator<string> {
  const events: number[] = [];
  const aborts: number[] = [];
  for (let i = 0; i < times; i++) {
    await transport.get("/event", (bytes) => events.push(now() - Number(/[\d.]+/.exec(Buffer.from(bytes).toString())?.[0])));
    const stop = new AbortController();
    let stopped = 0;
    const startTimer = () => setTimeout(() => ((stopped = now()), stop.abort()), 20);
    await transport.get("/hang", startTimer, stop.signal).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 150));
    let closed = "";
    await direct.get("/closed", (bytes) => (closed = Buffer.from(bytes).toString()));
    aborts.push(closed === "0" ? Infinity : Number(closed) - stopped);
  }
  yield formatRow(`${transport.name}: delay of the first event, maximum of ${times}, ms`, formatTime(Math.max(...events)), "≤ 100");
  yield formatRow(`${transport.name}: delay until the target sees an abort, maximum of ${times}, ms`, formatTime(Math.max(...aborts)), "≤ 100");
} // prettier-ignore

function createDirectTransport(origin: string, name = "direct"): Transport {
  const agent = new Agent({ keepAlive: true });
  return {
    name,
    get: (path, onFirst, signal) => read(new URL(path, origin), { agent }, undefined, onFirst, signal),
  };
}

function createInProcessTransport(relay: Relay, origin: string): Transport {
  return {
    name: "Relay in process",
    readMemory: watchPeakMemory(),
    get: async (path, onFirst, signal) => {
      const begin = performance.now();
      let isFirst = true;
      let failed = "";
      const sink = {
        head: () => undefined,
        data: (bytes: Uint8Array) => {
          if (isFirst) onFirst?.(bytes);
          isFirst = false;
        },
        end: () => undefined,
        failed: ({ code }: { readonly code: string }) => void (failed = code),
      };
      await relay.send({ method: "GET", url: origin + path }, sink, signal);
      if (failed !== "") throw new Error(failed);
      return performance.now() - begin;
    },
  };
}

function createHttpTransport(port: number, origin: string): Transport {
  const agent = new Agent({ keepAlive: true });
  const surface = `http://127.0.0.1:${port}`;
  return {
    name: "Relay over HTTP",
    readMemory: async () => {
      let memory = 0;
      await read(new URL("/memory", surface), { agent }, undefined, (bytes) => (memory = Number(Buffer.from(bytes).toString()))); // prettier-ignore
      return memory;
    },
    get: (path, onFirst, signal) => {
      const body = JSON.stringify({ method: "GET", url: origin + path });
      const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
      return read(new URL("/_service/api/request", surface), { agent, method: "POST", headers }, body, onFirst, signal); // prettier-ignore
    },
  };
}

function read(
  url: URL,
  options: object,
  body: string | undefined,
  onFirst?: (bytes: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const asking = requestHttp(url, { ...options, ...(signal && { signal }) }, (response) => {
      if (onFirst) response.once("data", onFirst);
      response.on("data", () => undefined);
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200 ? resolve(performance.now() - begin) : reject(new Error(`${url.pathname} answers ${response.statusCode}`)),
      );
    });
    asking.on("error", reject).end(body);
  });
} // prettier-ignore

async function start(file: string, ...args: string[]): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const path = join(import.meta.dirname, "relay", file);
  const child = spawn(process.execPath, ["--import", "tsx", path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) return { child, port: Number(line) };
  throw new Error(`${file} ended before it was ready.`);
} // prettier-ignore

function getQuantile(all: readonly number[], part: number): number {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function formatTime(milliseconds: number): string {
  return milliseconds.toFixed(2);
}

function formatRow(what: string, value: string, limit: string): string {
  return `| ${what} | ${value} | ${limit} |`;
}
