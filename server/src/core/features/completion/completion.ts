import type { IconLibrary } from "../../config/icons/icon-names.ts";
import { components } from "../../page/components/components.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import type { JsonCursor } from "../cursor/json-cursor.ts";
import type { PageCursor } from "../cursor/page-cursor.ts";

/** The kind of a suggestion. It determines the icon in the completion list. */
export type SuggestionKind =
  | "setting"
  | "element"
  | "value"
  | "page"
  | "operation"
  | "file"
  | "folder"
  | "icon"
  | "color"
  | "component"
  | "closing-tag"
  | "snippet"
  | "variable"
  | "anchor"
  | "rule";

/** A completion candidate at the caret. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  /** The label in the completion list, such as `theme`, `guides/start`, or `GET /users`. */
  readonly label: string;
  /** Plain text after the label, such as a page's title or an operation's summary. */
  readonly detail?: string;
  /** Documentation in Markdown. It's part of Docwright and never contains text from the site. */
  readonly description?: string;
  /** A short note that is shown at the end of the line, such as `removed page`. */
  readonly remark?: string;
  /** Additional search terms, such as a page's title. */
  readonly searchText?: string;
  /** The icon shown in the documentation of the selected item. */
  readonly icon?: { readonly library: IconLibrary; readonly name: string };
  /** The text to insert: JSON without a comma, YAML, or a tag. */
  readonly text: string;
  /** The caret position in `text`. The default is the end of the text. */
  readonly caret?: number;
  /** Further caret positions that Tab moves to, in this order. */
  readonly stops?: readonly number[];
  /** The texts that the author can choose from at `caret`. `text` already contains the first one before the caret. */
  readonly choices?: readonly string[];
  /** The sort order. Items with a lower rank come first. Items with the same rank are sorted by label. */
  readonly rank: number;
  /** Additional edits at other positions, such as importing a snippet. */
  readonly additionalEdits?: readonly TextEdit[];
}

/** A suggestion, and the exact edits to apply if the author accepts it. */
export interface Completion extends Omit<Suggestion, "additionalEdits"> {
  /** The edit that replaces the text at the caret. The replaced text is on a single line. */
  readonly edit: TextEdit;
  /** Edits at other positions, such as adding a missing comma or an import. */
  readonly additionalEdits: readonly TextEdit[];
  /** The filter text that the editor compares with the text at the caret. */
  readonly filterText: string;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether `items` contains all matches. If false, the editor should request completion again as the author types. */
  readonly isComplete: boolean;
}

export const emptyCompletions: Completions = { items: [], isComplete: true };

/** The input for a completion request. */
export interface CompletionRequest {
  readonly site: Site;
  readonly file: SitePath;
  /** The current text of the file, which may be incomplete. */
  readonly text: string;
  readonly offset: number;
}

/** The caret in a configuration file, and its path in the resolved docs.json. */
export interface ConfigCaret {
  readonly site: Site;
  readonly file: SitePath;
  readonly cursor: JsonCursor;
  /** The path from the root of docs.json, even if the caret is in an included file. */
  readonly path: readonly (string | number)[];
}

/** The range to replace at the caret, and the part of its text before the caret. */
export interface TypedRange {
  readonly replace: TextRange;
  readonly typedText: string;
}

/** The features on pages that another editor extension may provide. If it does, Docwright omits them. */
export const delegatableFeatures = ["component-completion", "prop-completion", "component-hover"] as const;
export type DelegatableFeature = (typeof delegatableFeatures)[number];

/** The features that other extensions provide. Empty if this information isn't available. */
export type DelegatedFeatures = ReadonlySet<DelegatableFeature>;

export const noDelegatedFeatures: DelegatedFeatures = new Set();

/** Returns the delegated features that an editor reports. Ignores unknown names and values other than lists. */
export function toDelegatedFeatures(reportedNames: readonly DelegatableFeature[] = []): DelegatedFeatures {
  return Array.isArray(reportedNames) && reportedNames.length > 0
    ? new Set(delegatableFeatures.filter((feature) => reportedNames.includes(feature)))
    : noDelegatedFeatures;
}

/**
 * Removes the suggestions that other extensions provide. Keeps components that need an import, HTML elements, and
 * values from the site, such as pages, files, and icons.
 */
export function removeDelegatedSuggestions(
  suggestions: Suggestion[],
  cursor: PageCursor,
  delegatedFeatures: DelegatedFeatures,
): Suggestion[] {
  switch (cursor.kind) {
    case "tag-name":
      return delegatedFeatures.has("component-completion") ? suggestions.filter(isOnlyFromDocwright) : suggestions;
    case "closing-tag":
      return delegatedFeatures.has("component-completion") ? [] : suggestions;
    case "attribute-name":
      return delegatedFeatures.has("prop-completion") ? [] : suggestions;
    case "attribute-value": {
      const prop = components.get(cursor.tag.name)?.props.get(cursor.attribute);
      return delegatedFeatures.has("prop-completion") && prop?.values ? [] : suggestions;
    }
    default:
      return suggestions;
  }
}

function isOnlyFromDocwright({ kind, label, additionalEdits }: Suggestion): boolean {
  return additionalEdits !== undefined || (kind !== "snippet" && !components.has(label));
}
