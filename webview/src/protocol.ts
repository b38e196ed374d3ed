import * as v from "valibot";
import type { FoundPage, PageUpdate } from "../../server/src/core/preview/view/page-view.ts";
import type { SiteShellView } from "../../server/src/core/preview/view/site-frame.ts";
import {
  type PlaygroundToHost,
  playgroundToServerSchema,
  type MessageToPlayground,
} from "../../server/src/core/request/protocol/playground-protocol.ts";
import { countSchema, type Data, createTextSchema } from "../../server/src/core/text/parse-message.ts";

/**
 * The messages between a preview and its host. The extension uses webview messages, whereas `docwright preview` uses
 * HTTP. Each message is a complete snapshot. The receiver validates messages from the page, because the page shows
 * untrusted content.
 */

const maxTextLength = 4000;
const maxGroups = 200;

export type ToPage =
  /** `fragment` is the fragment of the URL. */
  | {
      readonly kind: "page";
      readonly update: PageUpdate;
      readonly location: PreviewLocation;
      readonly fragment?: string;
    }
  /**
   * The site around the page. The first message contains all parts of the site, and later messages contain only the
   * parts that have changed.
   */
  | { readonly kind: "frame"; readonly frame: Partial<SiteShellView> }
  /** No page exists at this URL. */
  | { readonly kind: "missing"; readonly missingPage: MissingPage }
  /** The site or the page is loading. The page keeps its current content. */
  | { readonly kind: "loading"; readonly location: PreviewLocation }
  /**
   * The latest text can't be shown, or only partially. `text` states the reason. The content that was last rendered
   * stays visible.
   */
  | { readonly kind: "fault"; readonly text: string; readonly canRetry?: boolean }
  /** The editor has scrolled to this zero-based line of this file, or its cursor has moved to the line. */
  | {
      readonly kind: "reveal";
      readonly file: string;
      readonly line: number;
      readonly trigger: "scroll" | "cursor";
    }
  /** The page as Markdown, as requested. */
  | { readonly kind: "markdown"; readonly text: string }
  /** The results of a search. */
  | { readonly kind: "found"; readonly query: string; readonly pages: readonly FoundPage[] }
  /** The state that VS Code needs to restore the preview. */
  | { readonly kind: "remember"; readonly state: unknown }
  /**
   * A component that the author has allowed to run in a sandbox, or the reason why it can't run. `stale` means that the
   * component has changed since it was allowed.
   */
  | ({ readonly kind: "component"; readonly file: string; readonly name: string } & (
      | {
          readonly state: "script";
          /** The script, which is added only to the frame's own document. */
          readonly script: string;
          /** The hash of the script (`sha256-…`) for the document's content security policy. */
          readonly integrity: string;
          /** The hash of the file and its imports. */
          readonly hash: string;
        }
      | { readonly state: "rejected"; readonly text: string }
      | { readonly state: "stale" }
    ))
  /** The settings that have changed. */
  | { readonly kind: "settings"; readonly settings: Partial<PageSettings> }
  /** The resources that the document may load have changed, so it must be reloaded. */
  | { readonly kind: "reload" }
  | MessageToPlayground;

/** Identifies the page that is shown. */
export interface PreviewLocation {
  /**
   * The path of the file in the site, with `/` as the separator. `undefined` for a page that is generated from a
   * specification.
   */
  readonly file?: string;
  /** The path in the site, such as `/guides/start`. `undefined` for a file without a URL. */
  readonly url?: string;
  readonly title: string;
}

export interface MissingPage {
  /** The path as requested, such as `/guides/strat`. */
  readonly url: string;
  /** The reason why the page is missing, which is shown to the author. */
  readonly text: string;
  /** The page that the author most likely meant. */
  readonly nearest?: { readonly url: string; readonly title: string };
}

/** Settings that affect the page but aren't part of the site. */
export interface PageSettings {
  readonly audience: Reader;
  /** All groups that the site's pages and navigation refer to, sorted. */
  readonly groups: readonly string[];
  /** Whether the page is compared with its text in the last commit. `undefined` if Git can't be used. */
  readonly isCompared?: boolean;
  /**
   * The pages that differ from the last commit, by their URL in the navigation. Empty if pages aren't being compared.
   */
  readonly changedPages?: Readonly<Record<string, PageChange>>;
  /** Whether the author can run components. */
  readonly canRunComponents?: boolean;
  /** Whether the preview stays on its page when a different page is edited. `undefined` if the host isn't an editor. */
  readonly isLocked?: boolean;
  /** Whether the page is in a folder without a docs.json. */
  readonly isSinglePage?: boolean;
}

