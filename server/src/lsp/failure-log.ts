import type { Connection } from "vscode-languageserver/node";

/** Writes a failure to the client's log; the server lives on. */
export function failureLog(connection: Connection): (what: string, error: unknown) => void {
  return (what, error) => {
    const story = error instanceof Error ? (error.stack ?? error.message) : String(error);
    connection.console.error(`${what}: ${story}`);
  };
}

/** What nobody caught. */
export function logUnexpected(connection: Connection): void {
  const log = failureLog(connection);
  process.on("uncaughtException", (error) => log("Unexpected", error));
  process.on("unhandledRejection", (error) => log("Unexpected", error));
}
