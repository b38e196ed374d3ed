import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { EndpointPage } from "../../../../server/src/core/preview/view/endpoint-page.ts";
import { toHttpUrl, toWebSocketUrl } from "../../../../server/src/core/request/channel.ts";
import { Disclosure } from "../../components/accordion.tsx";
import { useUniqueId } from "../../components/tabs.tsx";
import { MethodBadge } from "../../endpoint/endpoint.tsx";
import { pageLanguage, translate } from "../../language/translate.ts";
import { Authorization } from "../authorization/authorization.tsx";
import { ConsentDialog } from "../consent.tsx";
import { EnvironmentPicker } from "../environment.tsx";
import { Parameters } from "../parameters.tsx";
import type { PlaygroundProps } from "../playground.tsx";
import { createHttpRelay } from "../relay/http-relay.ts";
import { createHostRequestSender, createMessageRelay } from "../relay/message-relay.ts";
import { FailureView } from "../response/validation-results.tsx";
import { resolveServerUrl, findFirstInvalidField, ServerPicker, ServerVariables } from "../server-picker.tsx";
import { Notices } from "../store/notices.tsx";
import {
  PlaygroundContext,
  createPlaygroundStore,
  usePlaygroundContext,
  usePlaygroundStore,
  useView,
} from "../store/playground-store.ts";
import { createSender } from "../store/send-request.ts";
import { CopyControl, CrossButton, ResponseSkeleton } from "../ui/controls.tsx";
import {
  type ConnectionCloseEvent,
  type Conversation,
  type ConversationView,
  startConversation,
  useConversation,
} from "./conversation.ts";
import { LogPanel } from "./message-list.tsx";
import { MessagePanel } from "./message-panel.tsx";

interface ChannelBarProps {
  readonly endpoint: EndpointPage;
  readonly phase: ConversationView["phase"];
  /** The URL of the connection. */
  readonly connectionUrl: string;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
  readonly onClose: () => void;
}

/** The server, the URL for the connection, and the button that opens the connection. */
export function ChannelBar({
  endpoint,
  phase,
  connectionUrl,
  onConnect,
  onDisconnect,
  onClose,
}: ChannelBarProps): VNode {
  const { form, built, values, state } = useView("form", "built", "values", "state");
  const environment = state.environments.find(({ name }) => name === state.environment);
  const blockingProblems = built?.problems.filter((problem) => problem.isBlocking) ?? [];
  const url = built?.request.url ?? "";
  const server = typeof form === "object" && values ? toHttpUrl(resolveServerUrl(form, values, environment)) : "";
  const path = url === "" ? endpoint.path : url.startsWith(server) ? url.slice(server.length) : toWebSocketUrl(url);
  const isReady = built !== undefined && state.isTrusted && blockingProblems.length === 0;
  const isBusy = phase === "open" || phase === "connecting" || phase === "closing";
  return (
    <header class="dw-try-bar">
      <div class="dw-endpoint-bar dw-try-url">
        <MethodBadge kind={endpoint.kind} method={endpoint.method} />
        {!isBusy && <ServerPicker />}
        <span class="dw-try-path">
          <code class="dw-endpoint-path">{isBusy ? connectionUrl : path}</code>
          <CopyControl
            label={translate("Copy URL")}
            getText={() => (isBusy ? connectionUrl : toWebSocketUrl(url) || endpoint.path)}
          />
        </span>
        <span class="dw-try-ends">
          {isBusy ? (
            <button type="button" class="dw-try-send dw-try-stop" onClick={onDisconnect}>
              {phase === "connecting"
                ? translate("Cancel")
                : phase === "closing"
                  ? translate("Disconnect now")
                  : translate("Disconnect")}
            </button>
          ) : (
            <button type="button" class="dw-try-send" aria-disabled={!isReady} onClick={onConnect}>
              {translate("Connect")}
            </button>
          )}
          <CrossButton title={translate("Close")} label={translate("Close console")} onClick={onClose} />
        </span>
      </div>
      {!isBusy && <ServerVariables />}
      {blockingProblems.length > 0 && (
        <p class="dw-try-why" role="status">
          {blockingProblems.length === 1
            ? blockingProblems[0]?.text
            : translate(
                { one: "Fix {0} problem before you connect.", other: "Fix {0} problems before you connect." },
                blockingProblems.length,
              )}
        </p>
      )}
    </header>
  );
}