export type PageChange = "added" | "changed";

/** The audience of the page, which corresponds to the renderer's `Audience`. */
export type Reader = Data<typeof readerSchema>;
export const readerSchema = v.object({
  reader: v.picklist(["human", "agent"]),
  signedIn: v.boolean(),
  groups: v.pipe(
    v.array(createTextSchema(maxTextLength)),
    v.transform((groups) => groups.slice(0, maxGroups)),
  ),
});

/** The page has loaded and needs the complete state. */
const readyMessageSchema = v.object({ kind: v.literal("ready") });
const audienceMessageSchema = v.object({ kind: v.literal("audience"), audience: readerSchema });
const file = createTextSchema(maxTextLength);
const rangeSchema = v.object({ start: countSchema, end: countSchema });

/** Messages for the server. The extension forwards them unchanged. */
export type ToServer = Data<typeof toServerSchema>;
export const toServerSchema = v.variant("kind", [
  readyMessageSchema,
  audienceMessageSchema,
  /** The update with this version has been rendered, so the next update can be sent. */
  v.object({ kind: v.literal("painted"), version: countSchema, milliseconds: v.number() }),
  /**
   * A link on the page or in the navigation was followed. `from` is the position in docs.json of the link or of its
   * element, such as a tab.
   */
  v.object({
    kind: v.literal("navigate"),
    url: createTextSchema(maxTextLength),
    from: v.exactOptional(v.object({ file, range: rangeSchema })),
  }),
  /**
   * Requests the source of something, which is specified by its zero-based line (with `file` if it's in a snippet) or
   * by its character range.
   */
  v.object({
    kind: v.literal("show"),
    file: v.exactOptional(file),
    at: v.union([v.object({ line: countSchema }), v.object({ range: rangeSchema })]),
  }),
  /** Searches the pages on the site for this query. */
  v.object({ kind: v.literal("search"), query: createTextSchema(maxTextLength) }),
  /** Turns the comparison of the page with its text in the last commit on or off. */
  v.object({ kind: v.literal("compare"), on: v.boolean() }),
  /**
   * Runs a component in this file, because the author has requested it or has already run the same version of the
   * component.
   */
  v.object({ kind: v.literal("runComponent"), file, name: createTextSchema(maxTextLength), clicked: v.boolean() }),
  /** The author requests another attempt to render the page. */
  v.object({ kind: v.literal("retry") }),
  /** Requests the page as Markdown. */
  v.object({ kind: v.literal("markdown") }),
  playgroundToServerSchema,
]);

/** Messages that the extension handles. The extension also forwards `ready` and `audience` to the server. */
export type ToHost = Data<typeof toHostSchema>;
export const toHostSchema = v.variant("kind", [
  readyMessageSchema,
  audienceMessageSchema,
  /** The zero-based line of the page's file that is at the top edge. */
  v.object({ kind: v.literal("scrolled"), line: countSchema }),
  v.object({ kind: v.literal("lock"), locked: v.boolean() }),
  /** Allows images from this web host. */
  v.object({ kind: v.literal("allowHost"), host: v.string() }),
  /**
   * Saves a file in a location that the author chooses. The page sends this message only to VS Code, because a browser
   * saves the file itself.
   */
  v.object({ kind: v.literal("save"), name: v.string(), text: v.string() }),
  v.object({ kind: v.literal("openExternal"), url: v.pipe(v.string(), v.regex(/^(https?|mailto|tel):/i)) }),
  v.object({ kind: v.literal("openInBrowser") }),
]);

export type FromPage = ToServer | ToHost | PlaygroundToHost;

/**
 * The initial state, which is embedded in the document as JSON in `data-begun`. It consists of the preview's ID and the
 * messages to render.
 */
export interface InitialPreviewState {
  readonly preview: string;
  readonly messages: readonly ToPage[];
}

/** Data about the host, which is embedded as JSON in the `data-host` attribute of the document's body. */
export interface HostInfo {
  readonly kind: "editor" | "browser";
  /**
   * The prefix of the URLs of site files, such as `https://…/site`. For `browser`, the relative path to the site's
   * files, such as `../`.
   */
  readonly assets: string;
  /** The web hosts from which images can be loaded. */
  readonly allowedHosts: readonly string[];
  /** For `browser`, the token that is sent with each message and each relay request. */
  readonly token?: string;
  /** For `editor`, the stored state. */
  readonly state?: unknown;
}
