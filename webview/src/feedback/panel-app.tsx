import { render, type VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { PanelData } from "../../../server/src/feedback/view/panel-model.ts";
import { useUniqueId } from "../components/tabs.tsx";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { MenuChip } from "./chips.tsx";
import { EntryList, handleKey } from "./entry-list.tsx";
import { EntryView } from "./entry-view.tsx";
import { Filters } from "./filters.tsx";
import { Overview } from "./overview.tsx";
import { formatFailure, EmptyList, PanelSkeleton, Warnings, NoEntries } from "./panel-states.tsx";
import {
  createFeedbackPort,
  type PanelState,
  createPanelStore,
  type PanelStore,
  StoreContext,
  usePanelStore,
} from "./panel-store.ts";
import { VisibleText } from "./text.tsx";
import { useNow } from "./trend-chart.tsx";

const exportFormats = [
  { format: "csv", label: translate("Save as CSV") },
  { format: "json", label: translate("Save as JSON") },
  { format: "markdown", label: translate("Save as Markdown") },
] as const;

/**
 * A menu for exporting the listed entries. Email addresses of readers are masked unless the author chooses otherwise
 * for an export.
 */
function ExportMenu({ entryCount }: { readonly entryCount: number }): VNode {
  return (
    <MenuChip kind="button" label={translate("Export")} side="right">
      {(close) => <ExportChoices entryCount={entryCount} close={close} />}
    </MenuChip>
  );
}

function ExportChoices({ entryCount, close }: { readonly entryCount: number; readonly close: () => void }): VNode {
  const store = usePanelStore();
  const [includesContacts, setIncludesContacts] = useState(false);
  return (
    <>
      <p class="dwf-words">{translate({ one: "{0} entry, as listed", other: "{0} entries, as listed" }, entryCount)}</p>
      <label class="dwf-choice">
        <input
          type="checkbox"
          checked={includesContacts}
          onChange={({ currentTarget: { checked } }) => setIncludesContacts(checked)}
        />
        <span class="dwf-choice-name">{translate("Include email addresses")}</span>
      </label>
      <p class="dwf-words">
        {translate("If this option is off, email addresses are masked, for example, a…@example.com.")}
      </p>
      {exportFormats.map(({ format, label }) => (
        <button
          key={format}
          type="button"
          class="dwf-choice"
          onClick={() => {
            store.send({ kind: "export", format, withContacts: includesContacts });
            close();
          }}
        >
          {label}
        </button>
      ))}
    </>
  );
}

const shortcuts: readonly (readonly [keys: readonly string[], label: string])[] = [
  [["j", "↓"], translate("Next entry")],
  [["k", "↑"], translate("Previous entry")],
  [["←", "→"], translate("Collapse or expand group")],
  [["d"], translate("Mark as done, or reopen")],
  [["l"], translate("Snooze, or reopen")],
  [["a"], translate("Assign")],
  [["n"], translate("Add note")],
  [["o"], translate("Open in editor")],
  [["/"], translate("Search")],
  [["Esc"], translate("Back to list")],
  [["?"], translate("Show keyboard shortcuts")],
];

function KeyHelp({ onClose }: { readonly onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useUniqueId();
  // The dialog is modal so that the browser returns the focus as soon as the dialog closes. If the panel returned the
  // focus later, it could take the focus from an element that the user has opened since.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dwf-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{translate("Keyboard shortcuts")}</h2>
      <dl>
        {shortcuts.map(([names, label]) => (
          <div key={label}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="dwf-button" onClick={() => dialog.current?.close()}>
        {translate("Close")}
      </button>
    </dialog>
  );
}

const announcements: Readonly<Partial<Record<PanelData["freshness"]["kind"], string>>> = {
  loading: translate("Loading feedback…"),
  fresh: translate("Feedback is up to date."),
};

/**
 * The project, the age of its data, the number of requests left this hour, and the actions that apply to the entire
 * panel.
 */
function PanelHeader({ state, onHelp }: { readonly state: PanelState; readonly onHelp: () => void }): VNode {
  const store = usePanelStore();
  const { facts, showsOverview, list } = state;
  const freshness = facts?.project && facts.freshness;
  const isLoading = facts?.freshness.kind === "loading";
  return (
    <header class="dwf-head">
      <h1>
        {translate("Reader feedback")}{" "}
        {facts?.project && (
          <span class="dwf-project" title={facts.project.baseUrl}>
            <VisibleText text={facts.project.projectId} />
          </span>
        )}
      </h1>
      <p class="dwf-freshness">{facts?.project && <Freshness facts={facts} />}</p>
      {/* Screen readers announce only when the wait starts and ends, not each second or minute. */}
      <span class="dwf-unseen" role="status">
        {freshness?.failure ? formatFailure(freshness.failure) : freshness && announcements[freshness.kind]}
      </span>
      <div class="dwf-head-tools">
        {facts && facts.entryCount > 0 && (
          <button
            type="button"
            class="dwf-button"
            aria-pressed={showsOverview}
            onClick={() => store.set({ showsOverview: !showsOverview })}
          >
            {translate("Overview")}
          </button>
        )}
        {list && list.entryCount > 0 && <ExportMenu entryCount={list.entryCount} />}
        {facts?.project && (
          <>
            {facts.project.hasDashboard && (
              <button
                type="button"
                class="dwf-button"
                title={translate("Open the service’s dashboard in your browser")}
                onClick={() => store.send({ kind: "openDashboard" })}
              >
                {translate("Dashboard")}
              </button>
            )}
            <button
              type="button"
              class="dwf-button"
              title={isLoading ? undefined : translate("Check for new feedback")}
              onClick={() => store.send({ kind: isLoading ? "cancel" : "refresh" })}
            >
              {translate(isLoading ? "Cancel" : "Refresh")}
            </button>
          </>
        )}
        <button
          type="button"
          class="dwf-button dwf-icon"
          aria-label={translate("Keyboard shortcuts")}
          title={`${translate("Keyboard shortcuts")} (?)`}
          onClick={onHelp}
        >
          ?
        </button>
      </div>
    </header>
  );
}

/** The minimum age in milliseconds at which the panel shows how old the statuses are. */
const minShownStatusAge = 3_600_000;

function Freshness({ facts: { freshness, budget } }: { readonly facts: PanelData }): VNode {
  const store = usePanelStore();
  const { formatAgo, formatExactTime } = formats;
  const isWaiting = freshness.waitingUntil !== undefined;
  const now = useNow(isWaiting ? 1000 : 30_000);
  const { kind, refreshedAt, receivedCount = 0, waitingUntil, statusesAt } = freshness;
  const refreshText = refreshedAt === undefined ? undefined : formatAgo(Math.min(refreshedAt, now), now);
  const failureText = formatFailure(freshness.failure);
  const text = {
    none: "",
    loading:
      receivedCount > 0 ? translate("Loading feedback… {0} so far", receivedCount) : translate("Loading feedback…"),
    fresh: translate("Updated {0}", refreshText ?? ""),
    cached: refreshText === undefined ? translate("Cached") : translate("Cached, updated {0}", refreshText),
    partial: translate("Incomplete, updated {0}", refreshText ?? ""),
    failed: refreshText === undefined ? failureText : translate("{0} (last updated {1})", failureText, refreshText),
  }[kind];
  const limitText =
    budget.nextAt === undefined
      ? translate(
          "The service allows your organization {0} requests per hour. Docwright counts only its own requests.",
          budget.limit,
        )
      : translate(
          "The service allows your organization {1} requests per hour. Docwright counts only its own requests. The next request becomes available {0}.",
          formatAgo(budget.nextAt, now),
          budget.limit,
        );
  return (
    <>
      <span title={refreshedAt === undefined ? undefined : formatExactTime(refreshedAt)}>
        {kind === "loading" && waitingUntil !== undefined
          ? translate("The service is rate-limiting requests. Resuming in {0}.", formatCountdown(waitingUntil - now))
          : text}
      </span>
      {kind !== "loading" && statusesAt !== undefined && now - statusesAt > minShownStatusAge && (
        <span>
          {translate("Statuses updated {0}", formatAgo(statusesAt, now))}{" "}
          <button
            type="button"
            class="dwf-link"
            title={translate("Reload all entries to update their statuses")}
            onClick={() => store.send({ kind: "readAll" })}
          >
            {translate("Reload all")}
          </button>
        </span>
      )}
      <span class="dwf-budget" title={limitText} data-low={budget.remainingRequests <= budget.limit / 10}>
        {translate("{0} of {1} requests left this hour", budget.remainingRequests, budget.limit)}
      </span>
    </>
  );
}

/** Formats a remaining time as minutes and seconds, such as `0:42`. */
function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The panel. Its state comes from the store. */
function PanelApp({ store }: { readonly store: PanelStore }): VNode {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => repaint()), [store]);
  const [showsHelp, setShowsHelp] = useState(false);
  const state = store.getState();
  useEffect(() => {
    document.title = translate("Reader feedback");
  }, []);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (handleKey(event, store, () => setShowsHelp(true))) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [store]);
  return (
    <StoreContext.Provider value={store}>
      <main class="dwf" data-reading={state.isReading}>
        <PanelHeader state={state} onHelp={() => setShowsHelp(true)} />
        <PanelBody state={state} />
      </main>
      {showsHelp && <KeyHelp onClose={() => setShowsHelp(false)} />}
    </StoreContext.Provider>
  );
}

/**
 * The panel's content. It's memoized because the state changes many times per second while the list is scrolled, and
 * unchanged parts shouldn't be rendered again.
 */
function PanelBody({ state }: { readonly state: PanelState }): VNode {
  const { facts, query, list, overview, themes, showsOverview, showsTable } = state;
  const analytics = facts?.analytics;
  const overviewElement = useMemo(
    () => overview && <Overview overview={overview} analytics={analytics} showsTable={showsTable} />,
    [overview, analytics, showsTable],
  );
  const filters = useMemo(() => <Filters state={state} />, [facts, query, list?.version, themes]);
  if (!facts) return <PanelSkeleton />;
  if (facts.entryCount === 0) return <NoEntries facts={facts} />;
  return (
    <>
      <Warnings freshness={facts.freshness} />
      {showsOverview && overviewElement}
      <div class="dwf-columns">
        <div class="dwf-side" data-version={list?.version}>
          {filters}
          {!list ? (
            <PanelSkeleton />
          ) : list.rowCount === 0 ? (
            <EmptyList state={state} />
          ) : (
            <EntryList state={state} list={list} />
          )}
        </div>
        <ReadingPane state={state} />
      </div>
    </>
  );
}

function ReadingPane({ state: { facts, chosenId, entry, contact, isDeleted } }: { readonly state: PanelState }): VNode {
  const hasDashboard = facts?.project?.hasDashboard === true;
  const entryView = useMemo(
    () => entry && <EntryView key={entry.id} entry={entry} contact={contact} hasDashboard={hasDashboard} />,
    [entry, contact, hasDashboard],
  );
  return (
    <div class="dwf-reading" data-entry="" tabIndex={-1}>
      <BackToList />
      {entryView ?? (
        <p class="dwf-hint">
          {chosenId === undefined
            ? translate("Select an entry to view it.")
            : isDeleted
              ? translate("This entry no longer exists.")
              : ""}
        </p>
      )}
    </div>
  );
}

/** In a narrow window, the entry covers the list. */
function BackToList(): VNode {
  const store = usePanelStore();
  return (
    <button
      type="button"
      class="dwf-link dwf-back"
      title={`${translate("Back to list")} (Esc)`}
      onClick={() => store.set({ isReading: false })}
    >
      ← {translate("Back to list")}
    </button>
  );
}

const root = document.createElement("div");
document.body.append(root);
render(<PanelApp store={createPanelStore(createFeedbackPort())} />, root);
