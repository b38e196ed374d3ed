// A language server whose requests can hang or fail. Its time limits are short enough for a test.
import { type CancellationToken, createConnection } from "vscode-languageserver/node";
import { logUnexpectedErrors } from "../../server/src/lsp/session/session.ts";
import { openTransport } from "../../server/src/lsp/transport.ts";
import { RequestWatchdog, startStallMonitor } from "../../server/src/lsp/watchdog/request-watchdog.ts";

const watchdog = new RequestWatchdog(
  openTransport(process.argv),
  startStallMonitor({ beatMilliseconds: 100, reportSeconds: 0.5, endSeconds: 2 }),
  { tickMilliseconds: 50, maxTicks: 10, maxSlowRequestTicks: 60 },
);
const connection = createConnection(watchdog.reader, watchdog.writer);
const finish = new Map<unknown, () => void>();

connection.onInitialize(() => ({ capabilities: {} }));
for (const method of ["textDocument/wait", "textDocument/diagnostic", "docwright/wait"])
  connection.onRequest(method, ({ name }: { readonly name: string }, token: CancellationToken) => {
    token.onCancellationRequested(() => void connection.sendNotification("test/cancelled", { name }));
    return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
  });
connection.onRequest("textDocument/block", ({ seconds }: { readonly seconds: number }) => {
  const start = process.cpuUsage();
  for (let used = 0; used < seconds;) {
    const { user, system } = process.cpuUsage(start);
    used = (user + system) / 1_000_000;
  }
  return null;
});
connection.onNotification("test/finish", ({ name }: { readonly name: string }) => finish.get(name)?.());
connection.onNotification("test/hold", ({ isHeld }: { readonly isHeld: boolean }) => {
  watchdog.isDelayed = () => isHeld;
});
// Waiting without an event loop looks the same as waiting for a processor that other processes use.
let starving: NodeJS.Timeout | undefined;
connection.onNotification("test/starve", ({ isStarved }: { readonly isStarved: boolean }) => {
  clearInterval(starving);
  const signal = new Int32Array(new SharedArrayBuffer(4));
  if (isStarved) starving = setInterval(() => Atomics.wait(signal, 0, 0, 20), 1);
});
connection.onNotification("test/failAtEnd", () => {
  process.stdin.once("end", () => setTimeout(() => void Promise.reject(new Error("rejected")), 5));
  process.stdin.once("end", () =>
    setTimeout(() => {
      throw new Error("thrown");
    }, 10),
  );
});
logUnexpectedErrors(connection);
connection.listen();
