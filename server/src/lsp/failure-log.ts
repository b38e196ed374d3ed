import type { Connection } from "vscode-languageserver/node";

/** Writes a failure to the client's log; the server lives on. */
export function failureLog(connection: Connection): (what: string, error: unknown) => void {
  return (what, error) => {
    const story = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      connection.console.error(`${what}: ${story}`);
    } catch {
      // The connection throws once the client is gone, and Node ends a process whose handler of exceptions throws with
      // code 7 and the source that threw. The transport ends it in order.
      const [first = ""] = story.split("\n", 1);
      process.stderr.write(`docwright: ${what}: ${first}\n`);
    }
  };
}

/** What nobody caught. */
export function logUnexpected(connection: Connection): void {
  const log = failureLog(connection);
  // The client may have closed this stream as well.
  process.stderr.on("error", () => undefined);
  process.on("uncaughtException", (error) => log("Unexpected", error));
  process.on("unhandledRejection", (error) => log("Unexpected", error));
}
