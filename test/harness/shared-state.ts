const resets = new Set<() => void>();
const ends = new Set<() => Promise<void>>();
let isShared = false;

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

/**
 * Registers a function that ends what test files in a process share, such as running programs. The function is called
 * after the last file if `doFilesShareState` is true. If it rejects, a test failure is reported.
 */
export function endAfterAllFiles(end: () => Promise<void>): void {
  ends.add(end);
}

/** Calls the functions that `endAfterAllFiles` registered. */
export async function endSharedState(): Promise<void> {
  await Promise.all([...ends].map((end) => end()));
}

/** Whether several test files run in this process, and `endSharedState` is called after the last of them. */
export function doFilesShareState(): boolean {
  return isShared;
}

/** Declares that several test files run in this process. */
export function shareStateOfFiles(): void {
  isShared = true;
}
