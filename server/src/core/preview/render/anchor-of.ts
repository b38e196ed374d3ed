import { HeadingIdMaker } from "../../page/headings.ts";

/** The id of a heading or component that the scan of the page does not know, as those of snippets: as if it stood alone. */
export function anchorOf(text: string): string {
  return new HeadingIdMaker().idsOf(text.trim()).id;
}
