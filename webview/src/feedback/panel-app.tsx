import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { PanelFacts } from "../../../server/src/feedback/view/panel-model.ts";
import { useOwnId } from "../components/tabs.tsx";
import { EntryList, handleKey } from "./entry-list.tsx";
import { EntryView } from "./entry-view.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { Filters } from "./filters.tsx";
import {
  MomentContext,
  createRelativeTimeTexts,
  type PageLanguage,
  type PanelTextKey,
  createTranslate,
  TranslateContext,
  useMoments,
  useTranslate,
} from "./language.ts";
import { Overview } from "./overview.tsx";
import { StoreContext, usePanelStore } from "./panel-context.ts";
import { formatFailure, NothingListed, PanelSkeleton, Warnings, WithoutEntries } from "./panel-states.tsx";
import type { PanelState, PanelStore } from "./panel-store.ts";
import { VisibleText } from "./text.tsx";
import { useNow } from "./trend-chart.tsx";

const keys: readonly (readonly [keys: readonly string[], word: PanelTextKey])[] = [
  [["j", "↓"], "keyNext"],
  [["k", "↑"], "keyPrevious"],
  [["←", "→"], "keyFold"],
  [["d"], "keyDone"],
  [["l"], "keyLater"],
  [["a"], "keyAssign"],
  [["n"], "keyNote"],
  [["o"], "keyOpen"],
  [["/"], "keySearch"],
  [["Esc"], "keyEscape"],
  [["?"], "keyHelp"],
];

export function KeyHelp({ onClose }: { readonly onClose: () => void }): VNode {
  const translate = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useOwnId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class="dwf-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{translate("help")}</h2>
      <dl>
        {keys.map(([names, word]) => (
          <div key={word}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{translate(word)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="dwf-button" onClick={() => dialog.current?.close()}>
        {translate("close")}
      </button>
    </dialog>
  );
}

const announcement: Readonly<Partial<Record<PanelFacts["freshness"]["kind"], PanelTextKey>>> = {
  loading: "loadingFirst",
  fresh: "readAll",
};

/** The project, the age of its data, the remaining hourly requests, and the actions for the entire panel. */
export function PanelHeader({
  state,
  onHelp,
}: {
  readonly state: PanelState;
  readonly onHelp: () => void;
}): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const { facts, showsOverview, list } = state;
  const freshness = facts?.project && facts.freshness;
  const word = freshness && announcement[freshness.kind];
  const isLoading = facts?.freshness.kind === "loading";
  return (
    <header class="dwf-head">
      <h1>
        {translate("title")}{" "}
        {facts?.project && (
          <span class="dwf-project" title={facts.project.baseUrl}>
            <VisibleText text={facts.project.projectId} />
          </span>
        )}
      </h1>
      <p class="dwf-freshness">{facts?.project && <Freshness facts={facts} />}</p>
      {/* Screen readers announce the start and end, but not each second or minute that passes. */}
      <span class="dwf-unseen" role="status">
        {freshness?.failure ? formatFailure(translate, freshness.failure) : word && translate(word)}
      </span>
      <div class="dwf-head-tools">
        {facts && facts.total > 0 && (
          <button
            type="button"
            class="dwf-button"
            aria-pressed={showsOverview}
            onClick={() => store.set({ showsOverview: !showsOverview })}
          >
            {translate("showTrend")}
          </button>
        )}
        {list && list.entries > 0 && <ExportMenu entries={list.entries} />}
        {facts?.project && (
          <>
            {facts.project.hasDashboard && (
              <button
                type="button"
                class="dwf-button"
                title={translate("dashboardHint")}
                onClick={() => store.send({ kind: "openDashboard" })}
              >
                {translate("dashboard")}
              </button>
            )}
            <button
              type="button"
              class="dwf-button"
              title={isLoading ? undefined : translate("refreshHint")}
              onClick={() => store.send({ kind: isLoading ? "cancel" : "refresh" })}
            >
              {translate(isLoading ? "cancel" : "refresh")}
            </button>
          </>
        )}
        <button
          type="button"
          class="dwf-button dwf-icon"
          aria-label={translate("help")}
          title={`${translate("help")} (?)`}
          onClick={onHelp}
        >
          ?
        </button>
      </div>
    </header>
  );
}

/** The age in milliseconds from which the panel states how old the statuses are. */
const statusAge = 3_600_000;

function Freshness({ facts: { freshness, budget } }: { readonly facts: PanelFacts }): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const { ago, exact } = useMoments();
  const isWaiting = freshness.waitingUntil !== undefined;
  const now = useNow(isWaiting ? 1000 : 30_000);
  const { kind, refreshedAt, received = 0, waitingUntil, statusesAt } = freshness;
  const requested = refreshedAt === undefined ? undefined : ago(Math.min(refreshedAt, now), now);
  const failed = formatFailure(translate, freshness.failure);
  const words = {
    none: "",
    loading: received > 0 ? translate("loading", received) : translate("loadingFirst"),
    fresh: translate("fresh", requested ?? ""),
    cached: requested === undefined ? translate("cachedUndated") : translate("cached", requested),
    partial: translate("partial", requested ?? ""),
    failed: requested === undefined ? failed : translate("failed", failed, requested),
  }[kind];
  const next =
    budget.nextAt === undefined
      ? translate("budgetWords", budget.limit)
      : translate("budgetHint", ago(budget.nextAt, now), budget.limit);
  return (
    <>
      <span title={refreshedAt === undefined ? undefined : exact(refreshedAt)}>
        {kind === "loading" && waitingUntil !== undefined
          ? translate("waiting", countdown(waitingUntil - now))
          : words}
      </span>
      {kind !== "loading" && statusesAt !== undefined && now - statusesAt > statusAge && (
        <span>
          {translate("statusesRead", ago(statusesAt, now))}{" "}
          <button
            type="button"
            class="dwf-link"
            title={translate("readAgainHint")}
            onClick={() => store.send({ kind: "readAll" })}
          >
            {translate("readAgain")}
          </button>
        </span>
      )}
      <span class="dwf-budget" title={next} data-low={budget.left <= budget.limit / 10}>
        {translate("budget", budget.left, budget.limit)}
      </span>
    </>
  );
}

/** `0:42` */
function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The panel. Its state comes from the store, its messages and dates are in the author's language. */
export function PanelApp({
  store,
  language: { locale, words },
}: {
  readonly store: PanelStore;
  readonly language: PageLanguage;
}): VNode {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => repaint()), [store]);
  const [showsHelp, setShowsHelp] = useState(false);
  const state = store.state();
  const translate = useMemo(() => createTranslate(words, locale), [words, locale]);
  const moments = useMemo(() => createRelativeTimeTexts(locale), [locale]);
  useEffect(() => {
    document.title = translate("title");
  }, [translate]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (handleKey(event, store, () => setShowsHelp(true))) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [store]);
  return (
    <StoreContext.Provider value={store}>
      <TranslateContext.Provider value={translate}>
        <MomentContext.Provider value={moments}>
          <main class="dwf" data-reading={state.isReading}>
            <PanelHeader state={state} onHelp={() => setShowsHelp(true)} />
            <PanelBody state={state} />
          </main>
          {showsHelp && <KeyHelp onClose={() => setShowsHelp(false)} />}
        </MomentContext.Provider>
      </TranslateContext.Provider>
    </StoreContext.Provider>
  );
}

