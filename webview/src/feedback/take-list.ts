import type { ToFeedbackPage } from "../../../server/src/feedback/view/panel-protocol.ts";
import type { PanelState, ShownList } from "./panel-state.ts";

type ListMessage = Extract<ToFeedbackPage, { readonly kind: "list" }>;

/**
 * What a list changes. One that the page has not asked for, or that `stays`, leaves what is seen where it was: the entry
 * at the upper edge, whose row the desk knows as `anchored`, and the one that is open, also when it is not listed any more.
 */
export function takeList(
  state: PanelState,
  message: ListMessage,
  anchored: number,
  stays: boolean,
): PanelState {
  const { asked, version, query, entries, rows, window, chosenAt } = message;
  const isAsked = !stays && state.list?.asked !== asked;
  const scroll = scrollOf(message, isAsked, anchored);
  return {
    ...state,
    query,
    list: { asked, version, entries, rows, window, ...(scroll && { scroll }) },
    active: chosenAt ?? Math.max(0, Math.min(isAsked ? 0 : state.active, rows - 1)),
    isListed: chosenAt !== undefined,
  };
}

function scrollOf({ anchorAt }: ListMessage, isAsked: boolean, anchored: number): ShownList["scroll"] {
  if (isAsked) return { to: anchorAt ?? 0 };
  return anchorAt === undefined || anchorAt === anchored ? undefined : { by: anchorAt - anchored };
}
