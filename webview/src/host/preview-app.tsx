import type { VNode } from "preact";
import { useEffect, useReducer } from "preact/hooks";
import { PlainPage } from "./plain-page.tsx";
import type { PageStore } from "./page-store.ts";
import type { Transport } from "./transport.ts";

export interface PreviewAppProps {
  readonly store: PageStore;
  readonly transport: Transport;
}

export function PreviewApp({ store, transport }: PreviewAppProps): VNode {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => store.subscribe(() => repaint()), [store]);
  const { page, missing, version } = store.get();
  useEffect(() => {
    if (version > 0) transport.send({ kind: "painted", version, milliseconds: 0 });
  }, [version, transport]);
  if (missing) return <p>{missing.text}</p>;
  return page ? <PlainPage page={page} /> : <p>Reading the page</p>;
}
