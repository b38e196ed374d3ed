import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import * as v from "valibot";
import type { ViewElement, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { parseMessage } from "../../../server/src/core/text/parse-message.ts";
import { translate } from "../language/translate.ts";
import { usePage } from "../paint/page-context.ts";
import { getTextProp } from "../paint/node-props.ts";
import { toTrustedHtml } from "../paint/safe-attributes.ts";
import type { FromPage, ToPage } from "../protocol.ts";

const maxHeight = 2000;
const maxNoteLength = 300;

const componentSchema = { docwright: v.literal("component") };

/** The messages that a component's frame can send to the page. */
const frameMessageSchema = v.variant("kind", [
  v.object({ ...componentSchema, kind: v.picklist(["ready", "alive", "blocked"]) }),
  v.object({ ...componentSchema, kind: v.literal("height"), pixels: v.pipe(v.number(), v.finite()) }),
  v.object({ ...componentSchema, kind: v.literal("error"), text: v.string() }),
]);

const pingMilliseconds = 1000;
/**
 * The number of missed pings after which a frame is removed. The number is higher before the first message from the
 * frame. Pings are counted instead of time, because time also passes while the page itself is suspended, for example,
 * in the background or on a busy machine.
 */
const missedPingLimits = { first: 20, later: 6 };
/**
 * The number of frames that have started to respond. A frame that is waiting for the CPU gets more time while other
 * frames start.
 */
let startedCount = 0;

export interface ComponentFrameProps {
  readonly name: string;
  /** The script that runs in the frame. */
  readonly script: string;
  /** The hash of the script (`sha256-…`), the only script that the frame's policy allows. */
  readonly integrity: string;
  /** The props of the component. */
  readonly componentProps: ViewValue;
  /** Called with the reason if the frame must be removed. */
  readonly onEnd: (reason: string) => void;
}

/**
 * A running component in a frame that has a different origin, no access to the page, and no network access.
 */
export function ComponentFrame({ name, script, integrity, componentProps, onEnd }: ComponentFrameProps): VNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(40);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [isReady, setReady] = useState(false);
  const propsText = JSON.stringify(componentProps);
  // The content is memoized, because trusted HTML is an object, and a new object would reload the frame.
  const content = useMemo(() => toTrustedHtml(createDocument(name, script, integrity)), [name, script, integrity]);
  // This must be a layout effect. Other effects run after the next paint, and on a busy machine, the frame might send
  // its first message before then. The frame sends this message only once.
  useLayoutEffect(() => {
    const progress = { unanswered: 0, isFirst: true, started: startedCount };
    const handleMessage = ({ source, data: message }: MessageEvent<unknown>): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const parsedMessage = parseMessage(frameMessageSchema, message);
      if (!parsedMessage) return;
      if (progress.isFirst) startedCount++;
      progress.unanswered = 0;
      progress.isFirst = false;
      if (parsedMessage.kind === "ready") setReady(true);
      if (parsedMessage.kind === "height") setHeight(Math.min(maxHeight, Math.max(0, Math.ceil(parsedMessage.pixels))));
      const note =
        parsedMessage.kind === "blocked"
          ? networkBlockedText
          : parsedMessage.kind === "error"
            ? parsedMessage.text.slice(0, maxNoteLength)
            : undefined;
      if (note !== undefined) setNotes((notes) => (notes.includes(note) ? notes : [...notes.slice(-2), note]));
    };
    const watchTimer = setInterval(() => {
      if (progress.isFirst && progress.started !== startedCount) progress.unanswered = 0;
      progress.started = startedCount;
      if (progress.unanswered >= (progress.isFirst ? missedPingLimits.first : missedPingLimits.later)) {
        onEnd(translate("{0} stopped responding, so the preview stopped it.", name));
        return;
      }
      progress.unanswered++;
      frame.current?.contentWindow?.postMessage({ kind: "ask" }, "*");
    }, pingMilliseconds);
    window.addEventListener("message", handleMessage);
    return () => {
      clearInterval(watchTimer);
      window.removeEventListener("message", handleMessage);
    };
  }, [script]);
  useEffect(() => {
    if (isReady)
      frame.current?.contentWindow?.postMessage({ kind: "props", given: JSON.parse(propsText) as unknown }, "*");
  }, [isReady, propsText, script]);
  return (
    <>
      <iframe
        ref={frame}
        class="dw-component-frame"
        title={translate("{0}, running", name)}
        sandbox="allow-scripts"
        srcdoc={content}
        style={{ width: "100%", border: "0", height: `${height}px` }}
      />
      {notes.map((note) => (
        <div key={note} class="dw-interactive-note" role="status">
          {note}
        </div>
      ))}
    </>
  );
}

