/** Maps the names of bundles to files. */
export const loadedOnCall: Readonly<Record<string, string>>;
