/** What is known apart from the entries themselves. */
export interface PanelFacts {
  /** Absent while nothing is set up. */
  readonly project?: {
    readonly baseUrl: string;
    readonly projectId: string;
    readonly hasDashboard?: boolean;
  };
  /** False when the extension knows that there is no key. */
  readonly hasKey: boolean;
  readonly freshness: PanelFreshness;
  readonly budget: { readonly left: number; readonly limit: number; readonly nextAt?: number };
  /** All entries that are known. */
  readonly total: number;
  /** New since the last visit. */
  readonly news: number;
  /** Sources and statuses that there are, most first. */
  readonly sources: readonly CountedName[];
  readonly statuses: readonly CountedName[];
}

export interface CountedName {
  readonly name: string;
  readonly count: number;
}

export interface PanelFreshness {
  readonly kind: "none" | "loading" | "fresh" | "cached" | "partial" | "failed";
  readonly refreshedAt?: number;
  readonly received?: number;
  readonly waitingUntil?: number;
  readonly failure?: {
    readonly kind: string;
    readonly status?: number;
    readonly message: string;
    readonly details?: string;
  };
  readonly warnings: readonly string[];
}