interface ConnectionSettingsProps {
  /** Whether a connection is open. While a connection is open, changes apply only to the next connection. */
  readonly isLocked: boolean;
  readonly protocols: string;
  readonly onProtocols: (protocols: string) => void;
}

/** The handshake settings: authentication, parameters, and protocols. They're collapsed while a connection is open. */
export function ConnectionSettings({ isLocked, protocols, onProtocols }: ConnectionSettingsProps): VNode | null {
  const { store } = usePlaygroundContext();
  const { form, values } = useView("form", "values");
  const [isOpen, setOpen] = useState(true);
  const id = useUniqueId();
  useEffect(() => setOpen(!isLocked), [isLocked]);
  if (typeof form !== "object" || !values) return null;
  return (
    <Disclosure
      class="dw-expandable dw-channel-settings"
      isOpen={isOpen}
      onToggle={setOpen}
      position={{}}
      head={<span>{translate("Connection")}</span>}
    >
      {isLocked && <p class="dw-try-words">{translate("Changes take effect on the next connection.")}</p>}
      <Authorization form={form} values={values} />
      <Parameters form={form} values={values} />
      <section class="dw-try-section">
        <div class="dw-try-field">
          <div class="dw-try-name">
            <span class="dw-try-tick" aria-hidden="true" />
            <label for={id}>
              <code>{translate("Protocols")}</code>
            </label>
            <span class="dw-try-type">Sec-WebSocket-Protocol</span>
          </div>
          <div class="dw-try-input-side">
            <input
              id={id}
              type="text"
              class="dw-try-input"
              placeholder={translate("No protocols")}
              spellcheck={false}
              autocomplete="off"
              value={protocols}
              onInput={({ currentTarget }) => onProtocols(currentTarget.value)}
            />
          </div>
        </div>
      </section>
      <p class="dw-try-foot">
        <button type="button" class="dw-try-quiet" onClick={store.reset}>
          {translate("Start over")}
        </button>
      </p>
    </Disclosure>
  );
}

/** The state of the connection as text and an icon. Screen readers announce changes to the state. */
export function ConnectionState({ conversation }: { readonly conversation: Conversation }): VNode {
  const view = useConversation(conversation);
  return (
    <p class="dw-channel-phase" data-phase={view.phase} role="status">
      <span class="dw-channel-mark" aria-hidden="true" />
      {formatPhase(view)}
    </p>
  );
}

function formatPhase({ phase, openEvent, closeEvent }: ConversationView): string {
  switch (phase) {
    case "empty":
      return translate("Not connected");
    case "connecting":
      return translate("Connecting…");
    case "open": {
      const connectedText =
        openEvent?.address === undefined ? translate("Connected") : translate("Connected to {0}", openEvent.address);
      return openEvent?.protocol ? translate("{0}, protocol {1}", connectedText, openEvent.protocol) : connectedText;
    }
    case "closing":
      return translate("Closing…");
    case "closed":
      return closeEvent ? formatCloseEvent(closeEvent) : translate("Closed");
    case "failed":
      return translate("Not connected");
  }
}

/** The meanings of WebSocket close codes (RFC 6455, section 7.4.1). */
const closeCodeMeanings: Readonly<Record<number, string>> = {
  1000: translate("normal closure"),
  1001: translate("the server is going away"),
  1002: translate("protocol error"),
  1003: translate("unsupported data type"),
  1005: translate("no status code"),
  1006: translate("connection lost"),
  1007: translate("invalid UTF-8 text"),
  1008: translate("policy violation"),
  1009: translate("message too large"),
  1011: translate("internal server error"),
  1012: translate("the server is restarting"),
  1013: translate("the server is busy"),
};

