import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from "preact/hooks";
import { EntryList } from "./entry-list.tsx";
import { EntryView } from "./entry-view.tsx";
import { Filters } from "./filters.tsx";
import { KeyHelp } from "./key-help.tsx";
import { takeKey } from "./list-keys.ts";
import { MomentContext, momentWords } from "./moment-words.ts";
import { Overview } from "./overview.tsx";
import { StoreContext, useStore } from "./panel-context.ts";
import { PanelHeader } from "./panel-header.tsx";
import { NothingListed, Skeleton, Warnings, WithoutEntries } from "./panel-states.tsx";
import type { PanelState } from "./panel-state.ts";
import type { PanelStore } from "./panel-store.ts";
import type { PageLanguage } from "./page-language.ts";
import { SayContext, sayBy, useSay } from "./panel-words.ts";

/** The panel: its state is the store's, its words and dates are those of the person's language. */
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
  const say = useMemo(() => sayBy(words, locale), [words, locale]);
  const moments = useMemo(() => momentWords(locale), [locale]);
  useEffect(() => {
    document.title = say("title");
  }, [say]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (takeKey(event, store, () => setShowsHelp(true))) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [store]);
  return (
    <StoreContext.Provider value={store}>
      <SayContext.Provider value={say}>
        <MomentContext.Provider value={moments}>
          <main class="dwf" data-reading={state.isReading}>
            <PanelHeader state={state} onHelp={() => setShowsHelp(true)} />
            <PanelBody state={state} />
          </main>
          {showsHelp && <KeyHelp onClose={() => setShowsHelp(false)} />}
        </MomentContext.Provider>
      </SayContext.Provider>
    </StoreContext.Provider>
  );
}

/** What has not changed is not gone through again: a list that is scrolled changes many times in a second. */
function PanelBody({ state }: { readonly state: PanelState }): VNode {
  const { facts, query, list, overview, showsOverview, showsTable } = state;
  const above = useMemo(
    () => overview && <Overview overview={overview} showsTable={showsTable} />,
    [overview, showsTable],
  );
  const filters = useMemo(() => <Filters state={state} />, [facts, query, list?.version]);
  if (!facts) return <Skeleton />;
  if (facts.total === 0) return <WithoutEntries facts={facts} />;
  return (
    <>
      <Warnings freshness={facts.freshness} />
      {showsOverview && above}
      <div class="dwf-columns">
        <div class="dwf-side" data-version={list?.version}>
          {filters}
          {!list ? (
            <Skeleton />
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
  const say = useSay();
  const hasDashboard = facts?.project?.hasDashboard === true;
  const shown = useMemo(
    () => entry && <EntryView key={entry.id} entry={entry} contact={contact} hasDashboard={hasDashboard} />,
    [entry, contact, hasDashboard],
  );
  return (
    <div class="dwf-reading" data-entry="" tabIndex={-1}>
      <BackToList />
      {shown ?? <p class="dwf-hint">{chosen === undefined ? say("choose") : isGone ? say("gone") : ""}</p>}
    </div>
  );
}

/** In a narrow window the list is behind the entry. */
function BackToList(): VNode {
  const store = useStore();
  const say = useSay();
  return (
    <button
      type="button"
      class="dwf-link dwf-back"
      title={`${say("back")} (Esc)`}
      onClick={() => store.set({ isReading: false })}
    >
      ← {say("back")}
    </button>
  );
}
