import { entryFlag, type EntryColumns } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";
import type { CountedName, PanelFacts } from "./view/panel-facts.ts";

/** Choices beyond this are of no use to anybody. */
const mostNames = 40;
const longestName = 200;

/** What the panel says around its list. */
export function panelFacts({ state, columns }: EntryIndex): PanelFacts {
  let news = 0;
  for (const flag of columns.flags) if ((flag & entryFlag.isNew) !== 0) news++;
  const { project, freshness, budget, hasKey } = state;
  return {
    ...(project && { project }),
    hasKey: hasKey ?? true,
    freshness,
    budget,
    total: state.entries.length,
    news,
    sources: counted(columns.sources, columns),
    statuses: counted(columns.statuses, columns),
  };
}

function counted(column: Uint32Array, { names }: EntryColumns): readonly CountedName[] {
  const counts = new Uint32Array(names.length);
  for (const number of column) counts[number] = (counts[number] ?? 0) + 1;
  return names
    .map((name, number) => ({ name, count: counts[number] ?? 0 }))
    .filter(({ name, count }) => count > 0 && name.length <= longestName)
    .sort((a, b) => b.count - a.count)
    .slice(0, mostNames);
}
