/** A copy of a specification on the web, as it was fetched on somebody's word. */
export interface RemoteCopy {
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly fetchedAt: number;
  /** It is old enough to be asked for anew. */
  readonly isStale: boolean;
}
