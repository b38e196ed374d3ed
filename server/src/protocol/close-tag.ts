/** Messages for closing a tag while the author types. */
import { createRequest } from "./message.ts";
import type { PlaceRange } from "./site.ts";

/** Returns the text that closes the tag whose `>` was just typed, or null if no text is needed. */
export const closeTag = createRequest<CloseTag, ClosedTag | null>("docwright/closeTag");
export interface CloseTag {
  readonly textDocument: { readonly uri: string };
  /** The position after the `>`. */
  readonly position: PlaceRange["start"];
}
export interface ClosedTag {
  /** The text to insert, such as `</Card>`. */
  readonly text: string;
}
