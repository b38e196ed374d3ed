import { createContext } from "preact";
import { useContext, useLayoutEffect, useReducer } from "preact/hooks";
import type { EndpointServices } from "../endpoint/endpoint-context.ts";
import type { PlaygroundStore } from "./playground-store.ts";
import type { PlaygroundView } from "./playground-view.ts";
import type { AskHost } from "./relay/asking.ts";
import type { RelayClient } from "./relay/relay-client.ts";
import type { Sending } from "./send-request.ts";

/** What the parts of a playground work with. */
export interface PlaygroundParts {
  readonly store: PlaygroundStore;
  readonly relay: RelayClient;
  readonly sending: Sending;
  readonly ask: AskHost;
  readonly services: EndpointServices;
}

export const PlaygroundContext = createContext<PlaygroundParts | undefined>(undefined);

export function useParts(): PlaygroundParts {
  const parts = useContext(PlaygroundContext);
  if (!parts) throw new Error("This is a part of a playground and stands outside of one.");
  return parts;
}

/** What is to be shown, and again whenever it is another. */
export function useView(): PlaygroundView {
  const { store } = useParts();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => repaint()), [store]);
  return store.get();
}
