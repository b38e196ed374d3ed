import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import type { NamedText } from "../core/request/build/build-context.ts";
import { socketAddress } from "../core/request/channel/channel-request.ts";
import { whenConnected } from "./checked-address.ts";
import type { Connection } from "./connections.ts";
import { checkHeaderValue } from "./request-headers.ts";
import { RelayFault } from "./relay-fault.ts";
import type { TargetUrl } from "./target-url.ts";

export interface SocketRequest {
  readonly url: TargetUrl;
  readonly headers: readonly NamedText[];
  /** `name=value` */
  readonly cookies: readonly string[];
  readonly protocols: readonly string[];
}

/** Bytes. A larger message ends the connection. */
export const largestReceived = 16_000_000;
/** A message in more pieces than that is no message but an attempt on memory. */
const mostPieces = 16_384;
const mostBuffered = 262_144;

/** Headers as they are sent and shown, with those that every opening has. */
export function openingHeaders(
  { url, headers, cookies, protocols }: SocketRequest,
  jarCookies = "",
): readonly NamedText[] {
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  const cookie = [...cookies, jarCookies].filter((each) => each !== "").join("; ");
  return [
    ["Host", url.host],
    ...headers,
    ...(has("user-agent") ? [] : [["User-Agent", "docwright"] as const]),
    ...(cookie === "" ? [] : [["Cookie", cookie] as const]),
    ["Connection", "Upgrade"],
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
    ...(protocols.length === 0 ? [] : [["Sec-WebSocket-Protocol", protocols.join(",")] as const]),
  ];
}

/**
 * Connects, over a connection that leads to the checked addresses alone. No redirect is followed; nothing is packed, so
 * that no small message unfolds into a large one. `connected` hears of the connection before anything is written to it. Throws
 * where the headers or protocols cannot be sent.
 */
export function connectSocket(
  { url, protocols }: SocketRequest,
  headers: readonly NamedText[],
  path: string,
  connection: Connection,
  connected: (socket: Socket) => void,
): WebSocket {
  const own: Record<string, string[]> = {};
  for (const [name, value] of headers) {
    checkHeaderValue(name, value);
    if (!/^(connection|upgrade|host|sec-websocket-.*)$/i.test(name)) (own[name] ??= []).push(value);
  }
  const options = {
    ...connection.options,
    agent: connection.agent,
    // Node takes a list where a header comes more than once, which its types here do not know.
    headers: Object.fromEntries(
      Object.entries(own).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
    ) as Record<string, string>,
    finishRequest: (asking: ClientRequest) => {
      asking.on("socket", (socket) => whenConnected(socket, () => connected(socket)));
      asking.end();
    },
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: largestReceived,
    maxFragments: mostPieces,
    maxBufferedChunks: mostBuffered,
  };
  try {
    return new WebSocket(socketAddress(url.origin) + path, [...protocols], options);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new RelayFault("malformed", {
        what: "A protocol is named twice, or has a name that cannot be sent.",
      });
    throw error;
  }
}
