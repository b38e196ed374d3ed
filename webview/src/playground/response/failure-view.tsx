import type { VNode } from "preact";
import type { RelayFailure } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { Glyph } from "../../components/glyphs.tsx";
import { useParts } from "../playground-context.ts";
import { Sentence } from "../sentence.tsx";

interface FailureViewProps {
  readonly failure: RelayFailure;
  /** Something had come before it failed; it is shown below. */
  readonly isPartial?: boolean;
  /** Tries again with a certificate that the person agrees to; of a request by itself. */
  readonly onTrust?: (fingerprint: string) => void;
}

/** What happened, what to do about it, and behind a disclosure what the machine says. */
export function FailureView({ failure, isPartial = false, onTrust }: FailureViewProps): VNode {
  const { sending } = useParts();
  const { code, message, hint, cause, fingerprint, continues } = failure;
  return (
    <div
      class="dw-try-failure"
      role="alert"
      data-quiet={code === "aborted" || code === "consent" || undefined}
    >
      <Glyph name={code === "aborted" || code === "consent" ? "info" : "danger"} />
      <div>
        <p class="dw-try-failed">
          <Sentence text={message} />
        </p>
        <p>
          <Sentence text={hint} />
          {isPartial && code !== "aborted" && " What had arrived by then is shown below."}
        </p>
        {fingerprint !== undefined && (
          <>
            <p>
              Fingerprint of the certificate: <code class="dw-try-fingerprint">{fingerprint}</code>
            </p>
            <button
              type="button"
              class="dw-button"
              onClick={() =>
                onTrust ? onTrust(fingerprint) : void sending.send({ tlsFingerprint: fingerprint })
              }
            >
              Trust this certificate and {onTrust ? "connect" : "send"} again
            </button>
          </>
        )}
        {continues !== undefined && (
          <button type="button" class="dw-button" onClick={() => void sending.send({ continues })}>
            Follow redirect
          </button>
        )}
        {cause !== "" && (
          <details>
            <summary>Cause</summary>
            <pre class="dw-try-cause">
              {cause}
              {"\n"}({code})
            </pre>
          </details>
        )}
      </div>
    </div>
  );
}
