import type { Random } from "../recall/random.ts";
import type { EndpointPage } from "./endpoint-page.ts";
import type { CleanPage } from "./make-page.ts";

/** A page that contradicts its operation in exactly one position. */
export interface Injection {
  readonly page: EndpointPage;
  /** The parts of the page (see `WrittenPage.lines`) on one of whose lines the drift must be reported. */
  readonly at: readonly string[];
  readonly codes: readonly string[];
  readonly what: string;
}

/** A function that adds one kind of drift to a part of a page. Returns undefined if the page has no suitable part. */
export type Inject = (clean: CleanPage, random: Random) => Injection | undefined;