function formatCloseEvent({ code, reason }: ConnectionCloseEvent): string {
  const codeMeaning = closeCodeMeanings[code];
  const meaning = codeMeaning === undefined ? "" : ` (${codeMeaning})`;
  return `${translate("Closed with code {0}", String(code))}${meaning}${reason === "" ? "" : `: ${reason}`}`;
}

/**
 * A WebSocket console for a channel. The connection settings are at the top, followed by the message to send and the
 * message log.
 */
export function ChannelConsole({ endpoint, port, services, shouldFocus, onClose }: PlaygroundProps): VNode {
  const store = createPlaygroundStore(port);
  const context = useMemo(() => {
    const relay = port.host === "editor" ? createMessageRelay(port) : createHttpRelay(port);
    return { store, relay, sender: createSender(store, relay), sendToHost: createHostRequestSender(port), services };
  }, [store, port, services]);
  const conversation = useMemo(() => startConversation(store, createHostRequestSender(port)), [store, port]);
  const name = `${endpoint.method} ${endpoint.path}`;
  useEffect(() => store.open(name), [store, name]);
  useEffect(() => () => conversation.end(), [conversation]);
  const { form, channel, consent } = usePlaygroundStore(store, ["form", "channel", "consent"]);
  const { phase, url, failure } = useConversation(conversation);
  const [protocols, setProtocols] = useState("");
  const sectionRef = useRef<HTMLElement>(null);
  const submitRef = useRef<() => void>(undefined);
  const hasForm = typeof form === "object";
  const connect = (tlsFingerprint?: string): void => {
    const invalidField = findFirstInvalidField(sectionRef.current);
    if (invalidField) invalidField.focus();
    else
      void conversation.connect(
        protocols.split(/[\s,]+/).filter((each) => each !== ""),
        tlsFingerprint,
      );
  };
  useLayoutEffect(() => {
    if (!shouldFocus || !hasForm) return;
    const root = sectionRef.current;
    (findFirstInvalidField(root) ?? root?.querySelector<HTMLElement>(".dw-try-send"))?.focus({
      preventScroll: true,
    });
  }, [shouldFocus, hasForm]);
  const isIdle = phase !== "open" && phase !== "connecting" && phase !== "closing";
  return (
    <PlaygroundContext.Provider value={context}>
      <section
        ref={sectionRef}
        class="dw-try dw-channel"
        aria-label={translate("Console for {0}", endpoint.path)}
        lang={pageLanguage.tag}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          if (phase === "open") submitRef.current?.();
          else if (isIdle) connect();
        }}
      >
        <ChannelBar
          endpoint={endpoint}
          phase={phase}
          connectionUrl={url}
          onConnect={() => connect()}
          onDisconnect={conversation.disconnect}
          onClose={onClose}
        />
        <Notices />
        {form === "none" ? (
          <p class="dw-try-empty">
            {translate("This channel has no WebSocket server that the selected reader can try.")}
          </p>
        ) : (
          <>
            <div class="dw-channel-state">
              <ConnectionState conversation={conversation} />
              <EnvironmentPicker />
            </div>
            {failure && <FailureView failure={failure} onTrust={connect} />}
            {channel && hasForm ? (
              <>
                <ConnectionSettings isLocked={!isIdle} protocols={protocols} onProtocols={setProtocols} />
                <MessagePanel key={channel.key} channel={channel} conversation={conversation} submitRef={submitRef} />
                <LogPanel channel={channel} conversation={conversation} />
              </>
            ) : (
              <ResponseSkeleton rowCount={4} label={translate("Loading channel")} />
            )}
          </>
        )}
        {consent && <ConsentDialog pendingConsent={consent} />}
      </section>
    </PlaygroundContext.Provider>
  );
}
