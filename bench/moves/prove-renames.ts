import {
  createRenamePlan,
  undoRename,
  prepareSiteRename,
} from "../../server/src/core/features/references/rename-targets.ts";
import { renameSymbol } from "../../server/src/core/features/references/rename.ts";
import type { SiteSymbol } from "../../server/src/core/features/references/symbol-at.ts";
import { getNavigation } from "../../server/src/core/site/settings/navigation.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { applyEdits, type SiteLocation, type SitePath, type TextEdit } from "../../server/src/core/text/text-edit.ts";
import { type Random, createRandom } from "../recall/random.ts";
import { countProblems, describeDifferences } from "./problem-counts.ts";
import type { SiteReading, Texts } from "./read-site.ts";

export interface RenameProof {
  /** The number of names that were changed, by kind. */
  readonly made: Record<string, number>;
  refused: number;
  readonly added: string[];
  readonly lost: string[];
  readonly notRestored: string[];
  /** The renames that can be reverted only because the first rename is stored. */
  readonly notByTextAlone: string[];
}

/**
 * Renames headings, components, variables, and titles at random, each time starting from the site's original state on
 * disk.
 */
export function proveRenames(reading: SiteReading, texts: Texts, count: number, seed: string): RenameProof {
  const site = reading.read(texts);
  const before = countProblems(site);
  const random = createRandom(seed);
  const proof: RenameProof = {
    made: {},
    refused: 0,
    added: [],
    lost: [],
    notRestored: [],
    notByTextAlone: [],
  };
  const kinds = Object.values(listRenameLocations(site)).filter((places) => places.length > 0);
  for (let turn = 0, renameCount = 0; renameCount < count && turn < 10 * count && kinds.length > 0; turn++) {
    const at = random.pick(random.pick(kinds) ?? []);
    const start = at && prepareSiteRename(site, at.file, at.range.start);
    if (!at || !start) continue;
    const { symbol } = start.occurrence;
    const name = createName(symbol, random);
    const outcome = renameSymbol(site, at.file, start, name, (file) => texts.get(file));
    if (!outcome?.ok) {
      if (outcome) proof.refused++;
      continue;
    }
    renameCount++;
    proof.made[symbol.kind] = (proof.made[symbol.kind] ?? 0) + 1;
    const reported = `${symbol.kind} ${JSON.stringify(start.name)} of ${at.file} → ${name}`;
    const there = applyTextEdits(texts, outcome.edits);
    const after = reading.read(there);
    const actualCounts = countProblems(after);
    for (const [key, number] of actualCounts)
      if (number > (before.get(key) ?? 0))
        proof.added.push(`${reported}: ${key} ${String(before.get(key) ?? 0)} → ${String(number)}`);
    for (const [key, number] of before)
      if (number > (actualCounts.get(key) ?? 0))
        proof.lost.push(`${reported}: ${key} ${String(number)} → ${String(actualCounts.get(key) ?? 0)}`);
    const moved = (outcome.edits.get(at.file) ?? [])
      .filter(({ range }) => range.end <= start.range.start && range.start < start.range.start)
      .reduce((sum, { range, newText }) => sum + newText.length - (range.end - range.start), 0);
    const renamedBack = prepareSiteRename(after, at.file, at.range.start + moved);
    const back = renamedBack && renameSymbol(after, at.file, renamedBack, start.name, (file) => there.get(file));
    const earlier = createRenamePlan({ oldName: start.name, newName: name }, outcome.edits, (file) => texts.get(file));
    const edits =
      renamedBack && back?.ok
        ? undoRename({ oldName: renamedBack.name, newName: start.name }, back.edits, [earlier], (file) =>
            there.get(file),
          )
        : undefined;
    const different = describeDifferences(texts, edits && applyTextEdits(there, edits));
    if (different.length > 0) proof.notRestored.push(`${reported}: ${different.slice(0, 2).join(", ")}`);
    const unrelatedDifferences = describeDifferences(texts, back?.ok ? applyTextEdits(there, back.edits) : undefined);
    if (unrelatedDifferences.length > 0)
      proof.notByTextAlone.push(`${reported}: ${unrelatedDifferences.slice(0, 2).join(", ")}`);
  }
  return proof;
}

function applyTextEdits(texts: Texts, edits: ReadonlyMap<SitePath, readonly TextEdit[]>): Texts {
  const after = new Map(texts);
  for (const [file, ownEdits] of edits) after.set(file, applyEdits(texts.get(file) ?? "", ownEdits));
  return after;
}

/** Returns the locations of the names that authors choose, grouped by kind. */
function listRenameLocations(site: Site): Readonly<Record<string, readonly SiteLocation[]>> {
  const pages = [...site.references.values()];
  const listInPages = (listRanges: (page: (typeof pages)[number]) => readonly SiteLocation["range"][]) =>
    pages.flatMap((page) => listRanges(page).map((range): SiteLocation => ({ file: page.path, range })));
  const labels = getNavigation(site.config).elements.flatMap(({ kind, label }) =>
    label && kind !== "language"
      ? [{ file: label.file, range: { start: label.range.start + 1, end: label.range.end } }]
      : [],
  );
  return {
    headings: listInPages(({ headings }) => headings.map(({ range }) => range)),
    ids: listInPages(({ anchors }) => anchors.map(({ range }) => range)),
    parts: listInPages(({ tags, imports }) => {
      const names = new Set(imports.flatMap(({ names: all }) => all.map(({ localName }) => localName)));
      return tags.filter(({ name }) => names.has(name)).map(({ nameRange }) => nameRange);
    }),
    exports: listInPages(({ exports }) => exports.map(({ range }) => range)),
    variables: listInPages(({ variables }) => variables.map(({ range }) => range)),
    labels,
  };
}

function createName(symbol: SiteSymbol, random: Random): string {
  const word = `n${random.nextWord(5)}`;
  switch (symbol.kind) {
    case "anchor":
      return random.nextChance(0.5) ? `Other ${word}` : `Die ${word} & ${random.nextWord(3)}`;
    case "label":
      return `${word} “${random.nextWord(4)}”`;
    default:
      return symbol.kind === "variable" ? word : `X${word}`;
  }
}
