import { TextDocument } from "vscode-languageserver-textdocument";
import { readJson } from "../../server/src/core/config/json/json-tree.ts";
import { changeNavigation } from "../../server/src/core/features/navigation/edit-navigation.ts";
import { createNavigationRows } from "../../server/src/core/features/navigation/navigation-rows.ts";
import type { Subject } from "../../server/src/core/rules/rule.ts";
import { findProblemsInSteps, listSubjects } from "../../server/src/core/rules/engine/run-rules.ts";
import { type Site, applyFile } from "../../server/src/core/site/site.ts";
import type { FileEdit, TextEdit } from "../../server/src/core/text/text-edit.ts";
import { runSteps } from "../../test/harness/run-steps.ts";
import { createRandom } from "../recall/random.ts";
import { formatMessageInEnglish } from "../../server/src/core/text/localized-message.ts";
import { checkMeaning, type CheckResult } from "./check-meaning.ts";
import { findOtherBytes, findOtherMovedText, findOtherText } from "./check-text.ts";
import { pickDrop, type DrawnDrop, listPlacedRows } from "./draw-drop.ts";
import { type ExpectedConfig, listExpectedConfigs } from "./expected-config.ts";
import type { ConfigTexts } from "./layouts.ts";
import { RawConfig, type RawLocation } from "./raw-config.ts";

export interface DropProof {
  made: number;
  /** The number of drops that don't change anything. */
  still: number;
  refused: number;
  /** The number of times that each reason occurred. */
  readonly reasons: Record<string, number>;
  /** The errors that a check found, along with the drop that caused each error. */
  readonly faults: string[];
  /** The number of docs.json problems that drops caused, by rule code. */
  readonly problems: Record<string, number>;
  readonly milliseconds: number[];
}

/**
 * The number of drops between two runs of the docs.json rules. The rules don't run after every drop, because they take
 * more time than all other checks of a drop combined.
 */
const dropsPerSite = 10;

/**
 * Makes drops one after another, each applied to the result of the previous drop, until `count` drops have changed
 * something.
 */
export function proveDrops(
  fullSite: Site,
  start: ConfigTexts,
  count: number,
  seed: string,
  mostFaults = 20,
): DropProof {
  const proof: DropProof = {
    made: 0,
    still: 0,
    refused: 0,
    reasons: {},
    faults: [],
    problems: {},
    milliseconds: [],
  };
  const random = createRandom(seed);
  let texts = start;
  let site = createSite(fullSite, texts);
  let problems = countProblems(site);
  let raw = new RawConfig(texts);
  for (let attempt = 0; attempt < 12 * count && proof.made < count && proof.faults.length < mostFaults; attempt++) {
    const drop = pickDrop(listPlacedRows(runSteps(createNavigationRows(site)) ?? []), random);
    if (!drop) break;
    const begin = performance.now();
    const result = changeNavigation(site, {
      kind: "move",
      nodes: drop.moved.map(({ at }) => at),
      target: drop.target.at,
      position: drop.position,
    });
    proof.milliseconds.push(performance.now() - begin);
    if (!result.ok) {
      proof.refused++;
      const reason = formatMessageInEnglish(result.reason);
      proof.reasons[reason] = (proof.reasons[reason] ?? 0) + 1;
      if (!/^[A-Z“].*\.$/s.test(reason)) proof.faults.push(`${getReported(drop)}: refused without a sentence`);
      continue;
    }
    const after = applyEdits(texts, result.edits);
    const faults = typeof after === "string" ? [after] : findProblems(raw, after, drop);
    if (typeof after !== "string" && !hasSameTexts(isUndone(after, texts, result.edits), texts))
      faults.push("undo does not restore it");
    for (const fault of faults) proof.faults.push(`${getReported(drop)}: ${fault}`);
    if (typeof after === "string") continue;
    if (hasSameTexts(after, texts)) {
      proof.still++;
      continue;
    }
    proof.made++;
    texts = after;
    raw = new RawConfig(texts);
    site = createSite(site, texts);
    if (proof.made % dropsPerSite !== 0 && proof.made < count) continue;
    const now = countProblems(site);
    for (const [code, number] of now)
      if (number > (problems.get(code) ?? 0))
        proof.problems[code] = (proof.problems[code] ?? 0) + number - (problems.get(code) ?? 0);
    problems = now;
  }
  return proof;
}

function getReported({ moved, target, position }: DrawnDrop): string {
  return `${moved.map(({ row }) => `${row.kind} “${row.label}”`).join(" + ")} ${position} ${target.row.kind} “${target.row.label}”`;
}

