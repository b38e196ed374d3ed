import type { Random } from "../recall/random.ts";
import type { EndpointPage } from "./endpoint-page.ts";
import type { CleanPage } from "./make-page.ts";

/** A page that contradicts its operation at exactly one position. */
export interface Injection {
  readonly page: EndpointPage;
  /**
   * The names of the page's parts, as in `WrittenPage.lines`. The drift must be reported on the line of one of these
   * parts.
   */
  readonly at: readonly string[];
  readonly codes: readonly string[];
  readonly what: string;
}

/** A function that adds one kind of drift to a part of a page. Returns undefined if the page has no suitable part. */
export type Inject = (clean: CleanPage, random: Random) => Injection | undefined;
