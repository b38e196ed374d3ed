import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ConsentDialog } from "../consent-dialog.tsx";
import { EnvironmentPicker } from "../environment/environment-picker.tsx";
import { Notices } from "../notices.tsx";
import { PlaygroundContext, useStore } from "../playground-context.ts";
import { playgroundStore } from "../playground-store.ts";
import type { PlaygroundProps } from "../playground.tsx";
import { asking } from "../relay/asking.ts";
import { relayByHttp } from "../relay/relay-by-http.ts";
import { relayByMessages } from "../relay/relay-by-messages.ts";
import { FailureView } from "../response/failure-view.tsx";
import { sending } from "../send-request.ts";
import { Skeleton } from "../skeleton.tsx";
import { firstMissing } from "../url-bar.tsx";
import { ChannelBar } from "./channel-bar.tsx";
import { ConnectionSettings } from "./connection-settings.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { startConversation } from "./conversation.ts";
import { LogPanel } from "./log-panel.tsx";
import { MessagePanel } from "./message-panel.tsx";
import { useConversation } from "./use-conversation.ts";

/** A channel, to be talked on over a WebSocket: how it is opened on top, then what is sent, then all that was said. */
export function ChannelConsole({ endpoint, port, services, wantsFocus, onClose }: PlaygroundProps): VNode {
  const store = playgroundStore(port);
  const parts = useMemo(() => {
    const relay = port.host === "editor" ? relayByMessages(port) : relayByHttp(port);
    return { store, relay, sending: sending(store, relay), ask: asking(port), services };
  }, [store, port, services]);
  const conversation = useMemo(() => startConversation(store, asking(port)), [store, port]);
  const name = `${endpoint.method} ${endpoint.path}`;
  useEffect(() => store.open(name), [store, name]);
  useEffect(() => () => conversation.end(), [conversation]);
  const { form, channel, consent } = useStore(store, ["form", "channel", "consent"]);
  const { phase, url, failure } = useConversation(conversation);
  const [protocols, setProtocols] = useState("");
  const section = useRef<HTMLElement>(null);
  const submit = useRef<() => void>(undefined);
  const isThere = typeof form === "object";
  const connect = (tlsFingerprint?: string): void => {
    const missing = firstMissing(section.current);
    if (missing) missing.focus();
    else
      void conversation.connect(
        protocols.split(/[\s,]+/).filter((each) => each !== ""),
        tlsFingerprint,
      );
  };
  useLayoutEffect(() => {
    if (!wantsFocus || !isThere) return;
    const root = section.current;
    (firstMissing(root) ?? root?.querySelector<HTMLElement>(".dw-try-send"))?.focus({ preventScroll: true });
  }, [wantsFocus, isThere]);
  const isIdle = phase !== "open" && phase !== "connecting" && phase !== "closing";
  return (
    <PlaygroundContext.Provider value={parts}>
      <section
        ref={section}
        class="dw-try dw-channel"
        aria-label={`Talk on ${endpoint.path}`}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          if (phase === "open") submit.current?.();
          else if (isIdle) connect();
        }}
      >
        <ChannelBar
          endpoint={endpoint}
          phase={phase}
          connected={url}
          onConnect={() => connect()}
          onDisconnect={conversation.disconnect}
          onClose={onClose}
        />
        <Notices />
        {form === "none" ? (
          <p class="dw-try-empty">There is no WebSocket here that this reader may try out.</p>
        ) : (
          <>
            <div class="dw-channel-state">
              <ConnectionState conversation={conversation} />
              <EnvironmentPicker />
            </div>
            {failure && <FailureView failure={failure} onTrust={connect} />}
            {channel && isThere ? (
              <>
                <ConnectionSettings isLocked={!isIdle} protocols={protocols} onProtocols={setProtocols} />
                <MessagePanel
                  key={channel.key}
                  channel={channel}
                  conversation={conversation}
                  submit={submit}
                />
                <LogPanel channel={channel} conversation={conversation} />
              </>
            ) : (
              <Skeleton rows={4} label="Reading what this channel is about" />
            )}
          </>
        )}
        {consent && <ConsentDialog pending={consent} />}
      </section>
    </PlaygroundContext.Provider>
  );
}
