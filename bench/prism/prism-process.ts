import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface RunningPrism {
  /** The URL, such as `http://127.0.0.1:50123`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Prism for a specification on a free loopback port. If Prism doesn't start, throws an error with its output.
 */
export async function startPrism(entry: string, specification: string): Promise<RunningPrism> {
  const port = await freePort();
  const args = [entry, "mock", "--host", "127.0.0.1", "--port", String(port), specification];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let printed = "";
  const note = (text: Buffer) => (printed = (printed + text.toString("utf8")).slice(-20_000));
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    if (child.exitCode !== null) break;
    if (printed.includes("Prism is listening")) return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
  }
  await stop(child);
  throw new Error(`Prism did not start for ${specification}:\n${printed}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
  await ended;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
