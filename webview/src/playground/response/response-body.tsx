import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { translate, translateNodes } from "../../language/translate.ts";
import { type Exchange, useParts } from "../store/playground-store.ts";
import {
  getResponseText,
  getResponseType,
  type BodyKind,
  getResponseKind,
  suggestFileName,
  isEncoded,
  formatSize,
} from "../ui/format.ts";
import { EventList } from "./event-stream.tsx";
import { JsonResponse } from "./json-view.tsx";
import { TextResponse } from "./text-view.tsx";
import { CopyControl } from "../ui/copy-control.tsx";

interface AnswerBodyProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/** The response body by its `Content-Type`: images, audio, and video as media, everything else in a code block. */
export function ResponseBody({ exchange, head }: AnswerBodyProps): VNode {
  const { body, phase, end } = exchange;
  const { relay } = useParts();
  const type = getResponseType(head);
  const kind = isEncoded(head, body) ? "binary" : getResponseKind(type, body);
  const [asText, showText] = useState(false);
  const isFull = phase !== "receiving";
  const retained = end?.kept === undefined ? undefined : { id: exchange.id, name: end.kept };
  const text = useMemo(
    () => (kind === "events" || (!isFull && body.bytes > 200_000) ? undefined : getResponseText(head, body)),
    [kind, isFull, body, head],
  );
  if (kind === "nothing")
    return (
      <p class="dw-try-empty">
        {isFull ? translate("The response has no body.") : translate("No data received yet.")}
      </p>
    );
  const blob = (): Blob =>
    new Blob(
      body.pieces.map(({ bytes }) => bytes),
      { type },
    );
  return (
    <div class="dw-try-body">
      <div class="dw-try-body-tools">
        <span class="dw-try-type">{type === "" ? translate("no content type") : type}</span>
        {kind === "svg" && (
          <button type="button" class="dw-try-quiet" aria-pressed={asText} onClick={() => showText(!asText)}>
            {asText ? translate("Show as image") : translate("Show as text")}
          </button>
        )}
        {text !== undefined && <CopyControl label={translate("Copy body")} text={() => text} />}
        <button
          type="button"
          class="dw-try-quiet"
          onClick={() => void relay.save(suggestFileName(head, exchange.request.url), blob(), retained)}
        >
          {translate("Save…")}
        </button>
      </div>
      {end?.kept !== undefined && (
        <p class="dw-try-words">
          {translate(
            "The first {0} of {1} are shown. To get the entire body, save it.",
            formatSize(body.bytes),
            formatSize(end.bytes),
          )}
        </p>
      )}
      {end?.cut && (
        <p class="dw-try-words">{translate("The body exceeds the size limit, so the rest is cut off.")}</p>
      )}
      <Shown
        kind={kind === "svg" && asText ? "text" : kind}
        exchange={exchange}
        head={head}
        text={text}
        blob={blob}
      />
    </div>
  );
}

interface ShownProps extends AnswerBodyProps {
  readonly kind: BodyKind;
  readonly text: string | undefined;
  readonly blob: () => Blob;
}

function Shown({ kind, exchange, head, text, blob }: ShownProps): VNode {
  const isFull = exchange.phase !== "receiving";
  switch (kind) {
    case "events":
      return <EventList exchange={exchange} type={getResponseType(head)} />;
    case "json":
      return text === undefined ? (
        <Arriving exchange={exchange} />
      ) : (
        <JsonResponse text={text} isWhole={isFull} />
      );
    case "text":
      return text === undefined ? (
        <Arriving exchange={exchange} />
      ) : (
        <TextResponse text={text} label={translate("Body")} />
      );
    case "image":
    case "svg":
    case "audio":
    case "video":
      return isFull ? (
        <Media kind={kind} blob={blob} bytes={exchange.body.bytes} />
      ) : (
        <Arriving exchange={exchange} />
      );
    default:
      if (head.encoding !== undefined)
        return (
          <p class="dw-try-empty">
            {translateNodes(
              "{0} encoded as {1}, which Docwright doesn’t support here. Save the response to open it in another app.",
              formatSize(exchange.body.bytes),
              <code>{encodingName(head.encoding)}</code>,
            )}
          </p>
        );
      return (
        <p class="dw-try-empty">
          {translate(
            "{0} of binary data. Save the response to open it in another app.",
            formatSize(exchange.body.bytes),
          )}
        </p>
      );
  }
}

function encodingName(encoding: string): string {
  return encoding === "zstd" ? "Zstandard (zstd)" : encoding;
}

function Arriving({ exchange: { body } }: { readonly exchange: Exchange }): VNode {
  return <p class="dw-try-empty">{translate("{0} received so far.", formatSize(body.bytes))}</p>;
}

interface MediaProps {
  readonly kind: "image" | "svg" | "audio" | "video";
  readonly blob: () => Blob;
  readonly bytes: number;
}

/**
 * Media loaded from a blob URL, which gives access to the received bytes only. An SVG in an image element can't run
 * scripts.
 */
function Media({ kind, blob, bytes }: MediaProps): VNode {
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(blob());
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [kind, bytes]);
  const onError = (): void => setFailed(true);
  if (failed)
    return (
      <p class="dw-try-empty">
        {translate(
          "The response can’t be shown. It doesn’t match its content type, or its format isn’t supported here.",
        )}
      </p>
    );
  if (url === undefined) return <p class="dw-try-empty" />;
  return (
    <div class="dw-try-media">
      {kind === "audio" ? (
        <audio controls src={url} onError={onError} aria-label={translate("Response body")} />
      ) : kind === "video" ? (
        <video controls src={url} onError={onError} aria-label={translate("Response body")} />
      ) : (
        <img src={url} onError={onError} alt={translate("Response body")} />
      )}
    </div>
  );
}
