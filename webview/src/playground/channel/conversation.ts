import type { SocketEvent } from "../../../../server/src/core/request/channel/channel-form.ts";
import type { ToPlayground } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { secretNames } from "../../../../server/src/core/request/build/secret-placeholders.ts";
import { socketAddress } from "../../../../server/src/core/request/channel/channel-request.ts";
import type { PlaygroundStore } from "../playground-store.ts";
import type { AskHost } from "../relay/asking.ts";
import { secretsIn } from "../secrets-in.ts";
import { clearWay } from "./clear-way.ts";
import { noConversation, type ConversationView, type LogEntry } from "./conversation-view.ts";
import { bytesAsText, MessageLog } from "./message-log.ts";

/** Painted so often at most. Milliseconds. */
const paintEvery = 40;
/** So many wait to be checked; of a flood the rest is checked when it is looked at. */
const mostWaiting = 100;

/** A connection on a channel, from one Connect to the next. */
export interface Conversation {
  readonly get: () => ConversationView;
  readonly subscribe: (listener: () => void) => () => void;
  /** `tlsFingerprint` is of a certificate that the person has agreed to. */
  readonly connect: (protocols: readonly string[], tlsFingerprint?: string) => Promise<void>;
  readonly disconnect: () => void;
  /** `message`: the key of the one that the text was made of. Answers whether it was handed over. */
  readonly send: (text: string, message: string | undefined) => Promise<boolean>;
  /** Checks what was left out. */
  readonly check: (entry: LogEntry) => void;
  readonly clear: () => void;
  readonly pause: (isPaused: boolean) => void;
  /** The console is gone. */
  readonly end: () => void;
}

export function startConversation(store: PlaygroundStore, ask: AskHost): Conversation {
  const { port } = store;
  const log = new MessageLog();
  const listeners = new Set<() => void>();
  let view: ConversationView = noConversation;
  let id = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: LogEntry[] = [];
  let isChecking = false;

  const set = (change: Partial<ConversationView>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const paint = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const last = view.entries.at(-1)?.number ?? 0;
    if (view.isPaused) set({ held: log.entries.filter(({ number }) => number > last).length });
    else set({ entries: [...log.entries], dropped: log.dropped, held: 0 });
  };
  const paintSoon = (): void => void (timer ??= setTimeout(paint, paintEvery));

  const checkAll = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const { direction, text, message, number } = entry;
      const asked = { direction, text, ...(message !== undefined && { message }) };
      const reply = await ask({ kind: "checkMessage", message: asked });
      log.check(number, reply?.kind === "checked" ? reply.check : "skipped");
      paintSoon();
    }
    isChecking = false;
  };
  const add = (entry: Omit<LogEntry, "number" | "check">): void => {
    const isChecked = !entry.isBytes && !entry.isCut && waiting.length < mostWaiting;
    const added = log.add({ ...entry, check: isChecked ? "waiting" : "skipped" });
    if (isChecked) waiting.push(added);
    void checkAll();
    paintSoon();
  };

  const hear = (event: SocketEvent): void => {
    const received = { direction: "receive", message: undefined } as const;
    switch (event.kind) {
      case "open":
        return set({ phase: "open", opened: event });
      case "closed":
        paint();
        // Given up before it was open.
        if (view.phase !== "empty") set({ phase: "closed", closed: event });
        return;
      case "message":
        return add({
          ...received,
          at: event.at,
          text: event.text,
          isBytes: false,
          isCut: event.isCut === true,
        });
      case "bytes":
        return add({ ...received, at: event.at, text: bytesAsText(event.base64), isBytes: true, isCut: event.isCut === true }); // prettier-ignore
    }
  };
  const stop = port.listen((message: ToPlayground) => {
    if (message.kind === "socket" && message.id === id) hear(message.event);
    if (message.kind !== "socketFailed" || message.id !== id) return;
    paint();
    set({ failure: message.failure, ...(message.isOpen !== true && { phase: "failed" }) });
  });
  const close = (): void => {
    if (id !== "") port.send({ kind: "closeSocket", id });
  };

  return {
    get: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect: async (protocols, tlsFingerprint) => {
      const { built, state } = store.get();
      if (!built || !state.trusted || built.problems.some(({ stops }) => stops)) return;
      const { request } = built;
      close();
      const own = (id = crypto.randomUUID());
      const url = socketAddress(request.url);
      set({ phase: "connecting", url, opened: undefined, closed: undefined, failure: undefined });
      const failure = await clearWay(store, ask, request.url, secretsIn(request));
      if (id !== own || view.phase !== "connecting") return;
      if (failure) return set({ phase: "failed", failure });
      const cookies = request.cookies.map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = cookies === "" ? request.headers : [...request.headers, ["Cookie", cookies] as const];
      port.send({
        kind: "openSocket",
        opening: { id, url, headers, protocols, ...(tlsFingerprint !== undefined && { tlsFingerprint }) },
      });
    },
    disconnect: () => {
      const wasOpen = view.phase === "open";
      close();
      store.set({ consent: undefined });
      set(wasOpen ? { phase: "closing" } : { phase: view.phase === "closing" ? "closed" : "empty" });
    },
    send: async (text, message) => {
      const { built } = store.get();
      if (view.phase !== "open" || !built) return false;
      set({ failure: undefined });
      const secrets = secretNames(text);
      const failure = secrets.length > 0 ? await clearWay(store, ask, built.request.url, secrets) : undefined;
      if (failure) set({ failure });
      if (failure || view.phase !== "open") return false;
      port.send({ kind: "sendToSocket", id, text });
      add({ direction: "send", at: Date.now(), text, isBytes: false, isCut: false, message });
      return true;
    },
    check: (entry) => {
      if (entry.check !== "skipped" || entry.isBytes || entry.isCut) return;
      log.check(entry.number, "waiting");
      waiting.unshift(entry);
      void checkAll();
      paintSoon();
    },
    clear: () => {
      log.clear();
      waiting = [];
      paint();
      set({ entries: [], dropped: 0, held: 0 });
    },
    pause: (isPaused) => {
      set({ isPaused });
      paint();
    },
    end: () => {
      clearTimeout(timer);
      waiting = [];
      close();
      stop();
    },
  };
}
