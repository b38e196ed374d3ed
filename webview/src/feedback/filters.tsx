import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ListQuery } from "../../../server/src/feedback/view/from-panel.ts";
import { type CommentTheme, minThemeEntries } from "../../../server/src/feedback/view/panel-model.ts";
import {
  defaultQuery,
  groupings,
  maxMarkedEntries,
  ratings,
  sortOrders,
  readerTypes,
  workFilters,
} from "../../../server/src/feedback/view/panel-protocol.ts";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { ChoiceChip, MenuChip, PeriodChip, ScopeChips, SearchField, SelectField } from "./chips.tsx";
import { type PanelState, usePanelStore } from "./panel-store.ts";
import { getLabel, VisibleText } from "./text.tsx";

interface ThemeRowProps {
  /** The themes, or `undefined` while they're being computed. */
  readonly themes: readonly CommentTheme[] | undefined;
  /** The key of the theme that the list is filtered by. */
  readonly selectedKey: string | undefined;
}

/**
 * The themes of the listed comments. The row has a constant height so that the list doesn't move when the themes
 * arrive. Themes that don't fit are shown in a menu.
 */
export function ThemeRow({ themes, selectedKey }: ThemeRowProps): VNode {
  const store = usePanelStore();
  const { formatNumber } = formats;
  const containerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = containerRef.current;
    if (!element) return;
    const updateVisibility = (): void => {
      const chips = [...element.children].filter((chip) => chip instanceof HTMLElement);
      for (const chip of chips) chip.dataset["fits"] = String(chip.offsetTop === chips[0]?.offsetTop);
    };
    updateVisibility();
    const observer = new ResizeObserver(updateVisibility);
    observer.observe(element);
    return () => observer.disconnect();
  }, [themes]);
  const select = (key: string): void => {
    const { theme: previousTheme, ...rest } = store.getState().query;
    store.replaceQuery({ ...rest, ...(previousTheme !== key && { theme: key }) });
  };
  return (
    <div class="dwf-themes" role="group" aria-label={translate("Themes")}>
      <span class="dwf-themes-name" title={translate("Words that appear in several of the listed comments")}>
        {translate("Themes")}
      </span>
      {themes && themes.length > 0 ? (
        <>
          <div class="dwf-themes-room" ref={containerRef}>
            {themes.map((theme) => (
              <button
                key={theme.key}
                type="button"
                class="dwf-chip"
                aria-pressed={theme.key === selectedKey}
                data-set={theme.key === selectedKey}
                title={describeTheme(theme)}
                onClick={() => select(theme.key)}
              >
                <VisibleText text={theme.label} /> <span class="dwf-count">{formatNumber(theme.count)}</span>
              </button>
            ))}
          </div>
          <MenuChip label={translate("All themes")} side="right">
            {(close) =>
              themes.map((theme) => (
                <button
                  key={theme.key}
                  type="button"
                  class="dwf-choice"
                  aria-pressed={theme.key === selectedKey}
                  title={describeTheme(theme)}
                  onClick={() => {
                    select(theme.key);
                    close();
                  }}
                >
                  <span class="dwf-choice-name">
                    <VisibleText text={theme.label} />
                  </span>
                  <span class="dwf-count">{formatNumber(theme.count)}</span>
                </button>
              ))
            }
          </MenuChip>
        </>
      ) : (
        themes && <span class="dwf-words">{translate("No themes found in the listed comments.")}</span>
      )}
    </div>
  );
}

function describeTheme({ count, down }: CommentTheme): string {
  return translate("Comments: {0} (not helpful: {1})", count, down);
}

const statusLabels = {
  open: translate("Open"),
  later: translate("Snoozed"),
  assigned: translate("Assigned"),
  done: translate("Done"),
  all: translate("All"),
};
const readerLabels = {
  everybody: translate("Everyone"),
  people: translate("People"),
  agents: translate("Agents"),
};
const sortLabels = {
  work: translate("Needs attention first"),
  newest: translate("Newest first"),
  oldest: translate("Oldest first"),
};
const groupLabels = {
  none: translate("None"),
  page: translate("By page"),
  status: translate("By status"),
  source: translate("By source"),
};

