import type { IncomingMessage } from "node:http";

/** The address that a request asks for; undefined where it is none. */
export function readUrl({ url }: IncomingMessage): URL | undefined {
  return url?.startsWith("/") && URL.canParse(`http://localhost${url}`)
    ? new URL(`http://localhost${url}`)
    : undefined;
}
