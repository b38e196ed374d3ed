import { useLayoutEffect, useReducer } from "preact/hooks";
import { listSecretNames } from "../../../../server/src/core/request/build/secret-placeholders.ts";
import { toWebSocketUrl, type SocketEvent } from "../../../../server/src/core/request/channel.ts";
import type { MessageToPlayground } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type { RelayFailure } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import type { ResponseCheck } from "../../../../server/src/core/request/response/response-check.ts";
import { createDebouncer } from "../../../../server/src/core/text/debouncer.ts";
import { translate } from "../../language/translate.ts";
import { type SendToHost, promptUser } from "../relay/message-relay.ts";
import type { PlaygroundStore } from "../store/playground-store.ts";
import { listRequestSecrets } from "../store/send-request.ts";

/**
 * In a browser tab, prompts for consent before anything is sent to this URL. In VS Code, the host itself shows the
 * prompt. Returns the reason why nothing can be sent, or `undefined` if sending is allowed.
 */
export async function requestConnectionConsent(
  store: PlaygroundStore,
  sendToHost: SendToHost,
  url: string,
  secrets: readonly string[],
): Promise<RelayFailure | undefined> {
  if (store.port.host === "editor") return undefined;
  for (let attemptCount = 0; attemptCount < 3; attemptCount++) {
    const target = await sendToHost({ kind: "relay/target", url, secrets });
    if (target?.kind !== "relay/target") break;
    if (target.failure) return target.failure;
    if (!target.question) return undefined;
    const { origin, secrets: secretNames } = target.question;
    const reply = await promptUser(store, target.question);
    store.port.send({ kind: "relay/consent", origin, secrets: secretNames, answer: reply });
    if (reply === "no")
      return {
        code: "consent",
        message: translate("You didn’t allow {0}, so nothing was sent.", origin),
        hint: translate("Connect again and allow the origin, or choose another server."),
        cause: "",
      };
  }
  return {
    code: "failed",
    message: translate("The preview isn’t responding."),
    hint: translate("Reload the page. If that doesn’t help, restart the preview."),
    cause: "",
  };
}

export type ConnectionOpenEvent = Extract<SocketEvent, { readonly kind: "open" }>;
export type ConnectionCloseEvent = Extract<SocketEvent, { readonly kind: "closed" }>;

/** The state of a channel connection, as it's shown. */
export interface ConversationView {
  readonly phase: "empty" | "connecting" | "open" | "closing" | "closed" | "failed";
  /** The URL of the last connection, such as `ws://localhost:4010/live`. */
  readonly url: string;
  readonly openEvent: ConnectionOpenEvent | undefined;
  readonly closeEvent: ConnectionCloseEvent | undefined;
  /** The reason why the connection failed or, while the connection is open, why a message wasn't sent. */
  readonly failure: RelayFailure | undefined;
  /** The entries, oldest first. Each change creates a new array. */
  readonly entries: readonly LogEntry[];
  /** The number of old entries that were dropped. */
  readonly droppedCount: number;
  readonly isPaused: boolean;
  /** The number of entries that have arrived since the log was paused. */
  readonly unseenCount: number;
}

/** A sent or received message. */
export interface LogEntry {
  /** The number of the entry. Numbering starts at 1 when the console is opened. */
  readonly number: number;
  /** The time in milliseconds since 1970. */
  readonly timestamp: number;
  readonly direction: "send" | "receive";
  readonly text: string;
  /** Whether the text is a hex dump, with two digits for each byte. */
  readonly isBytes: boolean;
  readonly isTruncated: boolean;
  /** The key of the message template that was used. */
  readonly message: string | undefined;
  /** `skipped` means that the message wasn't checked, because too many messages arrived at the same time. */
  readonly check: ResponseCheck | "waiting" | "skipped";
}

export const noConversation: ConversationView = {
  phase: "empty",
  url: "",
  openEvent: undefined,
  closeEvent: undefined,
  failure: undefined,
  entries: [],
  droppedCount: 0,
  isPaused: false,
  unseenCount: 0,
};

/**
 * The maximum number of stored messages, and the maximum total length of their text in UTF-16 code units. If either
 * limit is exceeded, the oldest messages are dropped.
 */
