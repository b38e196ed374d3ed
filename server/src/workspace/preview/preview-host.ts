import type { PagePlace, ToPage } from "../../../../webview/src/protocol.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import type { ReadChanges } from "./changed-pages.ts";
import type { ReadFormer } from "./former-page.ts";

/** Whoever shows the page. */
export interface PreviewHost {
  readonly send: (message: ToPage) => void;
  /** A place in the sources is to be shown; the file is one of the site. */
  readonly show: (file: SitePath, at: { readonly line: number } | { readonly range: TextRange }) => void;
  /** Absent where git may not be asked. */
  readonly former?: ReadFormer | undefined;
  readonly changes?: ReadChanges | undefined;
  /** Another page is shown; `followed` when a reader's click led there. */
  readonly moved: (place: PagePlace, followed: boolean) => void;
  readonly failed: (what: string, error: unknown) => void;
}
