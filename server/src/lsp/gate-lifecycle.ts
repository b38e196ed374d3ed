import {
  ErrorCodes,
  Message,
  type DataCallback,
  type Disposable,
  type MessageReader,
  type MessageWriter,
  type RequestMessage,
} from "vscode-languageserver/node";
import { findInvalidParams, takesNoParams } from "./request-params.ts";

/**
 * Rejects the requests that the protocol forbids and the library passes on: those before `initialize` (-32002; such
 * notifications are dropped), a second `initialize` and those after `shutdown` (-32600), and those whose params are
 * missing or have a wrong type (-32602), so that no handler gets them.
 */
export function gateLifecycle(
  reader: MessageReader,
  writer: MessageWriter,
): { readonly reader: MessageReader; readonly isShutDown: () => boolean } {
  let state: "waiting" | "running" | "shut-down" = "waiting";
  const refuse = ({ id, jsonrpc }: RequestMessage, code: number, message: string): void => {
    const response = { jsonrpc, id, error: { code, message } };
    void writer.write(response);
  };
  const passes = (message: Message): boolean => {
    if (Message.isNotification(message)) return state === "running" || message.method === "exit";
    if (!Message.isRequest(message)) return true;
    const isInitialize = message.method === "initialize";
    if (isInitialize ? state === "waiting" : state === "running") {
      const invalid = findInvalidParams(message.method, message.params);
      if (invalid !== undefined) {
        refuse(message, ErrorCodes.InvalidParams, invalid);
        return false;
      }
    }
    if (state === "running" && !isInitialize) {
      if (message.method === "shutdown") state = "shut-down";
      return true;
    }
    if (state === "waiting" && isInitialize) {
      state = "running";
      return true;
    }
    if (state === "waiting") refuse(message, ErrorCodes.ServerNotInitialized, "Initialize the server first.");
    else if (state === "shut-down")
      refuse(message, ErrorCodes.InvalidRequest, "The server has been shut down.");
    else refuse(message, ErrorCodes.InvalidRequest, "The server is initialized already.");
    return false;
  };
  const gated: MessageReader = {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback: DataCallback): Disposable =>
      reader.listen((message) => {
        if (passes(message)) callback(withoutUnusedParams(message));
      }),
  };
  return { reader: gated, isShutDown: () => state === "shut-down" };
}

/** The library passes params as the first argument, where a handler without params expects its cancellation token. */
function withoutUnusedParams(message: Message): Message {
  if (!Message.isRequest(message) || message.params === undefined || !takesNoParams(message.method))
    return message;
  const { params: _, ...rest } = message;
  return rest;
}
