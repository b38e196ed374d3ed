import { randomBytes } from "node:crypto";
import type { HistoryDraft, HistoryEntry } from "../core/request/protocol/playground-protocol.ts";
import { isRecord, numberOf, readBuiltRequest, readRequestValues, recordOf, textOf } from "../core/request/protocol/request-schema.ts";
import type { PlaygroundStore } from "./playground-store.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** What a person has sent, newest first, without secrets. */
export interface KeptHistory {
  /** Without the answers, which are long and seldom wanted. */
  readonly all: () => readonly HistoryEntry[];
  /** What came back for an entry; undefined where nothing of it is kept. */
  readonly answerOf: (id: string) => string | undefined;
  /** `secrets` are the values to be taken out, by name. */
  readonly remember: (draft: HistoryDraft, secrets: ReadonlyMap<string, string>) => void;
  /** One entry, or all. */
  readonly forget: (id: string | undefined) => void;
}

/** An entry as it is kept. */
type Kept = HistoryEntry & { readonly answer?: string };

/** Bytes of JSON; `answer` for each answer besides what an entry has without it, `all` for everything. */
const maxHistory = { entries: 200, entry: 100_000, answer: 64_000, all: 2_000_000 } as const;

export function keptHistory(store: PlaygroundStore, key: string, now: () => number = Date.now): KeptHistory {
  let entries = readEntries(store.get(key));
  const keep = (next: readonly Kept[]): void => {
    entries = next;
    void store.update(key, next);
  };
  return {
    all: () => entries.map(withoutAnswer),
    answerOf: (id) => entries.find((entry) => entry.id === id)?.answer,
    remember: (draft, secrets) => {
      const clean = withoutSecrets(draft, secrets);
      const id = randomBytes(9).toString("base64url");
      const { answer, ...rest } = clean;
      const entry = fitting({ id, at: now(), ...rest });
      if (entry) keep(fittingTogether([{ ...entry, ...cutAnswer(answer) }, ...entries]));
    },
    forget: (id) => keep(id === undefined ? [] : entries.filter((entry) => entry.id !== id)),
  };
}

/** Without its body where that is what makes it too large. */
function fitting(entry: HistoryEntry): HistoryEntry | undefined {
  if (sizeOf(entry) <= maxHistory.entry) return entry;
  const { values, request } = entry;
  const bodiless = {
    ...entry,
    values: { ...values, body: undefined },
    request: { ...request, body: undefined },
  };
  return sizeOf(bodiless) <= maxHistory.entry ? bodiless : undefined;
}

/** As long as there is room for what was sent; answers where there is room besides, the newest first. */
function fittingTogether(entries: readonly Kept[]): readonly Kept[] {
  let room: number = maxHistory.all;
  const newest = entries.slice(0, maxHistory.entries);
  const over = newest.findIndex((entry) => (room -= sizeOf(withoutAnswer(entry))) < 0);
  const sent = over < 0 ? newest : newest.slice(0, over);
  if (over >= 0) room = 0;
  return sent.map((entry) => {
    room -= sizeOf(entry.answer);
    if (room >= 0) return entry;
    const { answer: _, ...rest } = entry;
    return rest;
  });
}

function withoutAnswer({ answer, ...entry }: Kept): HistoryEntry {
  return answer === undefined ? entry : { ...entry, hasAnswer: true };
}

/** Bytes of a text are at least as many as its letters, so a cut by letters may have to be made again. */
function cutAnswer(answer: string | undefined): { readonly answer?: string } {
  if (answer === undefined) return {};
  let kept = answer;
  while (sizeOf(kept) > maxHistory.answer)
    kept = kept.slice(0, Math.floor((kept.length * maxHistory.answer) / sizeOf(kept)) - 1);
  return { answer: kept };
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

function readEntries(value: unknown): readonly Kept[] {
  if (!Array.isArray(value)) return [];
  const read = (value as readonly unknown[]).slice(0, maxHistory.entries).flatMap((each): Kept[] => {
    if (!isRecord(each)) return [];
    const [id, key] = [textOf(each["id"], 64), textOf(each["key"], 2000)];
    const [at, milliseconds, bytes] = ["at", "milliseconds", "bytes"].map((name) => numberOf(each[name]));
    const values = readRequestValues(recordOf(each["values"]));
    const request = readBuiltRequest(each["request"]);
    if (id === undefined || key === undefined || !values || !request) return [];
    if (at === undefined || milliseconds === undefined || bytes === undefined) return [];
    const answer = textOf(each["answer"], maxHistory.answer);
    const status = numberOf(each["status"]);
    return [
      { id, key, at, values, request, status, milliseconds, bytes, ...(answer !== undefined && { answer }) },
    ];
  });
  return fittingTogether(read);
}
