import type { Fault } from "./fault.ts";
import { pageFaults } from "./page-faults.ts";
import { statusFaults } from "./status-faults.ts";
import { wireFaults } from "./wire-faults.ts";

const faults = { ...statusFaults, ...pageFaults, ...wireFaults };

export type FaultName = keyof typeof faults;

/** The names of all faults, which tests, the control URL, and the header `Feedback-Fault` use. */
export const faultNames = Object.keys(faults) as readonly FaultName[];

export function isFaultName(name: unknown): name is FaultName {
  return typeof name === "string" && Object.hasOwn(faults, name);
}

export function faultOf(name: FaultName): Fault {
  return faults[name];
}

/**
 * The requests that fail. The first requests have the faults in `next`, one each in this order (`undefined` means that
 * the request succeeds). All other requests have the fault in `always`.
 */
export interface FaultOrder {
  readonly next?: readonly (FaultName | undefined)[];
  readonly always?: FaultName;
}

/** The faults that are planned for the next requests. */
export class FaultPlan {
  #next: readonly (FaultName | undefined)[] = [];
  #always: FaultName | undefined;

  constructor(order: FaultOrder = {}) {
    this.set(order);
  }

  /** Replaces the plan. If it's `{}`, no requests fail. */
  set({ next = [], always }: FaultOrder): void {
    this.#next = next;
    this.#always = always;
  }

  /** Returns the fault for the current request, or `undefined` if the request succeeds. */
  take(): FaultName | undefined {
    if (this.#next.length === 0) return this.#always;
    const [first, ...rest] = this.#next;
    this.#next = rest;
    return first;
  }
}
