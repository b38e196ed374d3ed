import type { ComponentType, VNode } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { EndpointPage } from "../../../server/src/core/preview/view/endpoint-page.ts";
import { usePage, useRepaint } from "../paint/page-context.ts";
import type { PlaygroundProps } from "../playground/playground.tsx";
import { EndpointContext } from "./endpoint-context.ts";

/** What takes the place of the bar of an endpoint, and the button for it. */
export interface TryIt {
  /** `none`: this endpoint cannot be tried out here. */
  readonly state: "none" | "closed" | "loading" | "failed" | "open";
  readonly open: () => void;
  readonly panel: () => VNode | null;
}

type Panel = ComponentType<PlaygroundProps>;

/** By what kind of endpoint it is for. */
const loaded: { operation?: Panel; channel?: Panel } = {};

function load(kind: "operation" | "channel"): Promise<Panel> {
  return kind === "channel"
    ? import("../playground/channel/channel-console.tsx").then((module) => module.ChannelConsole)
    : import("../playground/playground.tsx").then((module) => module.Playground);
}

/** Whether the playground of an endpoint is open: kept with what else the reader has opened. Its code comes with the first. */
export function useTryIt(endpoint: EndpointPage): TryIt {
  const services = useContext(EndpointContext);
  const { playground: port } = services;
  const { state } = usePage();
  const name = `${endpoint.method} ${endpoint.path}`;
  const key = `playground ${name}`;
  useRepaint(() => state.get(key));
  const isOpen = state.get(key) === true;
  const kind = endpoint.kind === "channel" ? "channel" : "operation";
  const [, setLoaded] = useState(0);
  const Playground = loaded[kind];
  const [failed, setFailed] = useState(false);
  const [wantsFocus, wantFocus] = useState(false);
  const canTry = port !== undefined && endpoint.kind !== "webhook" && endpoint.display.kind === "interactive";
  const open = (): void => {
    wantFocus(true);
    setFailed(false);
    state.set(key, true);
  };
  useEffect(() => {
    const openIfWanted = (): void => {
      if (port?.isWanted(services.url) === true) open();
    };
    openIfWanted();
    return port?.listen((message) => {
      if (message.kind === "show") openIfWanted();
    });
  }, [port, key, services.url]);
  useEffect(() => {
    if (!canTry || !isOpen || Playground || failed) return;
    load(kind).then(
      (panel) => {
        loaded[kind] = panel;
        setLoaded((count) => count + 1);
      },
      () => setFailed(true),
    );
  }, [canTry, isOpen, Playground, failed, kind]);
  const shown = !isOpen ? "closed" : Playground ? "open" : failed ? "failed" : "loading";
  return {
    state: canTry ? shown : "none",
    open,
    panel: () =>
      canTry && isOpen && Playground && port ? (
        <Playground
          key={name}
          endpoint={endpoint}
          port={port}
          services={services}
          wantsFocus={wantsFocus}
          onClose={() => {
            wantFocus(false);
            state.set(key, false);
          }}
        />
      ) : null,
  };
}
