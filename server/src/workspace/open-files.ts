/** The text of a file in an editor, which wins over the disk. */
export interface OpenFile {
  readonly text: string;
  readonly version: number;
}

/** The files that are open in an editor, by absolute path, and how much of them the sites and the disk have. */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  /** The texts as the sites have them. */
  readonly #workedIn = new Map<string, OpenFile>();
  /** What the disk had when it was last looked at. */
  readonly #stamps = new Map<string, string | undefined>();

  get(path: string): OpenFile | undefined {
    return this.#files.get(path);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  put(path: string, file: OpenFile): void {
    this.#files.set(path, file);
  }

  remove(path: string): void {
    this.#files.delete(path);
    this.#workedIn.delete(path);
    this.#stamps.delete(path);
  }

  /** The site is given the file's present text now. False when the file is not open. */
  markWorkedIn(path: string): boolean {
    const file = this.#files.get(path);
    if (file) this.#workedIn.set(path, file);
    return file !== undefined;
  }

  isWorkedIn(path: string): boolean {
    const file = this.#files.get(path);
    return file !== undefined && this.#workedIn.get(path) === file;
  }

  /** Whether the disk has something else than when it was last looked at; false for a file that isn't open. */
  isStale(path: string, stamp: string | undefined): boolean {
    return this.#files.has(path) && this.#stamps.get(path) !== stamp;
  }

  /** Remembers what the disk has; false when that is what it had before. */
  stamp(path: string, stamp: string | undefined): boolean {
    const isNew = this.#stamps.get(path) !== stamp;
    if (this.#files.has(path)) this.#stamps.set(path, stamp);
    return isNew;
  }
}
