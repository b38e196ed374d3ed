import { coverageChanged, type SiteCoverage } from "../protocol/coverage.ts";
import { siteCoverages } from "./coverage.ts";
import type { Session } from "./session.ts";

/**
 * Answers for the coverage, and tells whoever has asked when the answer is another. A client that does not look at it
 * costs nothing, and is told once until it looks again.
 */
export class CoverageNews {
  readonly #session: () => Session;
  #given: string | undefined;

  constructor(session: () => Session) {
    this.#session = session;
  }

  answer(): SiteCoverage[] {
    const sites = siteCoverages(this.#session());
    this.#given = JSON.stringify(sites);
    return sites;
  }

  /** Sites have come to rest, or one is gone. */
  tell(): void {
    const session = this.#session();
    if (this.#given === undefined || JSON.stringify(siteCoverages(session)) === this.#given) return;
    this.#given = undefined;
    void session.connection.sendNotification(coverageChanged);
  }
}
