import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { EndpointPage, ServerView } from "../../../server/src/core/preview/view/endpoint-page.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { MethodMark } from "./method-mark.tsx";
import { useTryIt } from "./try-it.tsx";

/** Method, server and path on one line, to be copied or tried out; what readers get in place of the playground under it. */
export function EndpointBar({ endpoint }: { readonly endpoint: EndpointPage }): VNode {
  const { kind, method, path, servers, display } = endpoint;
  const [chosen, choose] = useState(0);
  const server = servers[Math.min(chosen, servers.length - 1)];
  const base = server ? filledIn(server) : "";
  const isCopied = kind === "operation" && display.kind !== "none";
  const tryIt = useTryIt(endpoint);
  if (tryIt.state === "open") return <div class="dw-endpoint">{tryIt.panel()}</div>;
  return (
    <div class="dw-endpoint">
      <div
        class="dw-endpoint-bar"
        data-display={display.kind}
        data-tries={tryIt.state !== "none" || undefined}
      >
        <MethodMark kind={kind} method={method} />
        {isCopied && servers.length > 1 && (
          <select
            class="dw-endpoint-server"
            aria-label="Server"
            value={String(chosen)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {servers.map((each, index) => (
              <option key={index} value={String(index)}>
                {filledIn(each)}
              </option>
            ))}
          </select>
        )}
        {isCopied && servers.length === 1 && <span class="dw-endpoint-base">{base}</span>}
        <code class="dw-endpoint-path">
          {path
            .split(/(\{[^{}]*\})/)
            .map((part, index) => (index % 2 === 1 ? <span class="dw-endpoint-part">{part}</span> : part))}
        </code>
        {isCopied && (
          <CopyButton
            label="Copy the address"
            text={() => base.replace(/\/$/, "") + path}
            class="dw-copy dw-endpoint-copy"
          />
        )}
        {tryIt.state !== "none" && (
          <button
            type="button"
            class="dw-try-open"
            aria-expanded={false}
            aria-busy={tryIt.state === "loading"}
            onClick={tryIt.open}
          >
            {kind === "channel" ? "Connect…" : "Try it"}
          </button>
        )}
      </div>
      {tryIt.state === "failed" && (
        <p class="dw-endpoint-because" role="status">
          The playground could not be loaded. Press {kind === "channel" ? "Connect…" : "Try it"} again.
        </p>
      )}
      {display.because !== undefined && <p class="dw-endpoint-because">{display.because}</p>}
    </div>
  );
}

function filledIn({ url, variables }: ServerView): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = variables.find((each) => each.name === name)?.default;
    return value ? value : whole;
  });
}
