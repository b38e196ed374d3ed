import type { ToPage } from "../../../webview/src/protocol.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { OpenAsset } from "./send-file.ts";

/** What the server asks of the site that it shows. */
export interface PreviewedSite {
  /** Opens what answers at `url`, under a name of the server's choice; `send` is called until it is closed. */
  readonly open: (name: string, url: string, send: (message: ToPage) => void) => void;
  /** A message of the page, as it came. */
  readonly take: (name: string, message: unknown) => void;
  readonly close: (name: string) => void;
  /** Whether a page or a redirect answers at this address; true as long as it is not known. */
  readonly answers: (url: string) => boolean;
  /** A regular file inside the site, every link followed; undefined when there is none. */
  readonly asset: (path: SitePath) => OpenAsset | undefined;
}
