import type { JsonNode } from "../../config/json/json-tree.ts";
import type { TextRange } from "../../text/text-edit.ts";

/** A request that a code sample sends: what can be read of it without running anything. Ranges count in the page. */
export interface SampleRequest {
  /** Upper case; `range` is absent where the tool takes the method from the rest (`curl -d` posts). */
  readonly method: { readonly text: string; readonly range: TextRange | undefined };
  /** `https://api.example.com/users?limit=10`, as written. */
  readonly url: SampleText;
  readonly headers: readonly { readonly name: string; readonly value: SampleText }[];
  /** Parts of the query besides those in `url` (`curl -G -d limit=10`). */
  readonly query: readonly { readonly name: string; readonly range: TextRange; readonly value: string }[];
  /** Where the body is JSON that can be read. */
  readonly body: JsonNode | undefined;
  /** Some of the body cannot be told: a file, a variable, an expression. */
  readonly hasOpenBody: boolean;
  readonly hasBody: boolean;
  /** The body as it is sent, where all of it is text that can be told (`curl` only). */
  readonly bodyText?: string;
  /** The whole call. */
  readonly range: TextRange;
}

export interface SampleText {
  readonly text: string;
  readonly range: TextRange;
  /** The offset in the page of each UTF-16 unit of `text`. */
  readonly offsets: readonly number[];
  /** A variable or expression stands in it. */
  readonly isOpen: boolean;
}

/** The tree with its ranges moved to where each character stands in the page. */
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
