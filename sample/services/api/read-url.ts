import type { IncomingMessage } from "node:http";

/** Returns the URL of a request, or `undefined` if it's invalid. */
export function readUrl({ url }: IncomingMessage): URL | undefined {
  return url?.startsWith("/") && URL.canParse(`http://localhost${url}`) ? new URL(`http://localhost${url}`) : undefined;
}
