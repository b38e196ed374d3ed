import { Transform } from "node:stream";
import {
  type DataCallback,
  type Disposable,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  Message,
  type MessageReader,
  type MessageWriter,
  type RequestMessage,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { findInvalidParams, hasNoParams } from "./request-params.ts";

const maxHeaderLength = 4096;
const maxMessageLength = 256_000_000;

/**
 * Returns a stream that passes on the bytes of the base protocol and reports the first protocol violation. After an
 * invalid length, the library would wait forever and not handle any messages. `onInvalidFrame` is expected to end the
 * process.
 */
export function createFramingValidator(onInvalidFrame: (reason: string) => void): Transform {
  let header = "";
  let remainingSize = 0;
  const readHeader = (chunk: Buffer, start: number): number => {
    for (let i = start; i < chunk.length; i++) {
      header += String.fromCharCode(chunk[i] ?? 0);
      if (header.endsWith("\r\n\r\n")) {
        remainingSize = parseLength(header) ?? -1;
        if (remainingSize < 0)
          onInvalidFrame(`a header without a valid length: ${JSON.stringify(header.slice(0, 80))}`);
        header = "";
        return i + 1;
      }
      if (header.length > maxHeaderLength || /[^\r]\n$/.test(header)) {
        onInvalidFrame(`data without a header: ${JSON.stringify(header.slice(0, 80))}`);
        return chunk.length;
      }
    }
    if (header.length >= 8 && !/^content-/i.test(header))
      onInvalidFrame(`data without a header: ${JSON.stringify(header.slice(0, 80))}`);
    return chunk.length;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      for (let offset = 0; offset < chunk.length;) {
        if (remainingSize > 0) {
          const size = Math.min(remainingSize, chunk.length - offset);
          remainingSize -= size;
          offset += size;
        } else offset = readHeader(chunk, offset);
      }
      callback(null, chunk);
    },
  });
}

function parseLength(header: string): number | undefined {
  const length = /^content-length:[ \t]*(\d{1,9})[ \t]*\r$/im.exec(header)?.[1];
  return length !== undefined && Number(length) <= maxMessageLength ? Number(length) : undefined;
}

/**
 * Rejects requests that the protocol forbids but that the library would pass on to handlers: requests before
 * `initialize` (-32002; notifications are dropped), a second `initialize`, requests after `shutdown` (-32600), and
 * requests with missing or invalid params (-32602).
 */
export function createLifecycleGate(
  reader: MessageReader,
  writer: MessageWriter,
): { readonly reader: MessageReader; readonly isShutDown: () => boolean } {
  let state: "waiting" | "running" | "shut-down" = "waiting";
  const sendError = ({ id, jsonrpc }: RequestMessage, code: number, message: string): void => {
    const response = { jsonrpc, id, error: { code, message } };
    void writer.write(response);
  };
  const shouldPass = (message: Message): boolean => {
    if (Message.isNotification(message)) return state === "running" || message.method === "exit";
    if (!Message.isRequest(message)) return true;
    const isInitialize = message.method === "initialize";
    if (isInitialize ? state === "waiting" : state === "running") {
      const invalidReason = findInvalidParams(message.method, message.params);
      if (invalidReason !== undefined) {
        sendError(message, ErrorCodes.InvalidParams, invalidReason);
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
    if (state === "waiting") sendError(message, ErrorCodes.ServerNotInitialized, "Initialize the server first.");
    else if (state === "shut-down") sendError(message, ErrorCodes.InvalidRequest, "The server has been shut down.");
    else sendError(message, ErrorCodes.InvalidRequest, "The server is already initialized.");
    return false;
  };
  const gatedReader: MessageReader = {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback: DataCallback): Disposable =>
      reader.listen((message) => {
        if (shouldPass(message)) callback(removeUnusedParams(message));
      }),
  };
  return { reader: gatedReader, isShutDown: () => state === "shut-down" };
}

/**
 * Removes params that aren't used. The library passes params as the first argument, which is where a handler without
 * params expects its cancellation token.
 */
function removeUnusedParams(message: Message): Message {
  if (!Message.isRequest(message) || message.params === undefined || !hasNoParams(message.method)) return message;
  const { params: _, ...rest } = message;
  return rest;
}

export interface Transport {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
}

/**
 * The time in milliseconds allowed for handling messages, such as `exit`, that arrived before the client disconnected.
 */
const exitDelayMilliseconds = 100;

/**
 * Opens the transport that the command line specifies: Node.js IPC if `--node-ipc` is set, or else standard input and
 * output. If the client disconnects or violates the protocol, the process ends. Unless the client has sent `shutdown`,
 * the exit code is 1, so the editor restarts the server.
 */
export function openTransport(args: readonly string[]): Transport {
  const exit = (reason?: string): void => {
    if (reason !== undefined) process.stderr.write(`docwright: ${reason}\n`);
    process.exit(isShutDown() ? 0 : 1);
  };
  const { reader, writer } = args.includes("--node-ipc") ? openIpc(exit) : openStdio(exit);
  reader.onError((error) => exit(String(error)));
  writer.onError(([error]) => exit(String(error)));
  const { reader: gatedReader, isShutDown } = createLifecycleGate(reader, writer);
  return { reader: gatedReader, writer };
}

type ExitHandler = (reason?: string) => void;

function openStdio(exit: ExitHandler): Transport {
  const input = process.stdin.pipe(createFramingValidator((reason) => exit(`the client sent ${reason}`)));
  process.stdin.on("end", () => setTimeout(exit, exitDelayMilliseconds));
  process.stdin.on("error", (error) => exit(String(error)));
  return { reader: new StreamMessageReader(input), writer: new StreamMessageWriter(process.stdout) };
}

function openIpc(exit: ExitHandler): Transport {
  process.on("disconnect", () => exit());
  return { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) };
}
