import type { VNode } from "preact";
import type { EndpointPage } from "../../../server/src/core/preview/view/endpoint-page.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { Glyph } from "../components/glyphs.tsx";
import { MethodMark } from "../endpoint/method-mark.tsx";
import { useParts, useView } from "./playground-context.ts";
import { Sentence } from "./sentence.tsx";
import { filledServer, ServerPicker, ServerVariables } from "./server-picker.tsx";

interface UrlBarProps {
  readonly endpoint: EndpointPage;
  readonly onClose: () => void;
}

/** Keys are named as they are on the person's keyboard. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const sendKeys = isMac ? "⌘↵" : "Ctrl+Enter";

/** Method, server, the path as it is sent, and what sends it. */
export function UrlBar({ endpoint, onClose }: UrlBarProps): VNode {
  const { sending } = useParts();
  const { form, built, values, state, exchange } = useView("form", "built", "values", "state", "exchange");
  const environment = state.environments.find(({ name }) => name === state.environment);
  const isRunning = exchange?.phase === "sending" || exchange?.phase === "receiving";
  const stops = built?.problems.filter((problem) => problem.stops) ?? [];
  // What is wrong with a field stands beside it; the address has no other place.
  const notes = built?.problems.filter(({ place, stops: isStop }) => place === "server" && !isStop) ?? [];
  const url = built?.request.url ?? "";
  const server = typeof form === "object" && values ? filledServer(form, values, environment) : "";
  const path = url === "" ? endpoint.path : url.startsWith(server) ? url.slice(server.length) : url;
  const isReady = built !== undefined && state.trusted && stops.length === 0;
  return (
    <header class="dw-try-bar">
      <div class="dw-endpoint-bar dw-try-url">
        <MethodMark kind={endpoint.kind} method={endpoint.method} />
        <ServerPicker />
        <span class="dw-try-path">
          <code class="dw-endpoint-path">{path}</code>
          <CopyButton label="Copy the address" text={() => url || endpoint.path} />
        </span>
        <span class="dw-try-ends">
          {isRunning ? (
            <button
              type="button"
              class="dw-try-send dw-try-stop"
              onClick={(event) => event.detail < 2 && sending.stop()}
            >
              Stop
            </button>
          ) : (
            <button
              type="button"
              class="dw-try-send"
              title={`Send (${sendKeys})`}
              aria-keyshortcuts={isMac ? "Meta+Enter" : "Control+Enter"}
              aria-disabled={!isReady}
              onClick={({ currentTarget, detail }) => {
                // The second click of two is meant for the button that was here before.
                if (detail > 1) return;
                if (isReady) void sending.send();
                else firstMissing(currentTarget.closest(".dw-try"))?.focus();
              }}
            >
              Send
            </button>
          )}
          <button
            type="button"
            class="dw-try-icon"
            title="Close"
            aria-label="Close the playground"
            onClick={onClose}
          >
            <Glyph name="cross" />
          </button>
        </span>
      </div>
      <ServerVariables />
      {stops.length > 0 && (
        <p class="dw-try-why" role="status">
          <Sentence
            text={
              stops.length === 1
                ? (stops[0]?.text ?? "")
                : `${stops.length} things are missing before this can be sent.`
            }
          />
        </p>
      )}
      {notes.map(({ text }) => (
        <p class="dw-try-why" role="status" key={text}>
          <Sentence text={text} />
        </p>
      ))}
    </header>
  );
}

/** The first field that keeps the request from being sent. */
export function firstMissing(root: Element | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>("[aria-invalid='true']") ?? null;
}
