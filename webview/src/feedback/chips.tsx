import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ListQuery } from "../../../server/src/feedback/view/from-panel.ts";
import { useOutsideClick } from "../components/popup.ts";
import { useUniqueId } from "../components/tabs.tsx";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { type PanelState, usePanelStore } from "./panel-store.ts";
import { VisibleText } from "./text.tsx";

interface MenuChipProps {
  readonly label: string;
  /** The current choice, if any. */
  readonly value?: string | undefined;
  readonly kind?: "chip" | "button";
  readonly hint?: string | undefined;
  /** The side that the panel is aligned to. */
  readonly side?: "left" | "right";
  readonly children: (close: () => void) => ComponentChildren;
}

/**
 * A chip that opens a panel of choices. Pressing Escape or clicking elsewhere closes the panel and returns the focus to
 * the chip.
 */
export function MenuChip({ label, value, kind = "chip", hint, side = "left", children }: MenuChipProps): VNode {
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useUniqueId();
  useOutsideClick(root, isOpen, () => setOpen(false));
  useLayoutEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>(".dwf-menu :is(input, button)")?.focus();
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys that are pressed in the panel must not affect the list.
    if (isOpen) event.stopPropagation();
    if (isOpen && event.key === "Escape") close();
  };
  return (
    <div class="dwf-menu-place" ref={root} onKeyDown={onKeyDown} data-side={side}>
      <button
        type="button"
        class={kind === "chip" ? "dwf-chip" : "dwf-button"}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-set={value !== undefined}
        title={hint}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        {value !== undefined && (
          <span class="dwf-chip-value">
            {translate(": ")}
            {value}
          </span>
        )}
        <span aria-hidden="true" class="dwf-caret">
          ▾
        </span>
      </button>
      {isOpen && (
        <div class="dwf-menu" id={id} role="group" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

interface ChoiceChipProps<Name extends string> {
  readonly label: string;
  readonly choices: readonly { readonly name: Name; readonly label: string; readonly count?: number }[];
  readonly chosenNames: readonly Name[];
  readonly onChange: (chosenNames: readonly Name[]) => void;
}

/** A filter that allows several choices. If no choice is selected, the filter has no effect. */
export function ChoiceChip<Name extends string>({
  label,
  choices,
  chosenNames,
  onChange,
}: ChoiceChipProps<Name>): VNode {
  const { formatNumber, formatList } = formats;
  const chosenLabels = chosenNames.map((name) => choices.find((choice) => choice.name === name)?.label ?? name);
  const value = chosenLabels.length > 2 ? translate("{0} selected", chosenLabels.length) : formatList(chosenLabels);
  return (
    <MenuChip label={label} value={chosenLabels.length > 0 ? value : undefined}>
      {() =>
        choices.map(({ name, label: choiceLabel, count }) => (
          <label key={name} class="dwf-choice">
            <input
              type="checkbox"
              checked={chosenNames.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosenNames, name] : chosenNames.filter((each) => each !== name))
              }
            />
            <span class="dwf-choice-name">
              <VisibleText text={choiceLabel} />
            </span>
            {count !== undefined && <span class="dwf-count">{formatNumber(count)}</span>}
          </label>
        ))
      }
    </MenuChip>
  );
}

const presets = [2, 7, 30, 90, 365] as const;
/** The names of presets whose label isn't a number of days, by number of days. */
const presetNames: Readonly<Record<number, string>> = {
  2: translate("Since yesterday"),
  365: translate("Last 12 months"),
};
const dayMilliseconds = 86_400_000;

/** A filter for a period: the last few days, or a range of dates. */
export function PeriodChip({ query }: { readonly query: ListQuery }): VNode {
  const store = usePanelStore();
  const { formatDay: formatLocalDay } = formats;
  const { from, through } = query;
  const setPeriod = (period: { readonly from?: string; readonly through?: string }): void => {
    const { from: _from, through: _through, ...rest } = store.getState().query;
    store.replaceQuery({ ...rest, ...period });
  };
  const formatDate = (text: string | undefined) => (text === undefined ? "…" : formatLocalDay(Date.parse(text)));
  const value =
    from === undefined && through === undefined ? undefined : `${formatDate(from)} – ${formatDate(through)}`;
  return (
    <MenuChip label={translate("Period")} value={value}>
      {(close) => (
        <>
          <button type="button" class="dwf-choice" onClick={() => (setPeriod({}), close())}>
            {translate("All time")}
          </button>
          {presets.map((days) => (
            <button
              key={days}
              type="button"
              class="dwf-choice"
              onClick={() => {
                setPeriod({
                  from: formatDay(Date.now() - (days - 1) * dayMilliseconds),
                  through: formatDay(Date.now()),
                });
                close();
              }}
            >
              {presetNames[days] ?? translate("Last {0} days", days)}
            </button>
          ))}
          <div class="dwf-dates">
            {(["from", "through"] as const).map((bound) => (
              <label key={bound}>
                {translate(bound === "from" ? "From" : "Through")}
                <input
                  type="date"
                  class="dwf-input"
                  value={query[bound] ?? ""}
                  onChange={({ currentTarget: { value: text } }) => {
                    const { [bound]: _, ...rest } = { ...(from && { from }), ...(through && { through }) };
                    // The value of a date field is either a date or an empty string.
                    setPeriod(text === "" ? rest : orderPeriod({ ...rest, [bound]: text }, bound));
                  }}
                />
              </label>
            ))}
          </div>
          <p class="dwf-words">{translate("Dates are in UTC. Both dates are included.")}</p>
        </>
      )}
    </MenuChip>
  );
}

type Period = { readonly from?: string; readonly through?: string };

/** Returns the period. If it ends before it starts, both dates are set to the date that was changed last. */
function orderPeriod(period: Period, changedBound: "from" | "through"): Period {
  const { from, through } = period;
  const isReversed = from !== undefined && through !== undefined && from > through;
  return isReversed ? { from: period[changedBound] ?? from, through: period[changedBound] ?? through } : period;
}

const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Chips for the page, the group, and the theme that the list is filtered by. Clicking a chip removes its filter. */
export function ScopeChips({ state: { query, list, themes } }: { readonly state: PanelState }): VNode {
  const store = usePanelStore();
  const { page, group, theme } = query;
  const removeFilter = (name: "page" | "group" | "theme"): ListQuery => {
    const { [name]: _, ...rest } = store.getState().query;
    return rest;
  };
  const listedRow = list?.window.rows.find((row) => row.kind === "entry" && row.page.key === page);
  const title = listedRow?.kind === "entry" ? listedRow.page.title : page?.replace(/^\?/, "");
  const chips = [
    ...(title === undefined ? [] : [{ text: title, name: "page" } as const]),
    ...(group ? [{ text: group.join(" › "), name: "group" } as const] : []),
    ...(theme === undefined
      ? []
      : [{ text: themes?.find(({ key }) => key === theme)?.label ?? theme, name: "theme" } as const]),
  ];
  return (
    <>
      {chips.map(({ text, name }) => (
        <button
          key={name}
          type="button"
          class="dwf-chip dwf-chip-place"
          data-set={true}
          title={translate("Remove filter: {0}", text)}
          aria-label={translate("Remove filter: {0}", text)}
          onClick={() => store.replaceQuery(removeFilter(name))}
        >
          <VisibleText text={text} />
          <span aria-hidden="true"> ✕</span>
        </button>
      ))}
    </>
  );
}

/** A field that searches as you type. Escape clears the field. Arrow Down and Enter move the focus to the list. */
export function SearchField({ query }: { readonly query: ListQuery }): VNode {
  const store = usePanelStore();
  return (
    <label class="dwf-search">
      {translate("Search")}
      <input
        type="search"
        class="dwf-input"
        data-search=""
        title={translate("Search comments, titles, paths, code, and notes (/)")}
        placeholder={translate("Search comments, pages, code, and notes")}
        maxLength={1000}
        value={query.search}
        onInput={({ currentTarget: { value } }) => store.changeQuery({ search: value })}
        onKeyDown={(event) => {
          if (event.key === "Escape" && query.search !== "") {
            event.stopPropagation();
            store.changeQuery({ search: "" });
          }
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          event.preventDefault();
          document.querySelector<HTMLElement>("[data-list]")?.focus();
        }}
      />
    </label>
  );
}

interface SelectFieldProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly choices: readonly (readonly [name: Name, label: string])[];
  readonly onChange: (name: Name) => void;
}

/** A select field with its label before it. */
export function SelectField<Name extends string>({ label, value, choices, onChange }: SelectFieldProps<Name>): VNode {
  return (
    <label class="dwf-labeled">
      {label}
      <select
        class="dwf-select"
        value={value}
        onChange={({ currentTarget: { selectedIndex } }) => {
          const [name] = choices[selectedIndex] ?? [];
          if (name !== undefined) onChange(name);
        }}
      >
        {choices.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
