import type { ViewIssueKind } from "../view/page-view.ts";
import { spanOf, type Place, type Span } from "./place.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** Where something went wrong. */
export interface FaultPlace extends Span {
  readonly file: SitePath;
}

/** Ends the work on a piece of code. Thrown within the interpreter and caught by the renderer; it never leaves core. */
export class CodeFault extends Error {
  readonly kind: ViewIssueKind;
  place: FaultPlace | undefined;

  constructor(kind: ViewIssueKind, message: string, place?: FaultPlace) {
    super(message);
    this.kind = kind;
    this.place = place;
  }
}

export function faultAt(kind: ViewIssueKind, message: string, node: object, place: Place): CodeFault {
  return new CodeFault(kind, message, { ...spanOf(node, place), file: place.file });
}

/** The fault of a name, told where the name is used when both stand in the same file: there it shows. */
export function faultOfUse({ kind, message, place: made }: CodeFault, node: object, place: Place): CodeFault {
  return made && made.file !== place.file
    ? new CodeFault(kind, message, made)
    : faultAt(kind, message, node, place);
}

/** What running out of stack or memory for one text becomes; any other error is one too, so that nothing gets out. */
export function asFault(error: unknown): CodeFault {
  if (error instanceof CodeFault) return error;
  return new CodeFault("too-much", tooMuch);
}

export const tooMuch =
  "This takes more work than the preview does for one page, so it stays empty here. Make it smaller, or look at the published page.";
