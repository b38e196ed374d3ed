import {
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageReader,
  type MessageWriter,
} from "vscode-languageserver/node";
import { checkFraming } from "./check-framing.ts";
import { gateLifecycle } from "./gate-lifecycle.ts";

export interface Transport {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
}

/** Messages that came in before the end are still worked off, `exit` among them. */
const lastMessages = 100;

/**
 * The way to the client that the command line names: `--node-ipc`, else standard input and output. A client that
 * is gone or talks nonsense ends the process, with exit code 1 unless it had said `shutdown`, so that an editor
 * starts it anew.
 */
export function openTransport(args: readonly string[]): Transport {
  const leave = (why?: string): void => {
    if (why !== undefined) process.stderr.write(`docwright: ${why}\n`);
    process.exit(isShutDown() ? 0 : 1);
  };
  const { reader, writer } = args.includes("--node-ipc") ? openIpc(leave) : openStdio(leave);
  reader.onError((error) => leave(String(error)));
  writer.onError(([error]) => leave(String(error)));
  const { reader: gated, isShutDown } = gateLifecycle(reader, writer);
  return { reader: gated, writer };
}

type Leave = (why?: string) => void;

function openStdio(leave: Leave): Transport {
  const input = process.stdin.pipe(checkFraming((why) => leave(`the client sent ${why}`)));
  process.stdin.on("end", () => setTimeout(leave, lastMessages));
  process.stdin.on("error", (error) => leave(String(error)));
  return { reader: new StreamMessageReader(input), writer: new StreamMessageWriter(process.stdout) };
}

function openIpc(leave: Leave): Transport {
  process.on("disconnect", () => leave());
  return { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) };
}
