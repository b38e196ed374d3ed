import { isUtf8 } from "node:buffer";
import type { SocketEvent } from "../core/request/channel/channel-form.ts";

/** Of a message that is shown: UTF-16 units of a text, else bytes. */
const longestShown = 1_000_000;
const mostAtOnce = 200;
const mostWeightAtOnce = 2_000_000;
const every = 50;

export interface SocketFeed {
  /** `hide` takes out what must not be shown. */
  readonly message: (data: Buffer, isBinary: boolean, hide: (text: string) => string) => void;
  /** Behind all that has come before. */
  readonly event: (event: SocketEvent) => void;
  readonly stop: () => void;
}

/**
 * What a server says, handed on in its order and only so fast that a page can follow: 200 messages and 2 MB at once.
 * `hold` is told whether the server has to wait.
 */
export function socketFeed(tell: (event: SocketEvent) => void, hold: (waits: boolean) => void): SocketFeed {
  let waiting: SocketEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let room = { count: mostAtOnce, weight: mostWeightAtOnce };

  const drain = (): void => {
    let at = 0;
    for (; at < waiting.length && room.count > 0 && room.weight > 0; at++) {
      const event = waiting[at];
      if (!event) continue;
      room.count--;
      room.weight -= weightOf(event);
      tell(event);
    }
    waiting = waiting.slice(at);
  };
  const next = (): void => {
    timer = undefined;
    room = { count: mostAtOnce, weight: mostWeightAtOnce };
    const hasWaited = waiting.length > 0;
    drain();
    if (waiting.length > 0) timer = setTimeout(next, every);
    else if (hasWaited) {
      hold(false);
      timer = setTimeout(next, every);
    }
  };
  const event = (told: SocketEvent): void => {
    waiting.push(told);
    if (waiting.length === 1) drain();
    timer ??= setTimeout(next, every);
    if (waiting.length > 0) hold(true);
  };
  return {
    event,
    message: (data, isBinary, hide) => event(shownMessage(data, isBinary, hide)),
    stop: () => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

function shownMessage(data: Buffer, isBinary: boolean, hide: (text: string) => string): SocketEvent {
  const at = Date.now();
  if (!isBinary) {
    const whole = hide(data.toString("utf8"));
    if (whole.length <= longestShown) return { kind: "message", at, text: whole };
    return {
      kind: "message",
      at,
      text: whole.slice(0, longestShown).replace(/[\ud800-\udbff]$/, ""),
      isCut: true,
    };
  }
  // What is no text is read byte for byte as one, in which what must not be shown can be found.
  const encoding = isUtf8(data) ? "utf8" : "latin1";
  const bytes = Buffer.from(hide(data.toString(encoding)), encoding);
  const base64 = bytes.subarray(0, longestShown).toString("base64");
  return { kind: "bytes", at, base64, ...(bytes.length > longestShown && { isCut: true }) };
}

function weightOf(event: SocketEvent): number {
  return event.kind === "message" ? event.text.length : event.kind === "bytes" ? event.base64.length : 0;
}
