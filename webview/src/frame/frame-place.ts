import type { FramePlace } from "../../../server/src/core/preview/view/site-frame.ts";

/** Put on what stands for a text of docs.json; one listener for all of them reads it (`open-places.tsx`). */
export function placeMark(at: FramePlace | undefined): { readonly "data-at"?: string } {
  return at ? { "data-at": `${at.range.start}-${at.range.end}@${at.file}` } : {};
}

/** The place that an element, or one around it, stands for. */
export function placeOfElement(
  element: Element | null,
): { at: FramePlace; element: HTMLElement } | undefined {
  const marked = element?.closest<HTMLElement>("[data-at]");
  const [, start, end, file] = /^(\d+)-(\d+)@([^]+)$/.exec(marked?.dataset["at"] ?? "") ?? [];
  if (!marked || start === undefined || end === undefined || file === undefined) return undefined;
  return { at: { file, range: { start: Number(start), end: Number(end) } }, element: marked };
}
