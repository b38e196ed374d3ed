import { useContext, useEffect, useRef } from "preact/hooks";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { PageContext, useKept, useRepaint } from "../paint/page-context.ts";
import type { Kept, ReaderState } from "../paint/reader-state.ts";

/**
 * Which of several is shown, and how to choose: the one that was chosen last, here or (when groups follow each other) by
 * its title anywhere on the page; at first the one that the author names.
 */
export function useChoice(
  node: ViewElement,
  titles: readonly string[],
  { first, follows }: { readonly first: number; readonly follows: boolean },
): [number, (index: number) => void] {
  const { state } = useContext(PageContext);
  const [kept, keep] = useKept(node);
  const followed = follows ? titles : [];
  useRepaint(() => followed.map((title) => state.chosenAt(title)).join(" "));
  const index = chosenIndex(state, kept, followed) ?? first;
  const within = Math.min(Math.max(0, index), Math.max(0, titles.length - 1));
  const choose = (next: number): void => {
    const title = titles[next];
    if (follows && title !== undefined) state.choose(title);
    keep({ index: next, at: 0 });
  };
  return [within, choose];
}

function chosenIndex(
  state: ReaderState,
  kept: Kept | undefined,
  titles: readonly string[],
): number | undefined {
  let best = typeof kept === "object" ? kept : undefined;
  for (const [index, title] of titles.entries()) {
    const at = state.chosenAt(title);
    if (at > (best?.at ?? 0)) best = { index, at };
  }
  return best?.index;
}

/** Runs when the browser shows what was hidden, because its search found something there. */
export function useFound(onFound: () => void) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onFound);
  latest.current = onFound;
  useEffect(() => {
    const found = (event: Event): void => {
      if (event.target === element.current) latest.current();
    };
    const listening = element.current;
    listening?.addEventListener("beforematch", found);
    return () => listening?.removeEventListener("beforematch", found);
  }, []);
  return element;
}
