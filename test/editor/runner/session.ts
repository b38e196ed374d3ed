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
