/** What a new page begins with. */
export interface PageTemplate {
  /** `guide`; of the site's own `own:release-notes.mdx`. */
  readonly id: string;
  readonly label: string;
  /** What it is for, in a few words. */
  readonly detail: string;
  /** A page, a page of an operation, or a part of other pages. */
  readonly makes: "page" | "endpoint" | "snippet";
  /** The same in `syntaxes/mdx-snippets.json`; absent where the text depends on the site. */
  readonly prefix?: string;
  /** Lines as snippets of VS Code are written: `title: "${1:Page title}"`. */
  readonly body: readonly string[];
  /** What is known before the page is there, by the placeholder that it fills. */
  readonly given: Readonly<Record<string, TemplateValue>>;
}

/** `cardTitle1` and `cardAddress1` are of pages that the site has. */
export type TemplateValue =
  "title" | "componentName" | "operation" | "cardTitle1" | "cardAddress1" | "cardTitle2" | "cardAddress2";
