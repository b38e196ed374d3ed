/** One start of the editor on a throw-away copy of a site, and the suites that run in its extension host. */
export interface Session {
  /** Told on the command line to run only this one. */
  readonly name: string;
  /** Folder in the project that is copied and opened. */
  readonly site: string;
  /** Files in `suites/`, without `.ts`. */
  readonly suites: readonly string[];
  /** Where the extension comes from: this folder, or the package an author would install. */
  readonly extension: "development" | "packaged";
  /** User settings on top of the calm ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** What became of one test. Sent by the extension host as soon as it is known. */
export interface TestReport {
  readonly title: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly milliseconds: number;
  readonly error?: string;
}

/** What runs from now on, and how long it may take. Milliseconds; 0 for no limit. */
export interface TestBegin {
  readonly title: string;
  readonly milliseconds: number;
}

/** Between a run of the editor and who asked for it. */
export interface RunControl {
  readonly stop: AbortSignal;
  /** Called when a test or a step begins. */
  readonly onBegin: (begun: TestBegin) => void;
}
