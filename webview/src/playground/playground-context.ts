import { createContext } from "preact";
import { useContext, useLayoutEffect, useReducer, useRef } from "preact/hooks";
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

/** These members of what is to be shown, and again whenever one of them is another: a stream paints its list alone. */
export function useView<Key extends keyof PlaygroundView>(
  ...keys: readonly Key[]
): Pick<PlaygroundView, Key> {
  return useStore(useParts().store, keys);
}

/** The same for who stands around the parts. */
export function useStore<Key extends keyof PlaygroundView>(
  store: PlaygroundStore,
  keys: readonly Key[],
): Pick<PlaygroundView, Key> {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const shown = useRef(store.get());
  shown.current = store.get();
  useLayoutEffect(
    () =>
      store.subscribe(() => {
        const now = store.get();
        if (keys.some((key) => now[key] !== shown.current[key])) repaint();
      }),
    [store],
  );
  return shown.current;
}
