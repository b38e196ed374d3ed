import type { IconLibrary } from "../../config/icons/icons.ts";
import type { FieldValue, Page } from "../../page/page.ts";
import { withoutPageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { CodeTheme } from "../code-theme.ts";
import type { EndpointSource } from "../endpoint/endpoint-page.ts";
import type { PageHead } from "../view/page-view.ts";

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

/** Whether two pages are made of the same besides their text: then what did not change in the text is rendered alike. */
export function sameSource(a: PageSource, b: PageSource): boolean {
  if (a === b) return true;
  return (
    a.path === b.path &&
    sameMap(a.files, b.files) &&
    sameMap(a.facts.variables, b.facts.variables) &&
    plain(a) === plain(b)
  );
}

function sameMap<Value>(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  return a === b || (a.size === b.size && [...a].every(([key, value]) => b.get(key) === value && b.has(key)));
}

function plain({ facts: { variables: _variables, ...facts }, audience }: PageSource): string {
  return JSON.stringify([facts, audience]);
}

export function isFrontmatterMap(value: FieldValue | undefined): value is ReadonlyMap<string, FieldValue> {
  return value instanceof Map;
}

export function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

/** What is shown of a value: YAML's numbers and dates as text; undefined where there is nothing to show. */
export function getFrontmatterText(value: FieldValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

interface HasFields {
  readonly outline: Pick<Page["outline"], "fields">;
}

/** What stands above the text of a page: its frontmatter, else what the specification has for it, else its file’s name. */
export function readPageHead(
  { outline: { fields } }: HasFields,
  { path, head, facts }: PageSource,
): PageHead {
  const text = (name: string): string | undefined => {
    const value = getFrontmatterText(fields.get(name));
    return value === undefined ? undefined : filledIn(value, facts.variables);
  };
  const description = text("description") ?? head?.description;
  const icon = text("icon") ?? head?.icon;
  const tag = text("tag") ?? head?.tag;
  const title = text("title") ?? head?.title ?? titleOf(path);
  return {
    title,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(tag !== undefined && { tag }),
    mode: text("mode") ?? head?.mode ?? "default",
    ...((fields.get("deprecated") === true || head?.deprecated) && { deprecated: true }),
  };
}

/** With the variables of docs.json in their places; those that are not set stay as written. */
export function filledIn(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{([\w.-]{1,200})\}\}/g, (full, name: string) => variables.get(name) ?? full);
}

/** `guides/first-steps.mdx` → `First steps`, as the service writes it. */
function titleOf(path: string): string {
  const name = withoutPageExtension(path).split("/").at(-1) ?? "";
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
