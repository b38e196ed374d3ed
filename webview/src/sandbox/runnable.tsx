import type { ComponentChildren, VNode } from "preact";
import { useEffect, useReducer, useState } from "preact/hooks";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { usePage } from "../paint/page-context.ts";
import { textOf } from "../paint/piece.ts";
import { ComponentFrame } from "./component-frame.tsx";

interface RunnableProps {
  readonly node: ViewElement;
  /** What is shown as long as the component does not run. */
  readonly children: ComponentChildren;
}

/** A component that the author may have run; without their leave what can be shown of it. */
export function Runnable({ node, children }: RunnableProps): VNode {
  const { components } = usePage();
  const [ended, setEnded] = useState<string>();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const name = textOf(node, "name") ?? "";
  const file = textOf(node, "componentFile") ?? textOf(node, "file") ?? "";
  const given = node.props?.["component"];
  const offers = components !== undefined && given !== undefined;
  useEffect(() => components?.subscribe(() => repaint()), [components]);
  useEffect(() => {
    if (offers && !components.get(file, name)) components.run(file, name, false);
  }, [components, offers, file, name]);
  if (!offers) return <>{children}</>;
  const made = components.get(file, name);
  if (made?.state === "script" && ended === undefined)
    return (
      <ComponentFrame
        key={made.hash}
        name={name}
        script={made.script}
        integrity={made.integrity}
        given={given}
        onEnd={setEnded}
      />
    );
  const why = ended ?? (made?.state === "refused" ? made.text : undefined);
  const run = (): void => {
    setEnded(undefined);
    components.run(file, name, true);
  };
  return (
    <>
      {children}
      {why !== undefined && (
        <div class="dw-interactive-note" role="status">
          {why}
        </div>
      )}
      <button type="button" class="dw-fault-line" title={file} onClick={run}>
        Run component
      </button>
    </>
  );
}
