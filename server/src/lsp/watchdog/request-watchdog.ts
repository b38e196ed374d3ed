import inspector from "node:inspector";
import { getStringProperty, isPlainRecord } from "../../core/text/plain-record.ts";
import {
  LogMessageNotification,
  LSPErrorCodes,
  Message,
  type MessageReader,
  MessageType,
  type MessageWriter,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from "vscode-languageserver/node";
import { closeTag } from "../../protocol/refactoring.ts";
import { fetchSpecification } from "../../protocol/specifications.ts";
import { findWorkerFile, WorkerHost } from "../../workspace/worker/worker-host.ts";
import type { Transport } from "../transport.ts";
import type { StallWorkerMessage, StallLimits } from "./stall-worker.ts";

const maxLabelLength = 300;

/** Returns a label for a request in logs: the method, ID, and file on one line. */
export function formatRequestLabel({ method, id, params }: RequestMessage): string {
  const document = isPlainRecord(params) ? params["textDocument"] : undefined;
  const uri = isPlainRecord(document) ? getStringProperty(document, "uri") : undefined;
  const file = uri === undefined ? "" : ` for ${uri}`;
  return `${method} (request ${String(id)})${file}`.replace(/[^\x20-\x7e]/g, "?").slice(0, maxLabelLength);
}

/**
 * Receives the start and end of each request so that running requests can be reported, for example, by another thread.
 */
export interface RequestListener {
  readonly onStarted: (id: RequestMessage["id"], label: string) => void;
  readonly onEnded: (id: RequestMessage["id"]) => void;
}

export interface RequestLimits {
  readonly tickMilliseconds: number;
  /** The maximum number of ticks for requests that editors send automatically while users read or type. */
  readonly maxTicks: number;
  /**
   * The maximum number of ticks for requests that plan edits or report on entire sites. Users wait for these requests
   * and can cancel them.
   */
  readonly maxSlowRequestTicks: number;
}

/**
 * With these values, `tickMilliseconds` × `maxTicks` is 5 seconds, and `tickMilliseconds` × `maxSlowRequestTicks` is 2
 * minutes.
 */
const requestLimits: RequestLimits = { tickMilliseconds: 500, maxTicks: 10, maxSlowRequestTicks: 240 };

const quickMethodPattern = /^(?:textDocument\/(?!rename$).*|workspace\/symbol|\w+\/resolve)$/;
const pullMethodPattern = /^(?:textDocument|workspace)\/diagnostic$/;

function isQuickMethod(method: string): boolean {
  return method === closeTag.method || quickMethodPattern.test(method);
}

/** Methods whose requests don't have a time limit here. For example, downloads have their own limits. */
const unlimitedMethods: ReadonlySet<string> = new Set(["initialize", "shutdown", fetchSpecification.method]);

interface RunningRequest {
  readonly message: RequestMessage;
  readonly maxTicks: number;
  tickCount: number;
  delayedTickCount: number;
}

/**
 * Limits the time of requests. If a request takes longer than its limit, returns an error for it, cancels its handler,
 * and writes a line to the client's log. A response that arrives later is dropped, because the client has already
 * received the error. Time is counted in ticks of the event loop. If the machine is suspended, or if the process is
 * stopped in a debugger, ticks are delayed but not added, so a request fails only if it had enough time. Ticks in which
 * the process was given little processor time, and ticks while `isDelayed` returns true, don't count until there are
 * `maxSlowRequestTicks` of them. Blocked threads are handled by the stall monitor.
 */
export class RequestWatchdog implements Transport {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /**
   * Returns whether requests are waiting for something that is expected to take a long time, such as the first scan of
   * a site.
   */
  isDelayed: () => boolean = () => false;
  readonly #limits: RequestLimits;
  readonly #listener: RequestListener;
  readonly #write: MessageWriter["write"];
  #forward: (message: Message) => void = () => undefined;
  readonly #requestsById = new Map<RequestMessage["id"], RunningRequest>();
  readonly #failedIds = new Set<RequestMessage["id"]>();
  #lastUsage = getProcessUsage();

  constructor({ reader, writer }: Transport, listener: RequestListener, limits = requestLimits) {
    this.#limits = limits;
    this.#listener = listener;
    this.#write = (message) => writer.write(message);
    this.reader = {
      onError: reader.onError,
      onClose: reader.onClose,
      onPartialMessage: reader.onPartialMessage,
      dispose: () => reader.dispose(),
      listen: (callback) => {
        this.#forward = callback;
        return reader.listen((message) => {
          if (Message.isRequest(message)) this.#start(message);
          callback(message);
        });
      },
    };
    this.writer = {
      onError: writer.onError,
      onClose: writer.onClose,
      end: () => writer.end(),
      dispose: () => writer.dispose(),
      write: async (message) => {
        if (!Message.isResponse(message) || this.#end(message.id)) await writer.write(message);
      },
    };
    setInterval(() => this.#onTick(), limits.tickMilliseconds).unref();
  }

  #start(message: RequestMessage): void {
    this.#failedIds.delete(message.id);
    this.#listener.onStarted(message.id, formatRequestLabel(message));
    if (unlimitedMethods.has(message.method)) return;
    const maxTicks = isQuickMethod(message.method) ? this.#limits.maxTicks : this.#limits.maxSlowRequestTicks;
    this.#requestsById.set(message.id, { message, maxTicks, tickCount: 0, delayedTickCount: 0 });
  }

  /** Records that a request has ended. Returns whether this is the first response to the request. */
  #end(id: ResponseMessage["id"]): boolean {
    if (id === null) return true;
    this.#requestsById.delete(id);
    this.#listener.onEnded(id);
    return !this.#failedIds.delete(id);
  }

  #onTick(): void {
    const usage = getProcessUsage();
    const lacksProcessorTime = isShortOfProcessorTime(this.#lastUsage, usage, this.#limits.tickMilliseconds);
    this.#lastUsage = usage;
    if (this.#requestsById.size === 0) return;
    const isDelayed = lacksProcessorTime || this.isDelayed();
    for (const request of this.#requestsById.values()) {
      if (isDelayed && request.delayedTickCount < this.#limits.maxSlowRequestTicks) request.delayedTickCount++;
      else if (++request.tickCount >= request.maxTicks) this.#failRequest(request);
    }
  }

  #failRequest({ message, maxTicks }: RunningRequest): void {
    const { id, jsonrpc, method } = message;
    this.#requestsById.delete(id);
    this.#failedIds.add(id);
    this.#listener.onEnded(id);
    const seconds = (maxTicks * this.#limits.tickMilliseconds) / 1000;
    const isPullRequest = pullMethodPattern.test(method);
    const response: ResponseMessage = {
      jsonrpc,
      id,
      error: {
        code: isPullRequest ? LSPErrorCodes.ServerCancelled : LSPErrorCodes.RequestFailed,
        message: `${method} took longer than ${seconds} seconds.`,
        ...(isPullRequest && { data: { retriggerRequest: true } }),
      },
    };
    const logNotification: NotificationMessage = {
      jsonrpc,
      method: LogMessageNotification.method,
      params: {
        type: MessageType.Error,
        message: `${formatRequestLabel(message)} took longer than ${seconds} seconds, so Docwright returned an error.`,
      },
    };
    const cancelNotification: NotificationMessage = { jsonrpc, method: "$/cancelRequest", params: { id } };
    for (const each of [response, logNotification]) void this.#write(each).catch(() => undefined);
    this.#forward(cancelNotification);
  }
}

interface ProcessUsage {
  /** The time in milliseconds during which the event loop wasn't waiting for events. */
  readonly activeMilliseconds: number;
  /** The processor time of all threads in milliseconds. */
  readonly processorMilliseconds: number;
}

function getProcessUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return {
    activeMilliseconds: performance.eventLoopUtilization().active,
    processorMilliseconds: (user + system) / 1000,
  };
}

/**
 * Whether the event loop was active for most of a tick while the process was given little processor time. In that case,
 * other processes used the processor.
 */
function isShortOfProcessorTime(
  previousUsage: ProcessUsage,
  currentUsage: ProcessUsage,
  tickMilliseconds: number,
): boolean {
  const activeMilliseconds = currentUsage.activeMilliseconds - previousUsage.activeMilliseconds;
  return (
    activeMilliseconds > tickMilliseconds / 2 &&
    currentUsage.processorMilliseconds - previousUsage.processorMilliseconds < activeMilliseconds / 2
  );
}

/** After 5 seconds of continuous computation, a stall is reported. After 15 seconds, the process ends. */
const stallLimits: StallLimits = { beatMilliseconds: 1000, reportSeconds: 5, endSeconds: 15 };

/**
 * Starts a worker thread that detects when this thread computes for many seconds without returning to its event loop.
 * While the thread is blocked, timers don't fire, and messages such as `exit` aren't read. The worker thread writes the
 * running requests to the standard error stream and, if the stall continues, ends the process. The editor then rejects
 * its requests and restarts the server. No milder measure is safe. The standard output stream and Node.js's IPC channel
 * belong to the blocked thread, so a response written by another thread could end up in the middle of a message.
 * Terminating only the running JavaScript code would drop all pending continuations and leave the sites in an
 * inconsistent state.
 */
export function startStallMonitor(limits = stallLimits): RequestListener {
  // A pause at a breakpoint isn't a stall.
  if (inspector.url() !== undefined) return { onStarted: () => undefined, onEnded: () => undefined };
  const host = new WorkerHost<StallWorkerMessage, never>(findWorkerFile(__dirname, "stall-worker"), {
    workerData: () => limits,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    onReply: () => undefined,
    // The server works without the monitor.
    onLost: () => undefined,
  });
  host.start();
  setInterval(() => host.post({ kind: "beat" }), limits.beatMilliseconds).unref();
  return {
    onStarted: (id, label) => host.post({ kind: "started", id, label }),
    onEnded: (id) => host.post({ kind: "ended", id }),
  };
}
