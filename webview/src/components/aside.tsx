import { createPortal, type ComponentChildren, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { BlockContext, LayoutContext } from "../paint/page-context.ts";
import type { PieceProps, SourceMark } from "../paint/piece.ts";
import { CodeGroup } from "./code-group.tsx";

interface BesideProps {
  readonly class: string;
  readonly mark: SourceMark;
  readonly children: ComponentChildren;
}

/** In the right column where there is one, else in its place in the text. */
function Beside({ class: className, mark, children }: BesideProps): VNode {
  const { aside } = useContext(LayoutContext);
  const { id } = useContext(BlockContext);
  const piece = (
    <div class={`dw-beside ${className}`} {...mark} {...(aside && { "data-beside": id })}>
      {children}
    </div>
  );
  return aside ? createPortal(piece, aside) : piece;
}

/** `<Panel>`: anything, in place of “on this page”. */
export function Panel({ node, paint, mark }: PieceProps): VNode {
  // What is written in a panel stays together, in it.
  return (
    <Beside class="dw-panel dw-flow" mark={mark}>
      <LayoutContext.Provider value={{ ...useContext(LayoutContext), aside: undefined }}>
        {paint(node.children)}
      </LayoutContext.Provider>
    </Beside>
  );
}

/** `<RequestExample>`, `<ResponseExample>`: code blocks beside the text that speaks of them. */
export function Example(props: PieceProps): VNode {
  const isRequest = props.node.tag === "RequestExample";
  return (
    <Beside
      class={isRequest ? "dw-example dw-example-request" : "dw-example dw-example-response"}
      mark={props.mark}
    >
      <CodeGroup {...props} mark={{}} />
    </Beside>
  );
}
