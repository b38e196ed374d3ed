import type { VNode } from "preact";
import type { CorsVerdict } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { Glyph } from "../../components/glyphs.tsx";
import { Sentence } from "../sentence.tsx";

/** What a browser on the published site would make of this answer. */
export function CorsVerdictView({ verdict }: { readonly verdict: CorsVerdict }): VNode {
  const { allowed, reasons, preflight } = verdict;
  return (
    <div class="dw-try-notice" data-tone={allowed === undefined ? undefined : allowed ? "good" : "warning"}>
      <Glyph name={allowed === undefined ? "info" : allowed ? "ok" : "warning"} />
      <div>
        <p>
          {allowed === undefined
            ? "Docwright can’t tell whether a reader’s browser on the published site would show this response."
            : allowed
              ? "A reader’s browser on the published site would show this response."
              : "A reader’s browser on the published site would not show this response."}
        </p>
        {reasons.map((reason) => (
          <p key={reason}>
            <Sentence text={reason} />
          </p>
        ))}
        {preflight && (
          <details>
            <summary>Preflight: {preflight.status}</summary>
            <ul class="dw-try-plain">
              {preflight.headers.map(([name, value], index) => (
                <li key={index}>
                  <code>
                    {name}: {value}
                  </code>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}
