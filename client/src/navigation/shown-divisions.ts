import type { Memento } from "vscode";
import type { SiteNavigation } from "../../../server/src/protocol/navigation.ts";
import { findDivision, rememberDivision, type DivisionPath, type RememberedStep } from "./shown-division.ts";

const memoryKey = "docwright.navigation.shown";

type Remembered = Readonly<Record<string, readonly RememberedStep[]>>;

/** Which division of each site the tree shows, kept for the workspace. */
export class ShownDivisions {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Undefined for everything: nothing was chosen, or what was chosen is not there now. */
  of({ root, rows }: SiteNavigation): DivisionPath | undefined {
    const steps = this.#all[root];
    return rows && steps && findDivision(rows, steps);
  }

  /** Without a path everything. Written only where it is another than before. */
  keep({ root, rows = [] }: SiteNavigation, path: DivisionPath | undefined): void {
    const { [root]: before, ...others } = this.#all;
    const steps = path && rememberDivision(rows, path);
    if (JSON.stringify(steps) === JSON.stringify(before)) return;
    void this.#memory.update(memoryKey, steps ? { ...others, [root]: steps } : others);
  }

  get #all(): Remembered {
    return this.#memory.get<Remembered>(memoryKey) ?? {};
  }
}
