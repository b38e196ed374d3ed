import { navigationChanged, type SiteNavigation } from "../protocol.ts";
import { siteNavigations } from "./navigation.ts";
import type { Session } from "./session.ts";

/**
 * Answers for the navigation, and tells whoever has asked when the answer is another. A client that does not look at it
 * costs nothing, and is told once until it looks again.
 */
export class NavigationNews {
  readonly #session: () => Session;
  #given: string | undefined;

  constructor(session: () => Session) {
    this.#session = session;
  }

  answer(): SiteNavigation[] {
    const sites = siteNavigations(this.#session());
    this.#given = JSON.stringify(sites);
    return sites;
  }

  /** Sites have come to rest, one is gone, or readers' ratings are others. */
  tell(): void {
    const session = this.#session();
    if (this.#given === undefined || JSON.stringify(siteNavigations(session)) === this.#given) return;
    this.#given = undefined;
    void session.connection.sendNotification(navigationChanged);
  }
}
