import type { VNode } from "preact";
import type { ListQuery } from "../../../server/src/feedback/view/from-panel.ts";
import {
  firstQuery,
  groupings,
  maxMarked,
  ratings,
  sorts,
  whos,
  works,
} from "../../../server/src/feedback/view/panel-protocol.ts";
import { ChoiceChip, PeriodChip, PlaceChips, SearchField, SelectField } from "./chips.tsx";
import { getLanguageName, type PanelTextKey, useTranslate } from "./language.ts";
import { usePanelStore } from "./panel-context.ts";
import type { PanelState } from "./panel-store.ts";

const workWords = { open: "workOpen", later: "workLater", assigned: "workAssigned", done: "workDone", all: "workAll" } as const satisfies Record<string, PanelTextKey>; // prettier-ignore
const whoWords = { everybody: "everybody", people: "people", agents: "agents" } as const;
const sortWords = { work: "sortWork", newest: "sortNewest", oldest: "sortOldest" } as const;
const groupWords = { none: "groupNone", page: "groupPage", status: "groupStatus", source: "groupSource" } as const; // prettier-ignore

/** The filters and the sort order of the list. */
export function Filters({ state }: { readonly state: PanelState }): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const { query, facts, list } = state;
  const named = (kind: "source" | "status") =>
    (facts?.[kind === "source" ? "sources" : "statuses"] ?? []).map(({ name, count }) => ({
      name,
      count,
      label: getLanguageName(translate, kind, name),
    }));
  return (
    <div class="dwf-filters">
      <SearchField query={query} />
      <div class="dwf-works" role="radiogroup" aria-label={translate("work")}>
        {works.map((work) => (
          <label key={work} class="dwf-work" data-set={query.work === work}>
            <input
              type="radio"
              name="dwf-work"
              class="dwf-unseen"
              checked={query.work === work}
              onChange={() => store.ask({ work })}
            />
            {translate(workWords[work])}
          </label>
        ))}
      </div>
      <div class="dwf-chips">
        <button
          type="button"
          class="dwf-chip"
          aria-pressed={query.onlyNew}
          data-set={query.onlyNew}
          title={translate("onlyNewHint")}
          onClick={() => store.ask({ onlyNew: !query.onlyNew })}
        >
          {translate("onlyNew", facts?.news ?? 0)}
        </button>
        <button
          type="button"
          class="dwf-chip"
          aria-pressed={query.onlyComments}
          data-set={query.onlyComments}
          onClick={() => store.ask({ onlyComments: !query.onlyComments })}
        >
          {translate("onlyComments")}
        </button>
        <ChoiceChip
          label={translate("rating")}
          choices={ratings.map((name) => ({ name, label: getLanguageName(translate, "rating", name) }))}
          chosen={query.ratings}
          onChange={(chosen) => store.ask({ ratings: chosen })}
        />
        <ChoiceChip
          label={translate("source")}
          choices={named("source")}
          chosen={query.sources}
          onChange={(sources) => store.ask({ sources })}
        />
        <ChoiceChip
          label={translate("status")}
          choices={named("status")}
          chosen={query.statuses}
          onChange={(statuses) => store.ask({ statuses })}
        />
        <PeriodChip query={query} />
        <PlaceChips state={state} />
        {isNarrowed(query) && (
          <button
            type="button"
            class="dwf-link"
            onClick={() => {
              const { sort, groupBy } = query;
              store.askFor({ ...firstQuery, sort, groupBy });
            }}
          >
            {translate("clearFilters")}
          </button>
        )}
      </div>
      <div class="dwf-order">
        <span class="dwf-listed" role="status">
          {list && translate("listed", list.entries, facts?.total ?? 0)}
        </span>
        {list && list.entries > 1 && list.entries <= maxMarked && query.work !== "done" && (
          <button
            type="button"
            class="dwf-link"
            title={translate("markListedHint")}
            onClick={() => store.send({ kind: "markListed" })}
          >
            {translate("markListed", list.entries)}
          </button>
        )}
        <SelectField
          label={translate("who")}
          value={query.who}
          choices={whos.map((who) => [who, translate(whoWords[who])] as const)}
          onChange={(who) => store.ask({ who })}
        />
        <SelectField
          label={translate("groupBy")}
          value={query.groupBy}
          choices={groupings.map((groupBy) => [groupBy, translate(groupWords[groupBy])] as const)}
          onChange={(groupBy) => store.ask({ groupBy, folded: [] })}
        />
        <SelectField
          label={translate("sort")}
          value={query.sort}
          choices={sorts.map((sort) => [sort, translate(sortWords[sort])] as const)}
          onChange={(sort) => store.ask({ sort })}
        />
      </div>
    </div>
  );
}

/** Whether a query filters out anything that a new panel shows. */
export function isNarrowed(query: ListQuery): boolean {
  const { sort: _sort, groupBy: _groupBy, folded: _folded, ...rest } = query;
  const first: Readonly<Record<string, unknown>> = { ...firstQuery };
  return Object.entries(rest).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(first[name]));
}
