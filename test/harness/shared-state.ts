const resets = new Set<() => void>();

/**
 * Registers a function that resets state that all test files in a process share. The function is called before each
 * file.
 */
export function resetBeforeEachFile(reset: () => void): void {
  resets.add(reset);
}

/**
 * Resets all registered state so that the result of a file doesn't depend on the files that ran before it.
 */
export function resetSharedState(): void {
  for (const reset of resets) reset();
}
