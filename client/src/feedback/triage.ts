import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { Triage } from "../../../server/src/feedback/entries/state.ts";
import type { TriageChange } from "../../../server/src/feedback/view/from-panel.ts";
import type { FeedbackStore } from "./store.ts";
import { formatNumber } from "../editor/workspace.ts";

/** The part of VS Code's `Memento` that is used. */
export interface MementoStorage {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: unknown) => PromiseLike<void>;
}

/** The maximum number of stored entries. The editor reads all stored data at startup. */
const maxCount = 5000;
const maxTextLength = 2000;

/** Returns the stored triage for a project. Invalid data is ignored. */
export function readTriage(storage: MementoStorage, key: string): ReadonlyMap<string, Triage> {
  const storedValue = storage.get(key);
  if (!isPlainRecord(storedValue)) return new Map();
  return new Map(
    Object.entries(storedValue).flatMap(([id, value]) => {
      const triage = readStoredTriage(value);
      return triage ? [[id, triage] as const] : [];
    }),
  );
}

/**
 * Stores the triage for the entries that were changed most recently. If there isn't any triage, removes the stored
 * value.
 */
export async function writeTriage(
  storage: MementoStorage,
  key: string,
  triageById: ReadonlyMap<string, Triage>,
): Promise<void> {
  const newestEntries = [...triageById]
    .sort(([, one], [, other]) => other.changedAt - one.changedAt)
    .slice(0, maxCount);
  await storage.update(key, newestEntries.length === 0 ? undefined : Object.fromEntries(newestEntries));
}

/** Returns the triage with the change applied to these entries. */
function applyTriage(triageById: TriageById, ids: readonly string[], change: TriageChange, now: number): TriageById {
  const newTriageById = new Map(triageById);
  for (const id of ids) {
    const previousTriage = triageById.get(id);
    const mark = change.mark === undefined ? previousTriage?.mark : (change.mark ?? undefined);
    const assignee = applyTextChange(change.assigned, previousTriage?.assigned);
    const note = applyTextChange(change.note, previousTriage?.note);
    if (mark === undefined && assignee === undefined && note === undefined) newTriageById.delete(id);
    else
      newTriageById.set(id, {
        ...(mark !== undefined && { mark }),
        ...(assignee !== undefined && { assigned: assignee }),
        ...(note !== undefined && { note }),
        changedAt: now,
      });
  }
  return newTriageById;
}

function applyTextChange(change: string | null | undefined, previousText: string | undefined): string | undefined {
  if (change === undefined) return previousText;
  return change?.trim().slice(0, maxTextLength) || undefined;
}

function readStoredTriage(value: unknown): Triage | undefined {
  if (!isPlainRecord(value)) return undefined;
  const { mark, assigned, note, changedAt } = value;
  return {
    ...((mark === "done" || mark === "later") && { mark }),
    ...(typeof assigned === "string" && { assigned }),
    ...(typeof note === "string" && { note }),
    changedAt: typeof changedAt === "number" ? changedAt : 0,
  };
}

type TriageById = ReadonlyMap<string, Triage>;

const locationNoticeKey = "feedback.toldWhereTriageIs";

/** Changes the triage for entries. The triage is local, because the service's API doesn't support changing entries. */
export class TriageActions {
  readonly #store: FeedbackStore;
  readonly #storage: MementoStorage;
  readonly #openDashboard: (() => void) | undefined;
  /** The key under which the current project's triage is stored. */
  readonly #storageKey: string;

  constructor(
    store: FeedbackStore,
    storage: MementoStorage,
    storageKey: string,
    openDashboard: (() => void) | undefined,
  ) {
    this.#store = store;
    this.#storage = storage;
    this.#storageKey = storageKey;
    this.#openDashboard = openDashboard;
  }

  async change(ids: readonly string[], change: TriageChange): Promise<void> {
    if (ids.length === 0) return;
    const previousTriageById = this.#store.state.triageById;
    await this.#update((triage) => applyTriage(triage, ids, change, Date.now()));
    void this.#showNotice();
    if (ids.length > 1) await this.#promptToUndo(ids, previousTriageById);
  }

  async assign(ids: readonly string[]): Promise<void> {
    const value = this.#getFirstTriage(ids)?.assigned;
    const assignee = await vscode.window.showInputBox({
      title: vscode.l10n.t("Assign Locally"),
      prompt: vscode.l10n.t("Who should handle this? The assignment stays on this machine. Leave empty to unassign."),
      ...(value !== undefined && { value }),
    });
    if (assignee !== undefined) await this.change(ids, { assigned: assignee.trim() || null });
  }

  async setNote(ids: readonly string[]): Promise<void> {
    const value = this.#getFirstTriage(ids)?.note;
    const note = await vscode.window.showInputBox({
      title: vscode.l10n.t("Add Local Note"),
      prompt: vscode.l10n.t("A note for yourself. It stays on this machine. Leave empty to remove it."),
      ...(value !== undefined && { value }),
    });
    if (note !== undefined) await this.change(ids, { note: note.trim() || null });
  }

  async clearAll(): Promise<void> {
    await this.#update(() => new Map());
  }

  async #update(change: (triage: TriageById) => TriageById): Promise<void> {
    this.#store.change((state) => ({ ...state, triageById: change(state.triageById) }));
    await writeTriage(this.#storage, this.#storageKey, this.#store.state.triageById);
  }

  /** Offers to undo a change, because a single click can change an entire thread. */
  async #promptToUndo(ids: readonly string[], previousTriageById: TriageById): Promise<void> {
    const undoButton = vscode.l10n.t("Undo");
    const message =
      ids.length === 1
        ? vscode.l10n.t("Updated 1 entry locally.")
        : vscode.l10n.t("Updated {0} entries locally.", formatNumber(ids.length));
    if ((await vscode.window.showInformationMessage(message, undoButton)) !== undoButton) return;
    await this.#update((triage) => {
      const newTriageById = new Map(triage);
      for (const id of ids) {
        const previousTriage = previousTriageById.get(id);
        if (previousTriage) newTriageById.set(id, previousTriage);
        else newTriageById.delete(id);
      }
      return newTriageById;
    });
  }

  #getFirstTriage(ids: readonly string[]): Triage | undefined {
    const [id] = ids;
    return id === undefined ? undefined : this.#store.state.triageById.get(id);
  }

  /** Shows a one-time notice that triage is local so that users don't assume that their colleagues see it. */
  async #showNotice(): Promise<void> {
    if (this.#storage.get(locationNoticeKey) === true) return;
    await this.#storage.update(locationNoticeKey, true);
    const dashboardButton = vscode.l10n.t("Open Dashboard");
    const choice = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        "Saved on this machine only, because the service's API can't change the status of feedback. To change the status for everyone, use the dashboard.",
      ),
      ...(this.#openDashboard ? [dashboardButton] : []),
    );
    if (choice === dashboardButton) this.#openDashboard?.();
  }
}
