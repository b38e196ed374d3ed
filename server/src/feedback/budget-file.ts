import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { userCacheFolder } from "../workspace/user-cache.ts";
import type { BudgetMeans } from "./request-budget.ts";

const mostProjects = 50;
/** Bytes; what is larger was not written here. */
const largestFile = 2_000_000;

/**
 * Where the times of requests are kept, by `budgetName`: one file of the user's, so that the editor's windows and the
 * command line count the same hour. Each write is whole or not at all, and what is read is looked at by
 * `requestBudget`; of two that write at the same moment one may be forgotten. Where nothing can be kept, this process
 * counts for itself.
 */
export function budgetFile(name: string, folder: string = userCacheFolder()): BudgetMeans["store"] {
  const file = join(folder, "feedback-requests.json");
  let own: readonly number[] | undefined;
  return {
    read: () => own ?? readProjects(file).get(name),
    write: (times) => {
      const projects = readProjects(file);
      projects.delete(name);
      const latest = [...projects, [name, times] as const].slice(-mostProjects);
      own = replaceFile(file, JSON.stringify(Object.fromEntries(latest))) ? undefined : times;
    },
  };
}

/** False where it could not be written. The count is a courtesy to the service, so that is no reason to stop. */
function replaceFile(file: string, text: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, text, { mode: 0o600 });
    renameSync(fresh, file);
    return true;
  } catch {
    return false;
  }
}

function readProjects(file: string): Map<string, unknown> {
  try {
    if (statSync(file).size > largestFile) return new Map();
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}
