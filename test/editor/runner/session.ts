/** A single run of VS Code on a temporary copy of a site, and the suites that run in its extension host. */
export interface Session {
  /** The name of the session, which can be specified on the command line to run only this session. */
  readonly name: string;
  /** The folder in the project that is copied and then opened. */
  readonly site: string;
  /** The names of files in `suites/`, without `.ts`. */
  readonly suites: readonly string[];
  /** The source of the extension: the project folder, or the package that authors install. */
  readonly extension: "development" | "packaged";
  /** User settings in addition to those that reduce distractions. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The result of a test, which the extension host sends as soon as the test ends. */
export interface TestReport {
  readonly title: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly milliseconds: number;
  readonly error?: string;
}

/** A test that is starting, and its timeout in milliseconds (0 for no timeout). */
export interface TestBegin {
  readonly title: string;
  readonly milliseconds: number;
}

/** Callbacks for controlling a run of VS Code and for receiving its reports. */
export interface RunControl {
  readonly stop: AbortSignal;
  /** Called when a test or a step begins. */
  readonly onBegin: (begun: TestBegin) => void;
}
