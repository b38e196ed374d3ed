import type { VNode } from "preact";
import type { ListedEntry } from "../../../server/src/feedback/view/panel-model.ts";
import { useMoments } from "./moment-words.ts";
import { nameOf, useSay } from "./panel-words.ts";
import { RatingMark } from "./rating-mark.tsx";
import { VisibleText } from "./visible-text.tsx";

interface EntryRowProps {
  readonly row: ListedEntry;
  readonly now: number;
  /** Its page stands above it already. */
  readonly isUnderPage: boolean;
}

/** One entry in the list: rating, page, age; the first line of its words, source and status. */
export function EntryRow({ row, now, isUnderPage }: EntryRowProps): VNode {
  const say = useSay();
  const { ago, exact } = useMoments();
  const { page, line, isCode, rating, at, source, status, isNew, mark, assigned, hasNote } = row;
  const news = isNew && (
    <span class="dwf-new" title={say("onlyNewHint")}>
      <span class="dwf-unseen">{say("isNew")}</span>
    </span>
  );
  return (
    <>
      <RatingMark rating={rating} />
      {!isUnderPage && (
        <span class="dwf-row-page" data-joined={page.isJoined}>
          {news}
          <VisibleText text={page.title} />
          {page.operation !== undefined && <code class="dwf-operation">{page.operation}</code>}
        </span>
      )}
      <span class="dwf-row-age" title={at === undefined ? undefined : exact(at)}>
        {at !== undefined && ago(at, now)}
      </span>
      <span class="dwf-row-line" data-code={isCode} data-empty={line === ""}>
        {isUnderPage && news}
        {line === "" ? say("noWords") : <VisibleText text={line} />}
      </span>
      <span class="dwf-row-marks">
        {hasNote && (
          <span class="dwf-tag" title={say("hasNote")}>
            ✎<span class="dwf-unseen">{say("hasNote")}</span>
          </span>
        )}
        {assigned !== undefined && (
          <span class="dwf-tag" title={say("assignedTo", assigned)}>
            <VisibleText text={assigned} />
          </span>
        )}
        {mark && <span class="dwf-tag dwf-tag-mine">{say(mark === "done" ? "markDone" : "markLater")}</span>}
        <span class="dwf-tag">
          <VisibleText text={nameOf(say, "source", source)} />
        </span>
        <span class="dwf-tag" data-status={status}>
          <VisibleText text={nameOf(say, "status", status)} />
        </span>
      </span>
    </>
  );
}
