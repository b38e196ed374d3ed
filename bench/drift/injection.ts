import type { Random } from "../recall/random.ts";
import type { EndpointPage } from "./endpoint-page.ts";
import type { CleanPage } from "./make-page.ts";

/** A page that says something else than its operation, in one place. */
export interface Injection {
  readonly page: EndpointPage;
  /** Parts of the page (`WrittenPage.lines`), on the line of one of which it must be told. */
  readonly at: readonly string[];
  readonly codes: readonly string[];
  readonly what: string;
}

/** One kind of drift in one part of a page; undefined where the page has no place for it. */
export type Inject = (clean: CleanPage, random: Random) => Injection | undefined;
