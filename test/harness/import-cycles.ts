import path from "node:path";
import type { Import } from "./source-files.ts";

/** Returns the imports through which a file loads another file in the project at load time. */
export function runTimeImports(imports: readonly Import[]): readonly Import[] {
  return imports.filter(({ isType, isLazy, isPackage }) => !isType && !isLazy && !isPackage);
}

/** Returns the modules that are in an import cycle or between two cycles. */
export function modulesInCycles(imports: readonly Import[]): readonly string[] {
  const importsByFile = new Map<string, Set<string>>();
  for (const { from, to } of imports) importsByFile.set(from, (importsByFile.get(from) ?? new Set()).add(to));
  // A module isn't in a cycle if it imports only modules that aren't in a cycle.
  for (let size = 0; size !== importsByFile.size;) {
    size = importsByFile.size;
    for (const [file, all] of importsByFile)
      if (![...all].some((other) => importsByFile.has(other))) importsByFile.delete(file);
  }
  return [...importsByFile.keys()];
}

/** Returns the pairs of folders that import each other, each in the form `a <-> b`, sorted. */
export function foldersImportingEachOther(imports: readonly Import[]): readonly string[] {
  const edges = new Set(
    imports
      .map(({ from, to }) => [path.posix.dirname(from), path.posix.dirname(to)] as const)
      .filter(([from, to]) => from !== to)
      .map((folders) => folders.join(" <-> ")),
  );
  const isPair = (edge: string) => {
    const [from = "", to = ""] = edge.split(" <-> ");
    return from < to && edges.has(`${to} <-> ${from}`);
  };
  return [...edges].filter(isPair).sort();
}
