import type { LinkPlace } from "../../site/links/links.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";

/** Something in a site that other places name. */
export type SiteThing =
  /** A page, or a part of pages: the file as a whole. */
  | { readonly kind: "page"; readonly file: SitePath }
  /** An image, a specification, a file of code, and whatever else has no page. */
  | { readonly kind: "file"; readonly file: SitePath }
  /** A heading, or an element with an `id`: what links name behind `#`. `id` is as the published page has it. */
  | { readonly kind: "anchor"; readonly file: SitePath; readonly id: string }
  /** What a file gives to others by name: `PriceTable`. */
  | { readonly kind: "export"; readonly file: SitePath; readonly name: string }
  /** Of docs.json: `version` in `{{version}}`. */
  | { readonly kind: "variable"; readonly name: string }
  /** The title of a group, tab or other division. `at` is the text with its quotes. */
  | { readonly kind: "label"; readonly at: SiteLocation; readonly text: string };

/** What is named at an offset of a file. */
export interface SiteThingAt {
  readonly thing: SiteThing;
  /** The words that name it, with the quotes of JSON. */
  readonly range: TextRange;
  /** Whether it is the thing's own place and no mention of it. */
  readonly isOwn: boolean;
}

/** A place that names a thing. */
export interface ThingUse {
  readonly at: SiteLocation;
  /** For links: the URL, and how another one is written in its place. */
  readonly link?: Pick<LinkPlace, "url" | "writeAs"> & {
    /** It may lead elsewhere: a link of a snippet, on other pages that include it, or one of several headings that are counted. */
    readonly isAmbiguous?: boolean;
  };
  readonly kind:
    | "entry"
    | "root"
    | "link"
    | "import"
    | "snippet"
    | "tag"
    /** `Box` in `<All.Box>`. */
    | "member"
    | "name"
    | "redirect"
    | "setting"
    | "reference"
    | "variable"
    | "label";
}
