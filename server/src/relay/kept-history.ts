import { randomBytes } from "node:crypto";
import type { HistoryDraft } from "../core/request/playground-messages.ts";
import type { HistoryEntry } from "../core/request/playground-state.ts";
import { readBuiltRequest } from "../core/request/read-built-request.ts";
import { isRecord, numberOf, recordOf, textOf } from "../core/request/read-plain.ts";
import { readRequestValues } from "../core/request/read-request-values.ts";
import type { PlaygroundStore } from "./playground-store.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** What a person has sent, newest first, without secrets. */
export interface KeptHistory {
  readonly all: () => readonly HistoryEntry[];
  /** `secrets` are the values to be taken out, by name. */
  readonly remember: (draft: HistoryDraft, secrets: ReadonlyMap<string, string>) => void;
  /** One entry, or all. */
  readonly forget: (id: string | undefined) => void;
}

/** Bytes of JSON. */
const most = { entries: 200, entry: 100_000, all: 2_000_000 } as const;

export function keptHistory(store: PlaygroundStore, key: string, now: () => number = Date.now): KeptHistory {
  let entries = readEntries(store.get(key));
  const keep = (next: readonly HistoryEntry[]): void => {
    entries = next;
    void store.update(key, next);
  };
  return {
    all: () => entries,
    remember: (draft, secrets) => {
      const clean = withoutSecrets(draft, secrets);
      const id = randomBytes(9).toString("base64url");
      const entry = fitting({ id, at: now(), ...clean });
      if (entry) keep(fittingTogether([entry, ...entries]));
    },
    forget: (id) => keep(id === undefined ? [] : entries.filter((entry) => entry.id !== id)),
  };
}

/** Without its body where that is what makes it too large. */
function fitting(entry: HistoryEntry): HistoryEntry | undefined {
  if (sizeOf(entry) <= most.entry) return entry;
  const { values, request } = entry;
  const bodiless = {
    ...entry,
    values: { ...values, body: undefined },
    request: { ...request, body: undefined },
  };
  return sizeOf(bodiless) <= most.entry ? bodiless : undefined;
}

function fittingTogether(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let room: number = most.all;
  const kept = entries.slice(0, most.entries);
  const over = kept.findIndex((entry) => (room -= sizeOf(entry)) < 0);
  return over < 0 ? kept : kept.slice(0, over);
}

function sizeOf(entry: HistoryEntry): number {
  return Buffer.byteLength(JSON.stringify(entry));
}

function readEntries(value: unknown): readonly HistoryEntry[] {
  if (!Array.isArray(value)) return [];
  const read = (value as readonly unknown[]).slice(0, most.entries).flatMap((each): HistoryEntry[] => {
    if (!isRecord(each)) return [];
    const [id, key] = [textOf(each["id"], 64), textOf(each["key"], 2000)];
    const [at, milliseconds, bytes] = ["at", "milliseconds", "bytes"].map((name) => numberOf(each[name]));
    const values = readRequestValues(recordOf(each["values"]));
    const request = readBuiltRequest(each["request"]);
    if (id === undefined || key === undefined || !values || !request) return [];
    if (at === undefined || milliseconds === undefined || bytes === undefined) return [];
    return [{ id, key, at, values, request, status: numberOf(each["status"]), milliseconds, bytes }];
  });
  return fittingTogether(read);
}
