import { createMessage } from "../../core/text/message.ts";
import type { PlaygroundToHost } from "../../core/request/protocol/playground-protocol.ts";
import { createConnections } from "../exchange/connections.ts";
import type { PlaygroundSender } from "../playground/playground-service.ts";
import { toRelayFailure, RelayError } from "../policy/errors.ts";
import type { RelayHost } from "../relay.ts";
import { createUnsentFailure } from "./websocket-messages.ts";
import { openSocket, type SocketHandle, type SocketLimits } from "./websocket.ts";

/** The maximum number of WebSockets across all pages. */
const maxSockets = 50;

/** Handles the WebSockets that pages open through the relay. */
export interface WebSocketService {
  /**
   * Handles a message about sockets. Returns false for any other message. Sends replies through `sendToPage`. Always
   * pass the same `sendToPage` function for the same page.
   */
  readonly handleMessage: (message: PlaygroundToHost, sendToPage: PlaygroundSender) => boolean;
  /** Closes all sockets of a page that has been closed. */
  readonly disconnect: (sendToPage: PlaygroundSender) => void;
  readonly dispose: () => void;
}

/** Creates the service. Connections are opened on demand. */
export function createWebSocketService(host: RelayHost, limits?: SocketLimits): WebSocketService {
  const connections = createConnections(host.dependencies);
  const socketsByPage = new Map<PlaygroundSender, Map<string, SocketHandle>>();
  let openSocketCount = 0;

  const openConnection = (
    opening: Extract<PlaygroundToHost, { kind: "relay/openSocket" }>["opening"],
    sendToPage: PlaygroundSender,
  ): void => {
    const { id } = opening;
    const socketsById = socketsByPage.get(sendToPage) ?? new Map<string, SocketHandle>();
    socketsByPage.set(sendToPage, socketsById);
    const reportFailure = (error: RelayError): void =>
      sendToPage({ kind: "relay/socketFailed", id, failure: toRelayFailure(error) });
    if (socketsById.has(id))
      return reportFailure(
        new RelayError("malformed", { subject: createMessage("Another connection with this name is open.") }),
      );
    if (openSocketCount >= maxSockets)
      return reportFailure(
        new RelayError("too-many", { subject: createMessage("{0} connections are already open.", maxSockets) }),
      );
    openSocketCount++;
    const socket = openSocket(opening, {
      host,
      connections,
      onEvent: (event) => sendToPage({ kind: "relay/socket", id, event }),
      onFailure: (failure, isOpen) =>
        sendToPage({ kind: "relay/socketFailed", id, failure, ...(isOpen && { isOpen }) }),
      onEnd: () => {
        openSocketCount--;
        socketsById.delete(id);
      },
      ...(limits && { limits }),
    });
    socketsById.set(id, socket);
  };

  const closePageSockets: WebSocketService["disconnect"] = (sendToPage) => {
    for (const socket of socketsByPage.get(sendToPage)?.values() ?? []) socket.terminate();
    socketsByPage.delete(sendToPage);
  };

  return {
    handleMessage: (message, sendToPage) => {
      switch (message.kind) {
        case "relay/openSocket":
          openConnection(message.opening, sendToPage);
          return true;
        case "relay/sendToSocket":
          // The socket was closed before this message arrived.
          if (socketsByPage.get(sendToPage)?.has(message.id) === false)
            sendToPage({
              kind: "relay/socketFailed",
              id: message.id,
              failure: createUnsentFailure(1),
              isOpen: true,
            });
          socketsByPage.get(sendToPage)?.get(message.id)?.send(message.text);
          return true;
        case "relay/closeSocket":
          socketsByPage.get(sendToPage)?.get(message.id)?.close();
          return true;
        default:
          return false;
      }
    },
    disconnect: closePageSockets,
    dispose: () => {
      for (const sendToPage of socketsByPage.keys()) closePageSockets(sendToPage);
      connections.close();
    },
  };
}
