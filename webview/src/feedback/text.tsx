import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { TruncatedTextView as Text } from "../../../server/src/feedback/view/panel-model.ts";
import type { Rating } from "../../../server/src/feedback/view/panel-protocol.ts";
import { splitVisibleText } from "../../../server/src/feedback/view/visible-text.ts";
import { translate } from "../language/translate.ts";
import { usePanelStore } from "./panel-store.ts";

const labels: Readonly<Record<"source" | "status" | "rating", Readonly<Record<string, string>>>> = {
  source: {
    contextual: translate("Page"),
    code_snippet: translate("Code"),
    agent: translate("Agent"),
    thumbs_only: translate("Rating only"),
  },
  status: {
    pending: translate("Pending"),
    in_progress: translate("In progress"),
    resolved: translate("Resolved"),
    dismissed: translate("Dismissed"),
  },
  rating: {
    up: translate("Helpful"),
    down: translate("Not helpful"),
    none: translate("No rating"),
  },
};

/**
 * Returns the label of a source, status, or rating. An unknown name is returned unchanged, because the service may add
 * new values.
 */
export function getLabel(kind: keyof typeof labels, name: string): string {
  return Object.hasOwn(labels[kind], name) ? (labels[kind][name] ?? name) : name;
}

/** Text from a reader, shown as plain text. Invisible characters are replaced by their names. */
export function VisibleText({ text }: { readonly text: string }): VNode {
  const parts = useMemo(() => splitVisibleText(text), [text]);
  return (
    <bdi>
      {parts.map(({ text: segment, isHidden }, index) =>
        isHidden ? (
          <span key={index} class="dwf-hidden">
            {segment}
          </span>
        ) : (
          segment
        ),
      )}
    </bdi>
  );
}

/** Text from a reader. If the text is very long, only its beginning is shown until the author requests the rest. */
export function TruncatedText({
  text: { text, length },
  isCode,
}: {
  readonly text: Text;
  readonly isCode: boolean;
}): VNode {
  const store = usePanelStore();
  return (
    <>
      {isCode ? (
        <pre class="dwf-code" tabIndex={0} aria-label={translate("Code")}>
          <code>
            <VisibleText text={text} />
          </code>
        </pre>
      ) : (
        <p class="dwf-comment" dir="auto">
          <VisibleText text={text} />
        </p>
      )}
      {text.length < length && (
        <p class="dwf-words">
          {translate("Showing {0} of {1} characters.", text.length, length)}{" "}
          <button type="button" class="dwf-link" onClick={store.showAll}>
            {translate("Show all")}
          </button>
        </p>
      )}
    </>
  );
}

const ratingSymbols: Readonly<Record<Rating, string>> = { up: "▲", down: "▼", none: "–" };

/** A rating, shown as a shape and a color. If `showsName` is set, the name of the rating is also shown. */
export function RatingSymbol({
  rating,
  showsName = false,
}: {
  readonly rating: Rating;
  readonly showsName?: boolean;
}): VNode {
  const name = getLabel("rating", rating);
  return (
    <span class="dwf-rating" data-rating={rating} title={showsName ? undefined : name}>
      <span aria-hidden="true">{ratingSymbols[rating]}</span>
      {showsName ? <span>{name}</span> : <span class="dwf-unseen">{name}</span>}
    </span>
  );
}
