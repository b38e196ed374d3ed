import type { Fault } from "./fault.ts";
import { pageFaults } from "./page-faults.ts";
import { statusFaults } from "./status-faults.ts";
import { wireFaults } from "./wire-faults.ts";

const faults = { ...statusFaults, ...pageFaults, ...wireFaults };

export type FaultName = keyof typeof faults;

/** All faults, for use in tests, in the control URL, and in the header `Feedback-Fault`. */
export const faultNames = Object.keys(faults) as readonly FaultName[];

export function isFaultName(name: unknown): name is FaultName {
  return typeof name === "string" && Object.hasOwn(faults, name);
}

export function faultOf(name: FaultName): Fault {
  return faults[name];
}

/**
 * Which requests fail: first the `next` faults in order, one per request (`undefined` means success), then all with
 * `always`.
 */
export interface FaultOrder {
  readonly next?: readonly (FaultName | undefined)[];
  readonly always?: FaultName;
}

/** The planned faults. */
export class FaultPlan {
  #next: readonly (FaultName | undefined)[] = [];
  #always: FaultName | undefined;

  constructor(order: FaultOrder = {}) {
    this.set(order);
  }

  /** Replaces the plan. With `{}`, nothing fails. */
  set({ next = [], always }: FaultOrder): void {
    this.#next = next;
    this.#always = always;
  }

  /** Returns the fault for the current request. */
  take(): FaultName | undefined {
    if (this.#next.length === 0) return this.#always;
    const [first, ...rest] = this.#next;
    this.#next = rest;
    return first;
  }
}