/** Applies edits as an editor does, rejecting overlapping edits. */
function applyEdits(texts: ConfigTexts, edits: readonly FileEdit[]): ConfigTexts | string {
  const after = new Map(texts);
  for (const edit of edits) {
    if (edit.kind !== "edit") return "a file is made";
    const document = TextDocument.create("file:///a.json", "jsonc", 1, texts.get(edit.file) ?? "");
    try {
      const changes = edit.edits.map(({ range: { start, end }, newText }) => ({
        range: { start: document.positionAt(start), end: document.positionAt(end) },
        newText,
      }));
      after.set(edit.file, TextDocument.applyEdits(document, changes));
    } catch (error) {
      return `${edit.file}: ${String(error)}`;
    }
  }
  return after;
}

/** Reverts the edits, as undo does. */
function isUndone(after: ConfigTexts, before: ConfigTexts, edits: readonly FileEdit[]): ConfigTexts {
  const back = edits.flatMap((edit): FileEdit[] => {
    if (edit.kind !== "edit") return [];
    let moved = 0;
    const ownEdits = edit.edits
      .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
      .map(({ range, newText }): TextEdit => {
        const start = range.start + moved;
        moved += newText.length - (range.end - range.start);
        const old = (before.get(edit.file) ?? "").slice(range.start, range.end);
        return { range: { start, end: start + newText.length }, newText: old };
      });
    return [{ kind: "edit", file: edit.file, edits: ownEdits }];
  });
  const restored = applyEdits(after, back);
  return typeof restored === "string" ? after : restored;
}

function hasSameTexts(a: ConfigTexts, b: ConfigTexts): boolean {
  return [...a].every(([path, text]) => b.get(path) === text);
}

function findProblems(before: RawConfig, texts: ConfigTexts, drop: DrawnDrop): string[] {
  const after = new RawConfig(texts);
  const broken = [...texts.keys()].filter((path) => (after.errors.get(path) ?? 0) > (before.errors.get(path) ?? 0));
  if (broken.length > 0) return [`${broken.join(", ")} can't be parsed anymore`];
  const all = listExpectedConfigs(before, drop);
  const faults: string[] = [];
  for (const expected of all) {
    const result = checkMeaning(before, after, expected);
    if (result.ok) return listTextFaults(before, after, expected, result);
    faults.push(result.fault);
  }
  return [`it is not where it was dropped: ${[...new Set(faults)].slice(0, 4).join("; ")}`];
}

function listTextFaults(
  before: RawConfig,
  after: RawConfig,
  { moved }: ExpectedConfig,
  { now, property }: Extract<CheckResult, { ok: true }>,
): string[] {
  const faults: (string | undefined)[] = [];
  const listSpans = (places: readonly RawLocation[], file: string) =>
    places
      .filter((place) => place.file === file)
      .map(({ node: { offset, length } }) => ({ start: offset, end: offset + length }));
  for (const [file, text] of before.texts) {
    const ownText = after.texts.get(file) ?? "";
    if (ownText === text) continue;
    const outside = findOtherText(text, listSpans(moved, file), ownText, listSpans(property ? [property] : now, file));
    faults.push(outside && `${file} outside: ${outside}`, findOtherBytes(text, ownText));
  }
  moved.forEach((place, i) => {
    const targetLocation = now[i];
    if (!targetLocation) faults.push("it is nowhere");
    else
      faults.push(
        findOtherMovedText(
          place,
          before.texts.get(place.file) ?? "",
          targetLocation,
          after.texts.get(targetLocation.file) ?? "",
        ),
      );
  });
  return faults.filter((fault) => fault !== undefined);
}

/** Returns the site with its docs.json and included files replaced by these texts. */
function createSite(site: Site, texts: ConfigTexts): Site {
  const filesByPath = new Map(site.config.files.map((file) => [file.path, file]));
  const sources = new Map(
    [...texts].map(([path, text]) => {
      const file = filesByPath.get(path);
      return [path, file?.text === text ? file : readJson(path, text)];
    }),
  );
  return applyFile(site, { kind: "config", sources }).site;
}

/** Counts the problems in docs.json and its included files, by code. */
function countProblems(site: Site): Map<string, number> {
  const counts = new Map<string, number>();
  const [config] = listSubjects(site);
  for (const { code } of config ? listProblems(config, site) : []) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function listProblems(subject: Subject, site: Site) {
  const steps = findProblemsInSteps(subject, site, {});
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
