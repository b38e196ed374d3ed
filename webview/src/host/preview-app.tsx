import type { VNode } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import type { UnappliedSheet } from "../../../server/src/core/preview/view/site-frame.ts";
import { NotFoundPage } from "../frame/directory.tsx";
import { SiteShell } from "../frame/site-shell.tsx";
import { translate, translateNodes } from "../language/translate.ts";
import { useSiteStylesheet } from "../paint/page-sheets.ts";
import { useShownContents } from "../paint/page-views.ts";
import type { PlaygroundPort } from "../playground/store/playground-port.ts";
import type { HostInfo } from "../protocol.ts";
import type { RunningComponents } from "../sandbox/running-components.tsx";
import { SearchDialog } from "../toolbar/search-dialog.tsx";
import { Toolbar } from "../toolbar/toolbar.tsx";
import { PageScrollManager } from "./page-scroll-manager.ts";
import { createPageServices, savePage } from "./page-services.tsx";
import type { PageStore } from "./page-store.ts";
import { type PageHandle, PaintPage } from "./paint-page.tsx";
import type { PersistedState } from "./persisted-state.ts";
import { createAddressBar, type Transport } from "./transport.ts";

const maxListedSheets = 3;

const reasons: Record<UnappliedSheet["reason"], string> = {
  "too-large": translate("it’s larger than 1 MB"),
  unreadable: translate("it can’t be read as text"),
  "too-many": translate("the preview applies at most 50 style sheets (2 MB in total)"),
  "too-many-rules": translate("the preview applies at most 20,000 rules in total"),
};

/** Lists the site's style sheets that the preview doesn't apply to the page. */
export function UnappliedSheets({
  sheets = [],
}: {
  readonly sheets: readonly UnappliedSheet[] | undefined;
}): VNode | null {
  if (sheets.length === 0) return null;
  const hiddenCount = sheets.length - maxListedSheets;
  return (
    <div class="dwt-strip dwt-strip-quiet" role="status">
      {sheets.slice(0, maxListedSheets).map(({ file, reason }) => (
        <div key={file}>
          {translateNodes("{0} isn’t fully applied in the preview: {1}.", <code>{file}</code>, reasons[reason])}
        </div>
      ))}
      {hiddenCount > 0 && (
        <div>
          {translate(
            {
              one: "{0} more style sheet isn’t fully applied in the preview.",
              other: "{0} more style sheets aren’t fully applied in the preview.",
            },
            hiddenCount,
          )}
        </div>
      )}
    </div>
  );
}

export interface PreviewAppProps {
  readonly store: PageStore;
  readonly transport: Transport;
  readonly hostInfo: HostInfo;
  readonly persistedState: PersistedState;
  readonly components: RunningComponents;
  readonly playground: PlaygroundPort;
}

