import {
  ErrorCodes,
  Message,
  type DataCallback,
  type Disposable,
  type MessageReader,
  type MessageWriter,
  type RequestMessage,
} from "vscode-languageserver/node";

/**
 * The lifecycle that the protocol asks for and the library does not hold: before `initialize` requests are refused
 * (-32002) and notifications dropped, a second `initialize` and every request after `shutdown` is refused (-32600).
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
        if (passes(message)) callback(message);
      }),
  };
  return { reader: gated, isShutDown: () => state === "shut-down" };
}
