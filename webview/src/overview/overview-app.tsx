import { render, type VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { VisibleText } from "../feedback/text.tsx";
import { acquireEditorApi } from "../host/transport.ts";
import type { OverviewView, SiteView, ToOverview } from "./overview-protocol.ts";
import {
  ActionButtons,
  CoverageSection,
  FeedbackSection,
  PagesSection,
  ProblemsSection,
  type SendMessage,
} from "./overview-sections.tsx";

/** The state that the editor stores for a reload of the page. */
interface StoredState {
  readonly root: string;
  /** The scroll position, in pixels. */
  readonly scroll: number;
}

/** The message channel between the page and the extension. */
interface OverviewPort {
  readonly send: SendMessage;
  readonly listen: (receive: (message: ToOverview) => void) => () => void;
  /** The stored scroll position, in pixels. */
  readonly scroll: number;
  readonly saveState: (state: StoredState) => void;
}

/** Returns a port that uses the messages of VS Code's webview API. */
function createOverviewPort(): OverviewPort {
  const api = acquireEditorApi();
  const { scroll } = (api.getState() ?? {}) as Partial<StoredState>;
  return {
    send: (message) => api.postMessage(message),
    listen: (receive) => {
      const onMessage = ({ data }: MessageEvent<ToOverview>): void => receive(data);
      window.addEventListener("message", onMessage);
      return () => window.removeEventListener("message", onMessage);
    },
    scroll: typeof scroll === "number" ? scroll : 0,
    saveState: (state) => api.setState(state),
  };
}

/** The overview page. After each change, the extension sends the complete content of the page. */
function OverviewApp({ port }: { readonly port: OverviewPort }): VNode {
  const [message, setMessage] = useState<ToOverview>();
  const mainRef = useRef<HTMLElement>(null);
  useEffect(() => {
    const stopListening = port.listen(setMessage);
    port.send({ kind: "ready" });
    return stopListening;
  }, [port]);
  useStoredScroll(port, message);
  useFocusRestoration(mainRef, message);
  const view = message?.view;
  return (
    <main ref={mainRef} class="dwf dwo" aria-busy={view === undefined || view.kind === "loading"}>
      <Content view={view} send={port.send} />
    </main>
  );
}

/** Restores the scroll position once the content is rendered, and stores the position when it changes. */
function useStoredScroll(port: OverviewPort, message: ToOverview | undefined): void {
  const hasSiteView = message?.view.kind === "site";
  const root = message?.root;
  useLayoutEffect(() => {
    if (hasSiteView) window.scrollTo(0, port.scroll);
  }, [port, hasSiteView]);
  useEffect(() => {
    if (root === undefined) return;
    if (!hasSiteView) return port.saveState({ root, scroll: port.scroll });
    const onScroll = (): void => port.saveState({ root, scroll: window.scrollY });
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [port, root, hasSiteView]);
}

/** Moves the focus to the start of the section if an update has removed the focused element. */
function useFocusRestoration(main: { readonly current: HTMLElement | null }, message: ToOverview | undefined): void {
  const lastFocus = useRef<{ readonly element: Element; readonly section: string | undefined } | undefined>(undefined);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element) lastFocus.current = { element: target, section: target.closest("section")?.id };
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useLayoutEffect(() => {
    const { element, section } = lastFocus.current ?? {};
    if (!element || element.isConnected || document.activeElement !== document.body) return;
    lastFocus.current = undefined;
    const heading = section === undefined ? null : document.getElementById(section)?.querySelector("h2");
    (heading ?? main.current?.querySelector("h1"))?.focus();
  }, [main, message]);
}

function Content({ view, send }: { readonly view: OverviewView | undefined; readonly send: SendMessage }): VNode {
  switch (view?.kind) {
    case undefined:
    case "loading":
      return <Skeleton text={view?.text} />;
    case "message":
      return (
        <div class="dwf-card">
          <h1>{view.heading}</h1>
          <p role="status">{view.text}</p>
          <div class="dwf-card-actions">
            <ActionButtons actions={view.actions} send={send} />
          </div>
        </div>
      );
    case "site":
      return <Site view={view} send={send} />;
  }
}

function Skeleton({ text }: { readonly text: string | undefined }): VNode {
  return (
    <div class="dwf-bones" role="status">
      <span class="dwf-unseen">{text}</span>
      {Array.from({ length: 7 }, (_, index) => (
        <span key={index} class="dwf-bone" />
      ))}
    </div>
  );
}

function Site({ view, send }: { readonly view: SiteView; readonly send: SendMessage }): VNode {
  const { name, facts, progressText, actions } = view;
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <>
      <header class="dwo-head">
        <div>
          <h1 tabIndex={-1}>
            <VisibleText text={name} />
          </h1>
          <p class="dwo-facts">
            {facts.map((fact) => (
              <span key={fact}>
                <VisibleText text={fact} />
              </span>
            ))}
            <span role="status">{progressText}</span>
          </p>
        </div>
        <div class="dwo-tools">
          <ActionButtons actions={actions} send={send} />
        </div>
      </header>
      <ProblemsSection problems={view.problems} send={send} />
      <PagesSection pages={view.pages} />
      <CoverageSection coverage={view.coverage} send={send} />
      <FeedbackSection feedback={view.feedback} send={send} />
    </>
  );
}

const root = document.createElement("div");
document.body.append(root);
render(<OverviewApp port={createOverviewPort()} />, root);
