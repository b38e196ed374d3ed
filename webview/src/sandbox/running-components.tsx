import type { ComponentChildren, VNode } from "preact";
import { useEffect, useReducer, useState } from "preact/hooks";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { translate } from "../language/translate.ts";
import { usePage } from "../paint/page-context.ts";
import { getTextProp } from "../paint/piece.ts";
import type { FromPage, ToPage } from "../protocol.ts";
import { ComponentFrame } from "./component-frame.tsx";

interface RunnableProps {
  readonly node: ViewElement;
  /** Shown while the component isn't running. */
  readonly children: ComponentChildren;
}

/** A component that runs if the author allows it. Otherwise, as much of it as can be shown without running it. */
export function Runnable({ node, children }: RunnableProps): VNode {
  const { components } = usePage();
  const [ended, setEnded] = useState<string>();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const name = getTextProp(node, "name") ?? "";
  const file = getTextProp(node, "componentFile") ?? getTextProp(node, "file") ?? "";
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
        {translate("Run component")}
      </button>
    </>
  );
}

type Made = Extract<ToPage, { kind: "component" }>;

/** The components that the author has requested to run, by file and name. */
export interface RunningComponents {
  /** `undefined` until the host has responded. */
  readonly get: (file: string, name: string) => Made | undefined;
  /**
   * Requests a component from the host. Without `clicked`, the host sends it only if the author has already allowed it.
   */
  readonly run: (file: string, name: string, clicked: boolean) => void;
  readonly take: (made: Made) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function runningComponents(send: (message: FromPage) => void): RunningComponents {
  const known = new Map<string, Made>();
  const listeners = new Set<() => void>();
  return {
    get: (file, name) => known.get(`${file} ${name}`),
    run: (file, name, clicked) => send({ kind: "runComponent", file, name, clicked }),
    take: (made) => {
      known.set(`${made.file} ${made.name}`, made);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
