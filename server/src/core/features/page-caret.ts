import type { TextRange } from "../text/text-edit.ts";
import type { FrontmatterCursor } from "./frontmatter-cursor.ts";
import type { TypedTag, TypedValue } from "./tag-reader.ts";

/**
 * Where in a page a caret stands. `replace` is what stands there and would be written anew, `typed` the part of it
 * before the caret.
 */
export type PageCursor =
  | { readonly kind: "frontmatter"; readonly at: FrontmatterCursor }
  | (Written & {
      readonly kind: "tag-name";
      readonly tag: TypedTag;
      /** Attributes or `>` follow, so that the name alone is wanted. */
      readonly hasRest: boolean;
    })
  | (Written & {
      readonly kind: "attribute-name";
      readonly tag: TypedTag;
      readonly hasValue: boolean;
      /** The value that is there, without its quotes or braces. */
      readonly value: TypedValue | undefined;
      readonly valueText: string;
    })
  | (Written & {
      readonly kind: "attribute-value";
      readonly tag: TypedTag;
      readonly attribute: string;
      readonly opening: TypedValue["opening"];
      /** The quote or brace that closes it is missing. */
      readonly needsClosing: boolean;
    })
  | (Written & { readonly kind: "closing-tag"; readonly needsClosing: boolean; readonly start: number })
  | (Written & {
      readonly kind: "link" | "image";
      /** The words of the link. */
      readonly text: string;
      readonly needsClosing: boolean;
    })
  | (Written & {
      readonly kind: "import-source";
      readonly clause: string;
      readonly quote: string;
      readonly needsClosing: boolean;
    })
  | (Written & {
      readonly kind: "import-name";
      readonly source: string;
      readonly isInBraces: boolean;
      readonly clause: string;
    })
  | (Written & { readonly kind: "variable"; readonly needsClosing: boolean })
  | (Written & {
      readonly kind: "code-language";
      readonly fence: string;
      readonly needsClosing: boolean;
      readonly code: string;
      /** What follows the language. */
      readonly title: string;
    })
  | (Written & { readonly kind: "code-meta"; readonly meta: string })
  | { readonly kind: "text" };

interface Written {
  readonly replace: TextRange;
  readonly typed: string;
}
