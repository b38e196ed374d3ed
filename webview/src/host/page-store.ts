import {
  type FoundPage,
  type RetainedPagePart,
  type PageUpdate,
  type PageView,
  type ViewBlock,
  type ViewNode,
  applySameBlocks,
} from "../../../server/src/core/preview/view/page-view.ts";
import type { SiteShellView } from "../../../server/src/core/preview/view/site-frame.ts";
import type { MessageToPlayground } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type { MissingPage, PreviewLocation, PageSettings, ToPage } from "../protocol.ts";

/** The state that the preview shows. */
export interface PageState {
  readonly location: PreviewLocation;
  readonly page: PageView | undefined;
  /** The version of the update that contained `page`. */
  readonly version: number;
  readonly missingPage: MissingPage | undefined;
  /** The reason why the latest text isn't shown. */
  readonly error: Extract<ToPage, { kind: "fault" }> | undefined;
  readonly frame: SiteShellView | undefined;
  readonly settings: PageSettings;
  /** The results of the last search. */
  readonly searchResult: { readonly query: string; readonly pages: readonly FoundPage[] } | undefined;
  /** The reason why the host doesn't respond, or `undefined` if it responds. */
  readonly lossReason: "gone" | "restarted" | undefined;
  /** The fragment of the page's URL. */
  readonly fragment: string | undefined;
}

type Reveal = Extract<ToPage, { kind: "reveal" }>;

/** Handlers for messages that don't change the rendered state. */
export interface PageStoreHandlers {
  readonly onStateChange: (state: unknown) => void;
  readonly onReload: () => void;
  readonly onMarkdown: (text: string) => void;
  /** Called if an update is based on an update that never arrived. */
  readonly onGap?: () => void;
  readonly onComponent?: (component: Extract<ToPage, { kind: "component" }>) => void;
  readonly onPlayground?: (message: MessageToPlayground) => void;
}

export interface PageStore {
  readonly get: () => PageState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly receive: (message: ToPage) => void;
  /** Subscribes to lines that the editor reveals. */
  readonly onReveal: (listener: (reveal: Reveal) => void) => () => void;
  /** Returns the number of milliseconds since the last page arrived. */
  readonly getTimeSinceUpdate: () => number;
  readonly setLossReason: (reason: PageState["lossReason"]) => void;
}

const emptyState: PageState = {
  location: { title: "" },
  page: undefined,
  version: 0,
  missingPage: undefined,
  error: undefined,
  frame: undefined,
  settings: { audience: { reader: "human", signedIn: false, groups: [] }, groups: [] },
  searchResult: undefined,
  lossReason: undefined,
  fragment: undefined,
};

/** Creates a store for the latest state of the preview. Messages that are older than the current state are ignored. */
export function createPageStore({
  onStateChange,
  onReload,
  onMarkdown,
  ...optionalHandlers
}: PageStoreHandlers): PageStore {
  let state = emptyState;
  let parts: Partial<SiteShellView> = {};
  let receivedAt = 0;
  const listeners = new Set<() => void>();
  const revealListeners = new Set<(reveal: Reveal) => void>();
  const updateState = (change: Partial<PageState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const applyPage = ({ update, location, fragment }: Extract<ToPage, { kind: "page" }>): void => {
    receivedAt = performance.now();
    const { version, sameBlocks } = update;
    const basePage = sameBlocks && state.version === sameBlocks.baseVersion ? state.page : undefined;
    // An update has been lost, so everything is requested again.
    if (sameBlocks && !basePage) return optionalHandlers.onGap?.();
    const page = applyUpdate(update, basePage);
    updateState({ location, page, version, missingPage: undefined, error: undefined, fragment });
  };
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setLossReason: (lossReason) => updateState({ lossReason }),
    onReveal: (listener) => {
      revealListeners.add(listener);
      return () => revealListeners.delete(listener);
    },
    getTimeSinceUpdate: () => performance.now() - receivedAt,
    receive: (message) => {
      switch (message.kind) {
        case "page":
          return applyPage(message);
        case "missing":
          return updateState({
            missingPage: message.missingPage,
            page: undefined,
            fragment: undefined,
            location: { url: message.missingPage.url, title: message.missingPage.url },
          });
        case "loading":
          return updateState({ location: message.location });
        case "fault":
          return updateState({ error: message });
        case "frame":
          parts = { ...parts, ...message.frame };
          return updateState({ frame: isCompleteView(parts) ? parts : undefined });
        case "settings":
          return updateState({ settings: { ...state.settings, ...message.settings } });
        case "markdown":
          return onMarkdown(message.text);
        case "found":
          return updateState({ searchResult: { query: message.query, pages: message.pages } });
        case "reveal":
          for (const listener of revealListeners) listener(message);
          return;
        case "remember":
          return onStateChange(message.state);
        case "component":
          return optionalHandlers.onComponent?.(message);
        case "reload":
          return onReload();
        default:
          return optionalHandlers.onPlayground?.(message);
      }
    },
  };
}

function isCompleteView(parts: Partial<SiteShellView>): parts is SiteShellView {
  return !!(parts.look && parts.surroundings && parts.menu && parts.page);
}

const emptyParts: Pick<PageView, RetainedPagePart> = { contents: [], palette: [], styles: "" };

/** Returns the page after an update. Unchanged blocks remain the same objects so that they aren't rendered again. */
function applyUpdate({ page, sameBlocks, order, newNodes }: PageUpdate, basePage: PageView | undefined): PageView {
  const { contents, palette, styles } = basePage ?? emptyParts;
  const oldNodesById =
    basePage && order.some(({ id }) => !(id in newNodes)) ? indexNodesById(basePage.blocks) : undefined;
  const newBlocks = order.map((blockSummary) => ({
    ...blockSummary,
    nodes: newNodes[blockSummary.id] ?? oldNodesById?.get(blockSummary.id) ?? [],
  }));
  const blocks = sameBlocks && basePage ? applySameBlocks(basePage.blocks, sameBlocks, newBlocks) : newBlocks;
  return { contents, palette, styles, ...page, blocks };
}

function indexNodesById(blocks: readonly ViewBlock[]): ReadonlyMap<string, readonly ViewNode[]> {
  return new Map(blocks.map(({ id, nodes }) => [id, nodes]));
}
