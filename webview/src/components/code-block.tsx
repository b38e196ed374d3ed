import type { VNode } from "preact";
import { codeBlockNode } from "../paint/code-block-node.ts";
import type { PieceProps } from "../paint/piece.ts";
import { Code } from "./code.tsx";

/** `<CodeBlock>`: a code block by its props, around text or a fenced block. */
export function CodeBlock(props: PieceProps): VNode {
  return <Code {...props} node={codeBlockNode(props.node)} />;
}
