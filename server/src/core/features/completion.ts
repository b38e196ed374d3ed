import type { Site } from "../site/site.ts";
import type { TextEdit } from "../text/text-edit.ts";
import type { SitePath } from "../text/text-range.ts";
import type { JsonCursor } from "./json-cursor.ts";

/** Something an author may write at the caret. */
export interface Offer {
  readonly kind: "setting" | "value" | "page" | "operation" | "file";
  /** As shown in the list: `theme`, `guides/start`, `GET /users`. */
  readonly label: string;
  /** Plain text behind the label: a page's title, an operation's summary. */
  readonly detail?: string;
  /** Markdown of our own; text of the site never goes in here. */
  readonly about?: string;
  /** A short remark at the end of the line: `already listed`. */
  readonly remark?: string;
  /** JSON to be written, without the comma. */
  readonly json: string;
  /** Where in `json` the caret is to stand; at its end when absent. */
  readonly caret?: number;
  /** Lower comes first; equal ones by label. */
  readonly rank: number;
}

/** An offer as exact edits of the text. */
export interface Completion extends Offer {
  /** Replaces what stands at the caret, all on one line. */
  readonly edit: TextEdit;
  /** A comma that is missing before it. */
  readonly more: readonly TextEdit[];
  /** What the text at the caret is compared with, as it would be typed. */
  readonly filter: string;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** False when there are more than are shown, so that the next letter is worth asking again. */
  readonly isComplete: boolean;
}

/** The caret in a file of the configuration, and where that is in the resolved docs.json. */
export interface ConfigCaret {
  readonly site: Site;
  readonly file: SitePath;
  readonly cursor: JsonCursor;
  /** From the root of docs.json, whatever file this is. */
  readonly path: readonly (string | number)[];
}
