import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PanelStore } from "./panel-store.ts";

export const StoreContext = createContext<PanelStore | undefined>(undefined);

/** Returns the store of the surrounding panel. */
export function usePanelStore(): PanelStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("This component isn’t inside a feedback panel.");
  return store;
}
