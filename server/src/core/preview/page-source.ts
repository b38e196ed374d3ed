import type { SitePath } from "../text/text-edit.ts";
import type { EndpointSource } from "./endpoint/endpoint-source.ts";
import type { CodeTheme } from "./highlight/code-theme.ts";
import type { PageHead } from "./view/page-view.ts";
import type { IconLibrary } from "../config/icons/icons.ts";

/** Everything that a page is made of: plain data, so that it can be sent to the thread that renders. */
export interface PageSource {
  /** `guides/start.mdx`. */
  readonly path: SitePath;
  readonly text: string;
  /**
   * The text of each file that the page imports, however deep, as far as known: `/snippets/note.mdx` as
   * `snippets/note.mdx`. `null`: there is no such file, or it may not be read. What is missing here the renderer asks for
   * (`RenderedPage.wanted`) and shows without it meanwhile.
   */
  readonly files: ReadonlyMap<SitePath, string | null>;
  readonly facts: SiteFacts;
  readonly audience: Audience;
  /** Of the editor, in place of the site's; the same object for as long as it is the same. */
  readonly codeTheme?: CodeTheme;
  /** Of a page that documents an endpoint; the same object for as long as it is the same. */
  readonly endpoint?: EndpointSource;
  /** Of a page that a specification makes; what the frontmatter of a file says comes first. */
  readonly head?: PageHead;
}

/** What of docs.json changes how a page looks. */
export interface SiteFacts {
  /** `{{version}}` → `2.1`. */
  readonly variables: ReadonlyMap<string, string>;
  readonly iconLibrary: IconLibrary;
  /** Whether `$a$` is a formula (`styling.latex`; the service decides by itself when unset: both marks count). */
  readonly singleDollarMaths: boolean;
  /** Names of themes for code. */
  readonly codeThemes: { readonly light: string; readonly dark: string };
  readonly isMintlify: boolean;
}

/** Who reads: what `Visibility`, `View` and `groups` go by. */
export interface Audience {
  readonly reader: "human" | "agent";
  readonly signedIn: boolean;
  readonly groups: readonly string[];
}