/** The filters and the sort order of the list. */
export function Filters({ state }: { readonly state: PanelState }): VNode {
  const store = usePanelStore();
  const { query, facts, list, themes } = state;
  const listChoices = (kind: "source" | "status") =>
    (facts?.[kind === "source" ? "sources" : "statuses"] ?? []).map(({ name, count }) => ({
      name,
      count,
      label: getLabel(kind, name),
    }));
  return (
    <div class="dwf-filters">
      <SearchField query={query} />
      <div class="dwf-works" role="radiogroup" aria-label={translate("Triage status")}>
        {workFilters.map((workFilter) => (
          <label key={workFilter} class="dwf-work" data-set={query.work === workFilter}>
            <input
              type="radio"
              name="dwf-work"
              class="dwf-unseen"
              checked={query.work === workFilter}
              onChange={() => store.changeQuery({ work: workFilter })}
            />
            {statusLabels[workFilter]}
          </label>
        ))}
      </div>
      <div class="dwf-chips">
        <button
          type="button"
          class="dwf-chip"
          aria-pressed={query.onlyNew}
          data-set={query.onlyNew}
          title={translate("New since your last visit")}
          onClick={() => store.changeQuery({ onlyNew: !query.onlyNew })}
        >
          {translate("New ({0})", facts?.newEntryCount ?? 0)}
        </button>
        <button
          type="button"
          class="dwf-chip"
          aria-pressed={query.onlyComments}
          data-set={query.onlyComments}
          onClick={() => store.changeQuery({ onlyComments: !query.onlyComments })}
        >
          {translate("With comment")}
        </button>
        <ChoiceChip
          label={translate("Rating")}
          choices={ratings.map((name) => ({ name, label: getLabel("rating", name) }))}
          chosenNames={query.ratings}
          onChange={(chosenRatings) => store.changeQuery({ ratings: chosenRatings })}
        />
        <ChoiceChip
          label={translate("Source")}
          choices={listChoices("source")}
          chosenNames={query.sources}
          onChange={(sources) => store.changeQuery({ sources })}
        />
        <ChoiceChip
          label={translate("Status")}
          choices={listChoices("status")}
          chosenNames={query.statuses}
          onChange={(statuses) => store.changeQuery({ statuses })}
        />
        <PeriodChip query={query} />
        <ScopeChips state={state} />
        {hasFilters(query) && (
          <button
            type="button"
            class="dwf-link"
            onClick={() => {
              const { sort, groupBy } = query;
              store.replaceQuery({ ...defaultQuery, sort, groupBy });
            }}
          >
            {translate("Clear filters")}
          </button>
        )}
      </div>
      {facts && facts.commentCount >= minThemeEntries && <ThemeRow themes={themes} selectedKey={query.theme} />}
      <div class="dwf-order">
        <span class="dwf-listed" role="status">
          {list &&
            translate(
              { one: "{1} of {0} entry", other: "{1} of {0} entries" },
              facts?.entryCount ?? 0,
              list.entryCount,
            )}
        </span>
        {list && list.entryCount > 1 && list.entryCount <= maxMarkedEntries && query.work !== "done" && (
          <button
            type="button"
            class="dwf-link"
            title={translate("Marks all listed entries as done on this machine")}
            onClick={() => store.send({ kind: "markListed" })}
          >
            {translate("Mark {0} entries as done", list.entryCount)}
          </button>
        )}
        <SelectField
          label={translate("Reader type")}
          value={query.who}
          choices={readerTypes.map((readerType) => [readerType, readerLabels[readerType]] as const)}
          onChange={(readerType) => store.changeQuery({ who: readerType })}
        />
        <SelectField
          label={translate("Grouping")}
          value={query.groupBy}
          choices={groupings.map((groupBy) => [groupBy, groupLabels[groupBy]] as const)}
          onChange={(groupBy) => store.changeQuery({ groupBy, folded: [] })}
        />
        <SelectField
          label={translate("Sort")}
          value={query.sort}
          choices={sortOrders.map((sort) => [sort, sortLabels[sort]] as const)}
          onChange={(sort) => store.changeQuery({ sort })}
        />
      </div>
    </div>
  );
}

/** Whether a query hides entries that a new panel would show. */
export function hasFilters(query: ListQuery): boolean {
  const { sort: _sort, groupBy: _groupBy, folded: _folded, ...rest } = query;
  const defaults: Readonly<Record<string, unknown>> = { ...defaultQuery };
  return Object.entries(rest).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]));
}
