import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import type { SiteFrame } from "../../../server/src/core/preview/view/site-frame.ts";
import type { ViewNode } from "../../../server/src/core/preview/view/view-node.ts";
import type { MissingPage, PagePlace, PageSettings, ToPage } from "../protocol.ts";

/** What is to be seen. */
export interface PageState {
  readonly place: PagePlace;
  readonly page: PageView | undefined;
  /** Of the update that `page` came with. */
  readonly version: number;
  readonly missing: MissingPage | undefined;
  /** Why the newest text is not shown. */
  readonly fault: string | undefined;
  readonly frame: SiteFrame | undefined;
  readonly settings: PageSettings;
  /** The host does not answer. */
  readonly isLost: boolean;
}

export interface PageStore {
  readonly get: () => PageState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Answers whether the message concerns what is painted. */
  readonly take: (message: ToPage) => void;
  readonly setLost: (lost: boolean) => void;
}

const empty: PageState = {
  place: { title: "" },
  page: undefined,
  version: 0,
  missing: undefined,
  fault: undefined,
  frame: undefined,
  settings: { audience: { reader: "human", signedIn: false, groups: [] }, groups: [] },
  isLost: false,
};

/** Holds the newest snapshot of everything; messages that are older than what is there are left out. */
export function pageStore(): PageStore {
  let state = empty;
  let known: ReadonlyMap<string, readonly ViewNode[]> = new Map();
  let parts: Partial<SiteFrame> = {};
  const listeners = new Set<() => void>();
  const set = (change: Partial<PageState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const takePage = ({ update, place }: Extract<ToPage, { kind: "page" }>): void => {
    const { version, page, order, fresh } = update;
    const blocks = order.map(({ id, ...block }) => ({
      id,
      ...block,
      nodes: fresh[id] ?? known.get(id) ?? [],
    }));
    known = new Map(blocks.map(({ id, nodes }) => [id, nodes]));
    set({ place, page: { ...page, blocks }, version, missing: undefined, fault: undefined });
  };
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setLost: (isLost) => set({ isLost }),
    take: (message) => {
      switch (message.kind) {
        case "page":
          return takePage(message);
        case "missing":
          known = new Map();
          return set({
            missing: message.missing,
            page: undefined,
            place: { url: message.missing.url, title: message.missing.url },
          });
        case "loading":
          return set({ place: message.place });
        case "fault":
          return set({ fault: message.text });
        case "frame":
          parts = { ...parts, ...message.frame };
          return set({ frame: isWhole(parts) ? parts : undefined });
        case "settings":
          return set({ settings: message.settings });
        default:
          return;
      }
    },
  };
}

function isWhole(parts: Partial<SiteFrame>): parts is SiteFrame {
  return !!(parts.look && parts.surroundings && parts.menu && parts.page);
}
