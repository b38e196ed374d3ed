import { createMessage } from "../../core/text/message.ts";
import type { PlaygroundToHost } from "../../core/request/protocol/playground-protocol.ts";
import { openConnections } from "../exchange/connections.ts";
import type { PlaygroundSender } from "../playground/playground-service.ts";
import { explainFailure, RelayError } from "../policy/errors.ts";
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
  readonly handleMessage: (message: PlaygroundToHost, report: PlaygroundSender) => boolean;
  /** Closes all sockets of a page that has been closed. */
  readonly disconnect: (report: PlaygroundSender) => void;
  readonly dispose: () => void;
}

/** Creates the service. Connections are opened on demand. */
export function createWebSocketService(host: RelayHost, limits?: SocketLimits): WebSocketService {
  const connections = openConnections(host.dependencies);
  const socketsByPage = new Map<PlaygroundSender, Map<string, SocketHandle>>();
  let count = 0;

  const openConnection = (
    opening: Extract<PlaygroundToHost, { kind: "relay/openSocket" }>["opening"],
    report: PlaygroundSender,
  ): void => {
    const { id } = opening;
    const socketsById = socketsByPage.get(report) ?? new Map<string, SocketHandle>();
    socketsByPage.set(report, socketsById);
    const refuse = (error: RelayError): void =>
      report({ kind: "relay/socketFailed", id, failure: explainFailure(error) });
    if (socketsById.has(id))
      return refuse(
        new RelayError("malformed", { subject: createMessage("Another connection with this name is open.") }),
      );
    if (count >= maxSockets)
      return refuse(
        new RelayError("too-many", { subject: createMessage("{0} connections are already open.", maxSockets) }),
      );
    count++;
    const socket = openSocket(opening, {
      host,
      connections,
      onEvent: (event) => report({ kind: "relay/socket", id, event }),
      onFailure: (failure, isOpen) => report({ kind: "relay/socketFailed", id, failure, ...(isOpen && { isOpen }) }),
      onEnd: () => {
        count--;
        socketsById.delete(id);
      },
      ...(limits && { limits }),
    });
    socketsById.set(id, socket);
  };

  const leave: WebSocketService["disconnect"] = (report) => {
    for (const socket of socketsByPage.get(report)?.values() ?? []) socket.terminate();
    socketsByPage.delete(report);
  };

  return {
    handleMessage: (message, report) => {
      switch (message.kind) {
        case "relay/openSocket":
          openConnection(message.opening, report);
          return true;
        case "relay/sendToSocket":
          // The socket was closed before this message arrived.
          if (socketsByPage.get(report)?.has(message.id) === false)
            report({
              kind: "relay/socketFailed",
              id: message.id,
              failure: createUnsentFailure(1),
              isOpen: true,
            });
          socketsByPage.get(report)?.get(message.id)?.send(message.text);
          return true;
        case "relay/closeSocket":
          socketsByPage.get(report)?.get(message.id)?.close();
          return true;
        default:
          return false;
      }
    },
    disconnect: leave,
    dispose: () => {
      for (const report of socketsByPage.keys()) leave(report);
      connections.close();
    },
  };
}
