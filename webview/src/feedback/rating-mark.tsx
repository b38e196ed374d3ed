import type { VNode } from "preact";
import type { Rating } from "../../../server/src/feedback/view/panel-protocol.ts";
import { nameOf, useSay } from "./panel-words.ts";

const marks: Readonly<Record<Rating, string>> = { up: "▲", down: "▼", none: "–" };

/** A rating by form and colour; with `words` also by its name. */
export function RatingMark({
  rating,
  words = false,
}: {
  readonly rating: Rating;
  readonly words?: boolean;
}): VNode {
  const name = nameOf(useSay(), "rating", rating);
  return (
    <span class="dwf-rating" data-rating={rating} title={words ? undefined : name}>
      <span aria-hidden="true">{marks[rating]}</span>
      {words ? <span>{name}</span> : <span class="dwf-unseen">{name}</span>}
    </span>
  );
}
