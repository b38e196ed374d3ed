import type { VNode } from "preact";
import type { ListQuery } from "../../../server/src/feedback/view/panel-protocol.ts";
import { MenuChip } from "./menu-chip.tsx";
import { useMoments } from "./moment-words.ts";
import { useStore } from "./panel-context.ts";
import { useSay } from "./panel-words.ts";

const presets = [7, 30, 90, 365] as const;
const dayLength = 86_400_000;

/** The period: the last so many days, or from one day through another. */
export function PeriodChip({ query }: { readonly query: ListQuery }): VNode {
  const store = useStore();
  const say = useSay();
  const { day } = useMoments();
  const { from, through } = query;
  const set = (next: { readonly from?: string; readonly through?: string }): void => {
    const { from: _from, through: _through, ...rest } = store.state().query;
    store.askFor({ ...rest, ...next });
  };
  const name = (text: string | undefined) => (text === undefined ? "…" : day(Date.parse(text)));
  const value = from === undefined && through === undefined ? undefined : `${name(from)} – ${name(through)}`;
  return (
    <MenuChip label={say("period")} value={value}>
      {(close) => (
        <>
          <button type="button" class="dwf-choice" onClick={() => (set({}), close())}>
            {say("allTime")}
          </button>
          {presets.map((days) => (
            <button
              key={days}
              type="button"
              class="dwf-choice"
              onClick={() => {
                set({ from: dayText(Date.now() - (days - 1) * dayLength), through: dayText(Date.now()) });
                close();
              }}
            >
              {days === 365 ? say("lastYear") : say("lastDays", days)}
            </button>
          ))}
          <div class="dwf-dates">
            {(["from", "through"] as const).map((end) => (
              <label key={end}>
                {say(end === "from" ? "periodStart" : "periodEnd")}
                <input
                  type="date"
                  class="dwf-input"
                  value={query[end] ?? ""}
                  onChange={({ currentTarget: { value: text } }) => {
                    const { [end]: _, ...rest } = { ...(from && { from }), ...(through && { through }) };
                    // The field gives a day or nothing.
                    set(text === "" ? rest : inOrder({ ...rest, [end]: text }, end));
                  }}
                />
              </label>
            ))}
          </div>
          <p class="dwf-words">{say("periodHint")}</p>
        </>
      )}
    </MenuChip>
  );
}

type Period = { readonly from?: string; readonly through?: string };

/** A period that would end before it begins ends on the day it begins: the day that was set last counts. */
function inOrder(period: Period, set: "from" | "through"): Period {
  const { from, through } = period;
  const isWrong = from !== undefined && through !== undefined && from > through;
  return isWrong ? { from: period[set] ?? from, through: period[set] ?? through } : period;
}

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);
