import type { Random } from "../recall/random.ts";
import type { EndpointPage } from "./endpoint-page.ts";
import type { CleanPage } from "./make-page.ts";

/** A page that contradicts its operation in exactly one position. */
export interface Injection {
  readonly page: EndpointPage;
  /** Parts of the page (`WrittenPage.lines`). The drift must be reported on the line of one of them. */
  readonly at: readonly string[];
  readonly codes: readonly string[];
  readonly what: string;
}

/** Adds one kind of drift to one part of a page. Returns `undefined` if it doesn't fit the page. */
export type Inject = (clean: CleanPage, random: Random) => Injection | undefined;
