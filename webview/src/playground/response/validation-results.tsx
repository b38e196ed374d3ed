import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type {
  CorsResult,
  RelayFailure,
  RelayHead,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { explainResponse } from "../../../../server/src/core/request/response/explain-response.ts";
import { Glyph } from "../../components/icon.tsx";
import { translate, translateMessage, translateNodes } from "../../language/translate.ts";
import { translateFailure } from "../relay/message-relay.ts";
import { NoticeLine, getNotice } from "../store/notices.tsx";
import { type Exchange, type Notice, usePlaygroundContext, useView } from "../store/playground-store.ts";
import { getResponseText, getResponseType } from "../ui/format.ts";
import { Sentence } from "../ui/controls.tsx";

/** The number of mismatches that are shown before the rest are expanded. */
const maxCollapsedMismatches = 5;

const objectLabels = { response: translate("the response"), message: translate("the message") };
const subjectLabels = { response: translate("The response"), message: translate("The message") };

interface CheckListProps {
  readonly exchange: Pick<Exchange, "check">;
  /** Whether a response or a message was checked. */
  readonly objectKind?: "response" | "message";
}

/**
 * Mismatches between the response and the specification, each with a link to the line that defines the expected value.
 */
export function CheckList({ exchange: { check }, objectKind = "response" }: CheckListProps): VNode | null {
  const { services } = usePlaygroundContext();
  const [showsAll, setShowsAll] = useState(false);
  if (!check || check.verdict === "as-specified") return null;
  const { mismatches, localizedReason, isTruncated } = check;
  const shownMismatches = showsAll ? mismatches : mismatches.slice(0, maxCollapsedMismatches);
  return (
    <div class="dw-try-checks" data-verdict={check.verdict}>
      {localizedReason !== undefined && (
        <p>
          <Sentence text={translateMessage(localizedReason)} />
        </p>
      )}
      {shownMismatches.length > 0 && (
        <ul>
          {shownMismatches.map(({ pointer, localizedText, location }, index) => (
            <li key={index}>
              <span>
                {pointer === "" ? subjectLabels[objectKind] : <code>{pointer}</code>}{" "}
                <Sentence text={translateMessage(localizedText)} />
              </span>
              {location && (
                <button
                  type="button"
                  class="dw-try-quiet"
                  aria-label={translate("Show in the specification: {0}", pointer || objectLabels[objectKind])}
                  onClick={() => services.onShowSpec(location)}
                >
                  {translate("Show")}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mismatches.length > maxCollapsedMismatches && (
        <button type="button" class="dw-try-quiet" onClick={() => setShowsAll(!showsAll)}>
          {showsAll
            ? translate("Show fewer")
            : isTruncated
              ? translate("Show first {0}", mismatches.length)
              : translate("Show all {0}", mismatches.length)}
        </button>
      )}
    </div>
  );
}

/** Shows how a browser on the published site would treat this response. */
export function CorsResultView({ result }: { readonly result: CorsResult }): VNode {
  const { allowed, reasons, preflight } = result;
  return (
    <div class="dw-try-notice" data-tone={allowed === undefined ? undefined : allowed ? "good" : "warning"}>
      <Glyph name={allowed === undefined ? "info" : allowed ? "ok" : "warning"} />
      <div>
        <p>
          {allowed === undefined
            ? translate(
                "Docwright can’t determine whether readers’ browsers would block this response on the published site.",
              )
            : allowed
              ? translate("On the published site, readers’ browsers would allow this response.")
              : translate("On the published site, readers’ browsers would block this response.")}
        </p>
        {reasons.map(translateMessage).map((reason) => (
          <p key={reason}>
            <Sentence text={reason} />
          </p>
        ))}
        {preflight && (
          <details>
            <summary>{translate("Preflight: {0}", String(preflight.status))}</summary>
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

interface ExplanationProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/** Explains the most likely cause of an error response from this endpoint, and suggests a fix. */
export function Explanation({ exchange: { request }, head }: ExplanationProps): VNode | null {
  const { form, values } = useView("form", "values");
  const securityIndex = values?.way ?? 0;
  const explanation = useMemo(() => {
    if (typeof form !== "object") return undefined;
    const { status, headers } = head;
    return explainResponse({ status, headers, request, form, securityIndex, now: Date.now() });
    // The explanation is based on the values at the time of the response, so it isn't affected by later changes to the
    // form.
  }, [head, request]);
  if (!explanation) return null;
  return (
    <div class="dw-try-explained">
      <p class="dw-try-failed">
        <Sentence text={translateMessage(explanation.meaning)} />
      </p>
      {explanation.hints.map(translateMessage).map((hint) => (
        <p key={hint}>
          <Sentence text={hint} />
        </p>
      ))}
    </div>
  );
}

interface FailureViewProps {
  readonly failure: RelayFailure;
  /** Whether part of the response arrived before the failure. This part is shown below the failure. */
  readonly isPartial?: boolean;
  /**
   * Retries the request with a certificate that the user accepts. If this isn't set, the request is retried unchanged.
   */
  readonly onTrust?: (fingerprint: string) => void;
}

/** A failure, including its cause, the next step, and collapsed technical details. */
export function FailureView({ failure, isPartial = false, onTrust }: FailureViewProps): VNode {
  const { sender } = usePlaygroundContext();
  const { code, cause, fingerprint, continues } = failure;
  const { message, hint } = translateFailure(failure);
  return (
    <div class="dw-try-failure" role="alert" data-quiet={code === "aborted" || code === "consent" || undefined}>
      <Glyph name={code === "aborted" || code === "consent" ? "info" : "danger"} />
      <div>
        <p class="dw-try-failed">
          <Sentence text={message} />
        </p>
        <p>
          <Sentence text={hint} />
          {isPartial && code !== "aborted" && ` ${translate("The partial response is shown below.")}`}
        </p>
        {fingerprint !== undefined && (
          <>
            <p>
              {translateNodes("Certificate fingerprint: {0}", <code class="dw-try-fingerprint">{fingerprint}</code>)}
            </p>
            <button
              type="button"
              class="dw-button"
              onClick={() => (onTrust ? onTrust(fingerprint) : void sender.send({ tlsFingerprint: fingerprint }))}
            >
              {onTrust
                ? translate("Trust this certificate and connect again")
                : translate("Trust this certificate and send again")}
            </button>
          </>
        )}
        {continues !== undefined && (
          <button type="button" class="dw-button" onClick={() => void sender.send({ continues })}>
            {translate("Follow redirect")}
          </button>
        )}
        {cause !== "" && (
          <details>
            <summary>{translate("Cause")}</summary>
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

/**
 * The maximum length of a response that can be used as an example, in UTF-16 code units. Longer responses aren't
 * readable on a page.
 */
const maxLength = 200_000;

interface ExampleButtonProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/** Offers to use a valid response as the example that readers see. */
export function ExampleButton({ exchange: { body }, head }: ExampleButtonProps): VNode | null {
  const { sendToHost } = usePlaygroundContext();
  // The notice is shown next to the button that was clicked, because it might be out of view further up.
  const [notice, setNotice] = useState<Notice>();
  const text = body.bytes <= maxLength ? getResponseText(head, body) : undefined;
  if (!text) return null;
  const response = { status: head.status, type: getResponseType(head), text };
  const showResult = (reply: ReturnType<typeof sendToHost>): void =>
    void reply.then((result) => setNotice(getNotice(result)));
  return (
    <>
      <p class="dw-try-foot">
        <button
          type="button"
          class="dw-try-quiet"
          title={translate("Insert into page as <ResponseExample>")}
          onClick={() =>
            showResult(sendToHost({ kind: "playground/insert", example: { tag: "ResponseExample", ...response } }))
          }
        >
          {translate("Insert into page")}
        </button>
        <button
          type="button"
          class="dw-try-quiet"
          title={translate("Save in the specification as the example for this response")}
          onClick={() => showResult(sendToHost({ kind: "playground/saveExample", ...response }))}
        >
          {translate("Save as specification example")}
        </button>
      </p>
      <div role="status">{notice && <NoticeLine notice={notice} onDismiss={() => setNotice(undefined)} />}</div>
    </>
  );
}