/** Memoized, so unchanged parts aren't rendered again: while it's scrolled, the list changes many times per second. */
function PanelBody({ state }: { readonly state: PanelState }): VNode {
  const { facts, query, list, overview, showsOverview, showsTable } = state;
  const above = useMemo(
    () => overview && <Overview overview={overview} showsTable={showsTable} />,
    [overview, showsTable],
  );
  const filters = useMemo(() => <Filters state={state} />, [facts, query, list?.version]);
  if (!facts) return <PanelSkeleton />;
  if (facts.total === 0) return <WithoutEntries facts={facts} />;
  return (
    <>
      <Warnings freshness={facts.freshness} />
      {showsOverview && above}
      <div class="dwf-columns">
        <div class="dwf-side" data-version={list?.version}>
          {filters}
          {!list ? (
            <PanelSkeleton />
          ) : list.rows === 0 ? (
            <NothingListed state={state} />
          ) : (
            <EntryList state={state} list={list} />
          )}
        </div>
        <Reading state={state} />
      </div>
    </>
  );
}

function Reading({
  state: { facts, chosen, entry, contact, isGone },
}: {
  readonly state: PanelState;
}): VNode {
  const translate = useTranslate();
  const hasDashboard = facts?.project?.hasDashboard === true;
  const shown = useMemo(
    () => entry && <EntryView key={entry.id} entry={entry} contact={contact} hasDashboard={hasDashboard} />,
    [entry, contact, hasDashboard],
  );
  return (
    <div class="dwf-reading" data-entry="" tabIndex={-1}>
      <BackToList />
      {shown ?? (
        <p class="dwf-hint">{chosen === undefined ? translate("choose") : isGone ? translate("gone") : ""}</p>
      )}
    </div>
  );
}

/** In a narrow window, the entry covers the list. */
function BackToList(): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  return (
    <button
      type="button"
      class="dwf-link dwf-back"
      title={`${translate("back")} (Esc)`}
      onClick={() => store.set({ isReading: false })}
    >
      ← {translate("back")}
    </button>
  );
}