const maxCount = { entries: 2_000, text: 20_000_000 } as const;

/** Sent and received messages, in order. */
export class MessageLog {
  #entries: LogEntry[] = [];
  #size = 0;
  #lastNumber = 0;
  droppedCount = 0;

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  addEntry(entry: Omit<LogEntry, "number">): LogEntry {
    const addedEntry = { ...entry, number: ++this.#lastNumber };
    this.#entries.push(addedEntry);
    this.#size += entry.text.length;
    let droppedCount = Math.max(0, this.#entries.length - maxCount.entries);
    for (const { text } of this.#entries.slice(0, droppedCount)) this.#size -= text.length;
    while (this.#size > maxCount.text && droppedCount < this.#entries.length - 1)
      this.#size -= this.#entries[droppedCount++]?.text.length ?? 0;
    if (droppedCount > 0) this.#entries.splice(0, droppedCount);
    this.droppedCount += droppedCount;
    return addedEntry;
  }

  setCheck(number: number, check: ResponseCheck | "waiting" | "skipped"): void {
    const index = this.#entries.findIndex((each) => each.number === number);
    const entry = this.#entries[index];
    if (entry) this.#entries[index] = { ...entry, check };
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
    this.droppedCount = 0;
  }
}

/** Returns base64 data as a hex dump such as `00 ff 0a`. Long data is truncated. */
export function formatHexDump(base64: string): string {
  const bytes = atob(base64.slice(0, 400_000));
  return Array.from(bytes, (each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");
}

/** The minimum time between renders, in milliseconds. */
const renderInterval = 40;
/**
 * The maximum number of messages that are waiting to be checked. Any other messages are checked when they're viewed.
 */
const maxPendingChecks = 100;

/** A channel connection, from one click on Connect to the next. */
export interface Conversation {
  readonly get: () => ConversationView;
  readonly subscribe: (listener: () => void) => () => void;
  /** Connects. `tlsFingerprint` identifies a certificate that the author has accepted. */
  readonly connect: (protocols: readonly string[], tlsFingerprint?: string) => Promise<void>;
  readonly disconnect: () => void;
  /**
   * Sends text and returns whether the host has accepted it. `message` is the key of the message template that was
   * used.
   */
  readonly send: (text: string, message: string | undefined) => Promise<boolean>;
  /** Checks an entry that was skipped. */
  readonly check: (entry: LogEntry) => void;
  readonly clear: () => void;
  readonly setPaused: (isPaused: boolean) => void;
  /** Ends the conversation when the console closes. */
  readonly end: () => void;
}

export function startConversation(store: PlaygroundStore, sendToHost: SendToHost): Conversation {
  const { port } = store;
  const log = new MessageLog();
  const listeners = new Set<() => void>();
  let view: ConversationView = noConversation;
  let id = "";
  let pendingEntries: LogEntry[] = [];
  let isChecking = false;

  const updateView = (change: Partial<ConversationView>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const paint = (): void => {
    paintDebouncer.cancel();
    const lastNumber = view.entries.at(-1)?.number ?? 0;
    if (view.isPaused) updateView({ unseenCount: log.entries.filter(({ number }) => number > lastNumber).length });
    else updateView({ entries: [...log.entries], droppedCount: log.droppedCount, unseenCount: 0 });
  };
  const paintDebouncer = createDebouncer(globalThis, paint, renderInterval, renderInterval);

  const checkPendingEntries = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    for (let entry = pendingEntries.shift(); entry; entry = pendingEntries.shift()) {
      const { direction, text, message, number } = entry;
      const draft = { direction, text, ...(message !== undefined && { message }) };
      const reply = await sendToHost({ kind: "playground/checkMessage", message: draft });
      log.setCheck(number, reply?.kind === "playground/checked" ? reply.check : "skipped");
      paintDebouncer.trigger();
    }
    isChecking = false;
  };
  const addEntry = (entry: Omit<LogEntry, "number" | "check">): void => {
    const isCheckable = !entry.isBytes && !entry.isTruncated && pendingEntries.length < maxPendingChecks;
    const logEntry = log.addEntry({ ...entry, check: isCheckable ? "waiting" : "skipped" });
    if (isCheckable) pendingEntries.push(logEntry);
    void checkPendingEntries();
    paintDebouncer.trigger();
  };

  const receive = (event: SocketEvent): void => {
    const receivedMessage = { direction: "receive", message: undefined } as const;
    switch (event.kind) {
      case "open":
        return updateView({ phase: "open", openEvent: event });
      case "closed":
        paint();
        // The connection attempt was canceled before the connection opened.
        if (view.phase !== "empty") updateView({ phase: "closed", closeEvent: event });
        return;
      case "message":
        return addEntry({
          ...receivedMessage,
          timestamp: event.timestamp,
          text: event.text,
          isBytes: false,
          isTruncated: event.isTruncated === true,
        });
      case "bytes":
        return addEntry({ ...receivedMessage, timestamp: event.timestamp, text: formatHexDump(event.base64), isBytes: true, isTruncated: event.isTruncated === true }); // prettier-ignore
    }
  };
  const stopListening = port.listen((message: MessageToPlayground) => {
    if (message.kind === "relay/socket" && message.id === id) receive(message.event);
    if (message.kind !== "relay/socketFailed" || message.id !== id) return;
    paint();
    updateView({ failure: message.failure, ...(message.isOpen !== true && { phase: "failed" }) });
  });
  const close = (): void => {
    if (id !== "") port.send({ kind: "relay/closeSocket", id });
  };

  return {
    get: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect: async (protocols, tlsFingerprint) => {
      const { built, state } = store.get();
      if (!built || !state.isTrusted || built.problems.some(({ isBlocking }) => isBlocking)) return;
      const { request } = built;
      close();
      const connectionId = (id = crypto.randomUUID());
      const url = toWebSocketUrl(request.url);
      updateView({ phase: "connecting", url, openEvent: undefined, closeEvent: undefined, failure: undefined });
      const failure = await requestConnectionConsent(store, sendToHost, request.url, listRequestSecrets(request));
      if (id !== connectionId || view.phase !== "connecting") return;
      if (failure) return updateView({ phase: "failed", failure });
      const cookieHeader = request.cookies.map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = cookieHeader === "" ? request.headers : [...request.headers, ["Cookie", cookieHeader] as const];
      port.send({
        kind: "relay/openSocket",
        opening: { id, url, headers, protocols, ...(tlsFingerprint !== undefined && { tlsFingerprint }) },
      });
    },
    disconnect: () => {
      const wasOpen = view.phase === "open";
      close();
      store.set({ consent: undefined });
      updateView(wasOpen ? { phase: "closing" } : { phase: view.phase === "closing" ? "closed" : "empty" });
    },
    send: async (text, message) => {
      const { built } = store.get();
      if (view.phase !== "open" || !built) return false;
      updateView({ failure: undefined });
      const secrets = listSecretNames(text);
      const failure =
        secrets.length > 0 ? await requestConnectionConsent(store, sendToHost, built.request.url, secrets) : undefined;
      if (failure) updateView({ failure });
      if (failure || view.phase !== "open") return false;
      port.send({ kind: "relay/sendToSocket", id, text });
      addEntry({ direction: "send", timestamp: Date.now(), text, isBytes: false, isTruncated: false, message });
      return true;
    },
    check: (entry) => {
      if (entry.check !== "skipped" || entry.isBytes || entry.isTruncated) return;
      log.setCheck(entry.number, "waiting");
      pendingEntries.unshift(entry);
      void checkPendingEntries();
      paintDebouncer.trigger();
    },
    clear: () => {
      log.clear();
      pendingEntries = [];
      paint();
      updateView({ entries: [], droppedCount: 0, unseenCount: 0 });
    },
    setPaused: (isPaused) => {
      updateView({ isPaused });
      paint();
    },
    end: () => {
      paintDebouncer.cancel();
      pendingEntries = [];
      close();
      stopListening();
    },
  };
}

/** Returns the state of a conversation, and renders the component again when the state changes. */
export function useConversation(conversation: Conversation): ConversationView {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => conversation.subscribe(() => repaint()), [conversation]);
  return conversation.get();
}