/** The toolbar and, below it, the page as readers see it. */
export function PreviewApp(props: PreviewAppProps): VNode {
  const { store, transport, hostInfo, persistedState, components, playground } = props;
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => repaint()), [store]);
  const [view, setView] = useState(persistedState.view);
  const [isSearching, setSearching] = useState(false);
  const search = useCallback((query: string) => transport.send({ kind: "search", query }), [transport]);
  const root = useRef<HTMLDivElement>(null);
  const handle = useRef<PageHandle>(null);
  const {
    location: pageLocation,
    page,
    version,
    missingPage,
    error,
    frame,
    settings,
    lossReason,
    fragment,
    searchResult,
  } = store.get();
  const addressBar = useMemo(
    () =>
      hostInfo.kind === "browser"
        ? createAddressBar(hostInfo.assets, (url) => transport.send({ kind: "navigate", url }))
        : undefined,
    [hostInfo, transport],
  );
  const services = useMemo(
    () =>
      createPageServices({
        transport,
        hostInfo,
        persistedState,
        handle,
        onNavigate: () => addressBar?.reportNavigation(),
      }),
    [transport, hostInfo, persistedState, addressBar],
  );
  const scrollManager = useMemo(() => new PageScrollManager(transport, handle), [transport]);
  useEffect(() => scrollManager.listen(store), [scrollManager, store]);
  useEffect(() => {
    if (version > 0) transport.send({ kind: "painted", version, milliseconds: Math.round(store.getTimeSinceUpdate()) });
  }, [version, transport, store]);
  useEffect(() => {
    if (pageLocation.url !== undefined) addressBar?.show(pageLocation.url, pageLocation.title);
  }, [addressBar, pageLocation.url, pageLocation.title]);
  const shownKey = missingPage ? `missing ${missingPage.url}` : page && `${page.path} ${pageLocation.url ?? ""}`;
  useEffect(() => {
    if (shownKey !== undefined) scrollManager.scrollToTarget(shownKey, fragment, persistedState.scrollTop);
  }, [shownKey, fragment, scrollManager, persistedState]);
  useEffect(() => scrollManager.refresh(), [version, scrollManager]);
  useSiteStylesheet(frame?.sheet ?? "", services.page.toResourceUrl);
  const contents = useShownContents(page, persistedState.reader);
  const forcedAppearance = view.appearance === "site" ? undefined : view.appearance;
  const endpoint = page?.endpoint;
  const endpointServices = useMemo(
    () => ({
      toLink: (anchor: string) => {
        const baseUrl = hostInfo.kind === "browser" ? location.origin + hostInfo.assets : "";
        return `${baseUrl}${pageLocation.url ?? ""}${endpoint?.linkPath ?? ""}#${anchor}`;
      },
      onShowSpec: ({ file, range }: { readonly file: string; readonly range: { start: number; end: number } }) =>
        transport.send({ kind: "show", file, at: { range } }),
      url: pageLocation.url,
      playground,
    }),
    [hostInfo, pageLocation.url, endpoint, transport, playground],
  );
  const frameServices = useMemo(
    () => ({
      ...services.frame,
      onSearch: () => setSearching(true),
      onPageMenu: () => transport.send({ kind: "markdown" }),
    }),
    [services, transport],
  );
  const pageServices = useMemo(
    () => ({
      ...services.page,
      audience: settings.audience,
      ...(settings.canRunComponents === true && { components }),
    }),
    [services, settings.audience, settings.canRunComponents, components],
  );
  // In VS Code, the preview can start at any line.
  const startsAtTop = hostInfo.kind === "browser" && fragment === undefined && persistedState.scrollTop === 0;
  const paint = (pageView: PageView, slots: Pick<Parameters<typeof PaintPage>[0], "appearance">): VNode => (
    <PaintPage
      page={pageView}
      services={pageServices}
      endpoint={endpointServices}
      handle={handle}
      startsAtTop={startsAtTop}
      {...slots}
    />
  );
  return (
    <>
      <Toolbar
        location={pageLocation}
        settings={settings}
        view={view}
        host={hostInfo.kind}
        send={transport.send}
        onExport={() => savePage(root.current, pageLocation, hostInfo.kind, transport.send)}
        onView={(next) => {
          setView(next);
          persistedState.setView(next);
        }}
      />
      {isSearching && (
        <SearchDialog
          searchResult={searchResult}
          onQuery={search}
          onOpen={(url) => services.frame.onNavigate(url)}
          onClose={() => setSearching(false)}
        />
      )}
      {lossReason !== undefined && (
        <div class="dwt-strip" role="status">
          {lossReason === "gone"
            ? translate("The preview lost its connection to the server. It resumes when the server is available again.")
            : translate(
                "The preview was restarted. Open the URL that’s printed in its terminal, or reopen the preview from your editor.",
              )}
        </div>
      )}
      {error !== undefined && (
        <div class="dwt-strip" role="status">
          {error.text}
          {error.canRetry && (
            <button type="button" class="dw-fault-line" onClick={() => transport.send({ kind: "retry" })}>
              {translate("Try again")}
            </button>
          )}
        </div>
      )}
      {settings.isSinglePage === true && (
        <div class="dwt-strip dwt-strip-quiet" role="status">
          {translate("This folder has no docs.json, so the preview shows the page without navigation or a theme.")}
        </div>
      )}
      <UnappliedSheets sheets={frame?.unappliedSheets} />
      {missingPage && frame && (
        <div class="dwt-strip dwt-strip-quiet" role="status">
          {missingPage.text}
        </div>
      )}
      <div
        ref={root}
        class="dwt-window"
        data-sized={view.width > 0 || undefined}
        style={view.width > 0 ? { maxWidth: `${view.width}px` } : undefined}
        onDblClick={(event) => scrollManager.openSource(event)}
      >
        {frame && (page || missingPage) ? (
          <SiteShell
            frame={frame}
            services={frameServices}
            contents={contents}
            changedPages={settings.changedPages}
            {...(forcedAppearance && { appearance: forcedAppearance })}
          >
            {(slots) =>
              page ? (
                paint(page, slots)
              ) : (
                <NotFoundPage
                  look={frame.look}
                  url={missingPage?.url ?? ""}
                  suggestion={
                    missingPage?.nearest && { href: missingPage.nearest.url, title: missingPage.nearest.title }
                  }
                />
              )
            }
          </SiteShell>
        ) : page ? (
          paint(page, { appearance: forcedAppearance ?? "light" })
        ) : (
          <p class="dwt-rest">{missingPage ? missingPage.text : translate("Loading page…")}</p>
        )}
      </div>
    </>
  );
}

/**
 * The maximum time in milliseconds to wait for a page that is already being created. During this time, nothing is
 * rendered, because the page would immediately replace it.
 */
const maxNavigationWait = 200;

/** Runs `paint` as soon as there's a page to render, or after `maxNavigationWait` at the latest. */
export function schedulePaint(store: Pick<PageStore, "get" | "subscribe">, paint: () => void): void {
  const hasContent = (): boolean => store.get().page !== undefined || store.get().missingPage !== undefined;
  if (hasContent()) return paint();
  const paintNow = (): void => {
    clearTimeout(lateTimer);
    unsubscribe();
    paint();
  };
  const lateTimer = setTimeout(paintNow, maxNavigationWait);
  const unsubscribe = store.subscribe(() => {
    if (hasContent()) paintNow();
  });
}
