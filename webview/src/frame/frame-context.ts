import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FramePlace, FrameSource } from "../../../server/src/core/preview/view/site-frame.ts";
import { type ReaderState, readerState } from "../paint/reader-state.ts";

/** What painting the site around a page needs of whoever shows it. Each member keeps its identity while nothing of it changes. */
export interface FrameServices {
  /** What the reader has folded, closed and chosen. */
  readonly state: ReaderState;
  /** The address from which a file of the site can be loaded: `/images/a.png` → `https://…`; `undefined`: not at all. */
  readonly resource: (address: string) => string | undefined;
  /** Hosts on the web whose pictures are shown. */
  readonly shownHosts: ReadonlySet<string>;
  /** A link of the site was followed: `/docs/guides/start#install`; what of docs.json the link stands for. */
  readonly onNavigate: (href: string, from?: FramePlace) => void;
  /** The author wants to see where something is written. */
  readonly onOpen: (at: FramePlace) => void;
  /** A heading of the page was chosen. */
  readonly onReveal: (id: string) => void;
  /** The search field was chosen; absent where there is no search. */
  readonly onSearch?: () => void;
  /** An entry of the page's menu was chosen: `copy`, `view`. */
  readonly onPageMenu?: (name: string) => void;
  /** Links opened with Ctrl or the middle button are left to the browser. */
  readonly opensTabs: boolean;
}

export const FrameContext = createContext<FrameServices>({
  state: readerState(),
  resource: (address) => address,
  shownHosts: new Set(),
  onNavigate: () => {},
  onOpen: () => {},
  onReveal: () => {},
  opensTabs: false,
});

export function useFrame(): FrameServices {
  return useContext(FrameContext);
}

/** Where a picture can be loaded from; undefined for one on the web that the author has not agreed to. */
export function sourceAddress(
  { resource, shownHosts }: Pick<FrameServices, "resource" | "shownHosts">,
  source: FrameSource,
): string | undefined {
  if (source.file !== undefined) return resource(`/${source.file}`);
  return shownHosts.has(source.host) ? source.url : undefined;
}
