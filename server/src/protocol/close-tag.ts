/** Messages for closing a tag while the author types. */
import { createRequest } from "./message.ts";
import type { LspRange } from "./site.ts";

/** Returns the text that closes the tag whose `>` was just typed, or null if no text is needed. */
export const closeTag = createRequest<CloseTagParams, CloseTagResult | null>("docwright/closeTag");
export interface CloseTagParams {
  readonly textDocument: { readonly uri: string };
  /** The position after the `>`. */
  readonly position: LspRange["start"];
}
export interface CloseTagResult {
  /** The text to insert, such as `</Card>`. */
  readonly text: string;
}
