/** When the person looks at feedback, and looked the time before. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly seenAt: number;
  /** The last look of the visit before this one; absent in the first. */
  readonly before?: number;
}

/** Looking away for so long ends a visit; milliseconds. */
const gap = 4 * 3_600_000;

/**
 * What is newer is new to the person: the end of the visit before the present one. It stays for as long as a visit
 * lasts, also over restarts of the editor. Undefined before and in the first visit.
 */
export function lastVisit(visit: Visit | undefined, now: number): number | undefined {
  return visit && now - visit.seenAt > gap ? visit.seenAt : visit?.before;
}

/** The person looks now. */
export function lookAgain(visit: Visit | undefined, now: number): Visit {
  const before = lastVisit(visit, now);
  return { seenAt: now, ...(before !== undefined && { before }) };
}

/** What was kept of it; undefined for whatever else stands there. */
export function readVisit(kept: unknown): Visit | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { seenAt, before } = kept as Record<string, unknown>;
  if (typeof seenAt !== "number") return undefined;
  return { seenAt, ...(typeof before === "number" && { before }) };
}