const networkBlockedText = translate("Network request blocked. Components in the preview can’t access the network.");

/**
 * Returns the frame's document. It inherits the page's policy, which requires scripts to have the page's nonce. The
 * component can read that nonce, so two more policies are added, and a script must comply with all three. The first one
 * allows only the script with this hash. On its own, it would also allow a script from any host whose `integrity`
 * attribute has the same hash, so the second one allows only inline scripts.
 */
function createDocument(name: string, script: string, integrity: string): string {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const policies = [
    `default-src 'none'; script-src '${integrity}'; worker-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'`,
    "script-src 'unsafe-inline'",
  ].map((policy) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  return `<!doctype html><html><head><meta charset="utf-8">${policies.join("")}</head><body data-name="${escapeText(name)}"><div id="root"></div><script nonce="${nonce}">${script}</script></body></html>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

interface RunnableProps {
  readonly node: ViewElement;
  /** Shown while the component isn't running. */
  readonly children: ComponentChildren;
}

/**
 * A component that runs if the author allows it. If the component isn't running, as much of it as possible is shown.
 */
export function Runnable({ node, children }: RunnableProps): VNode {
  const { components } = usePage();
  const [endReason, setEndReason] = useState<string>();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const name = getTextProp(node, "name") ?? "";
  const file = getTextProp(node, "componentFile") ?? getTextProp(node, "file") ?? "";
  const componentProps = node.props?.["component"];
  const canRun = components !== undefined && componentProps !== undefined;
  // This must be a layout effect so that no result can arrive between the first rendering and the subscription.
  useLayoutEffect(() => components?.subscribe(() => repaint()), [components]);
  useEffect(() => {
    if (canRun && !components.get(file, name)) components.run(file, name, false);
  }, [components, canRun, file, name]);
  if (!canRun) return <>{children}</>;
  const message = components.get(file, name);
  if (message?.state === "script" && endReason === undefined)
    return (
      <ComponentFrame
        key={message.hash}
        name={name}
        script={message.script}
        integrity={message.integrity}
        componentProps={componentProps}
        onEnd={setEndReason}
      />
    );
  const endText = endReason ?? (message?.state === "rejected" ? message.text : undefined);
  const run = (): void => {
    setEndReason(undefined);
    components.run(file, name, true);
  };
  return (
    <>
      {children}
      {endText !== undefined && (
        <div class="dw-interactive-note" role="status">
          {endText}
        </div>
      )}
      <button type="button" class="dw-fault-line" title={file} onClick={run}>
        {translate("Run component")}
      </button>
    </>
  );
}

type BuiltComponentMessage = Extract<ToPage, { kind: "component" }>;

/** The components that the author has requested to run, by file and name. */
export interface RunningComponents {
  /** Returns the component, or `undefined` until the host has responded. */
  readonly get: (file: string, name: string) => BuiltComponentMessage | undefined;
  /**
   * Requests a component from the host. If `isClicked` is false, the host sends the component only if the author has
   * already allowed it.
   */
  readonly run: (file: string, name: string, isClicked: boolean) => void;
  readonly addComponent: (builtComponent: BuiltComponentMessage) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createRunningComponents(send: (message: FromPage) => void): RunningComponents {
  const componentsByKey = new Map<string, BuiltComponentMessage>();
  const listeners = new Set<() => void>();
  return {
    get: (file, name) => componentsByKey.get(`${file} ${name}`),
    run: (file, name, isClicked) => send({ kind: "runComponent", file, name, clicked: isClicked }),
    addComponent: (message) => {
      componentsByKey.set(`${message.file} ${message.name}`, message);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
