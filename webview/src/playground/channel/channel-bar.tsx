import type { VNode } from "preact";
import type { EndpointPage } from "../../../../server/src/core/preview/view/endpoint-page.ts";
import { httpAddress, socketAddress } from "../../../../server/src/core/request/channel/channel-request.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Glyph } from "../../components/glyphs.tsx";
import { MethodMark } from "../../endpoint/method-mark.tsx";
import { useView } from "../playground-context.ts";
import { filledServer, ServerPicker, ServerVariables } from "../server-picker.tsx";
import type { ConversationView } from "./conversation-view.ts";

interface ChannelBarProps {
  readonly endpoint: EndpointPage;
  readonly phase: ConversationView["phase"];
  /** What is connected to. */
  readonly connected: string;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
  readonly onClose: () => void;
}

/** Server and address as they are connected to, and what connects. */
export function ChannelBar({
  endpoint,
  phase,
  connected,
  onConnect,
  onDisconnect,
  onClose,
}: ChannelBarProps): VNode {
  const { form, built, values, state } = useView("form", "built", "values", "state");
  const environment = state.environments.find(({ name }) => name === state.environment);
  const stops = built?.problems.filter((problem) => problem.stops) ?? [];
  const url = built?.request.url ?? "";
  const server =
    typeof form === "object" && values ? httpAddress(filledServer(form, values, environment)) : "";
  const path =
    url === "" ? endpoint.path : url.startsWith(server) ? url.slice(server.length) : socketAddress(url);
  const isReady = built !== undefined && state.trusted && stops.length === 0;
  const isBusy = phase === "open" || phase === "connecting" || phase === "closing";
  return (
    <header class="dw-try-bar">
      <div class="dw-endpoint-bar dw-try-url">
        <MethodMark kind={endpoint.kind} method={endpoint.method} />
        {!isBusy && <ServerPicker />}
        <span class="dw-try-path">
          <code class="dw-endpoint-path">{isBusy ? connected : path}</code>
          <CopyButton
            label="Copy the address"
            text={() => (isBusy ? connected : socketAddress(url) || endpoint.path)}
          />
        </span>
        <span class="dw-try-ends">
          {isBusy ? (
            <button type="button" class="dw-try-send dw-try-stop" onClick={onDisconnect}>
              {phase === "connecting" ? "Cancel" : phase === "closing" ? "Break off" : "Disconnect"}
            </button>
          ) : (
            <button type="button" class="dw-try-send" aria-disabled={!isReady} onClick={onConnect}>
              Connect
            </button>
          )}
          <button
            type="button"
            class="dw-try-icon"
            title="Close"
            aria-label="Close the console"
            onClick={onClose}
          >
            <Glyph name="cross" />
          </button>
        </span>
      </div>
      {!isBusy && <ServerVariables />}
      {stops.length > 0 && (
        <p class="dw-try-why" role="status">
          {stops.length === 1 ? stops[0]?.text : `${stops.length} things are missing before you can connect.`}
        </p>
      )}
    </header>
  );
}
