import type { JsonNode } from "../../config/json/json-tree.ts";
import type { TextRange } from "../../text/text-edit.ts";

/** A request in a code sample, as far as it can be read without running the code. Ranges are offsets in the page. */
export interface SampleRequest {
  /** Uppercase; `range` is undefined if the tool infers the method (`curl -d` posts). */
  readonly method: { readonly text: string; readonly range: TextRange | undefined };
  /** `https://api.example.com/users?limit=10`, as written. */
  readonly url: SampleText;
  readonly headers: readonly { readonly name: string; readonly value: SampleText }[];
  /** Query parameters in addition to those in `url` (`curl -G -d limit=10`). */
  readonly query: readonly { readonly name: string; readonly range: TextRange; readonly value: string }[];
  /** The body, if it's readable JSON. */
  readonly body: JsonNode | undefined;
  /** Whether a part of the body is unknown: a file, a variable, or an expression. */
  readonly hasOpenBody: boolean;
  readonly hasBody: boolean;
  /** The body as sent, if all of it is known text (`curl` only). */
  readonly bodyText?: string;
  /** The entire call. */
  readonly range: TextRange;
}

export interface SampleText {
  readonly text: string;
  readonly range: TextRange;
  /** The offset in the page of each UTF-16 unit of `text`. */
  readonly offsets: readonly number[];
  /** Whether it contains a variable or expression. */
  readonly isOpen: boolean;
}

/** Returns the tree with its ranges mapped to the offsets of the characters in the page. */
export function movedNode(node: JsonNode, offsets: readonly number[]): JsonNode {
  const range = moved(node.range, offsets);
  switch (node.kind) {
    case "object":
      return {
        ...node,
        range,
        properties: node.properties.map((property) => ({
          ...property,
          keyRange: moved(property.keyRange, offsets),
          value: property.value && movedNode(property.value, offsets),
        })),
      };
    case "array":
      return { ...node, range, items: node.items.map((item) => movedNode(item, offsets)) };
    default:
      return { ...node, range };
  }
}

function moved({ start, end }: TextRange, offsets: readonly number[]): TextRange {
  const first = offsets[start] ?? 0;
  return { start: first, end: end > start ? (offsets[end - 1] ?? first) + 1 : first };
}
