import type { Page } from "../page/page.ts";
import { withoutPageExtension } from "../text/site-path.ts";
import { textOf } from "./frame/field-values.ts";
import type { PageSource } from "./page-source.ts";
import type { PageHead } from "./view/page-view.ts";

interface HasFields {
  readonly outline: Pick<Page["outline"], "fields">;
}

/** What stands above the text of a page: its frontmatter, else what the specification has for it, else its file’s name. */
export function pageHead({ outline: { fields } }: HasFields, { path, head, facts }: PageSource): PageHead {
  const text = (name: string): string | undefined => {
    const value = textOf(fields.get(name));
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
  return text.replace(/\{\{([\w.-]{1,200})\}\}/g, (whole, name: string) => variables.get(name) ?? whole);
}

/** `guides/first-steps.mdx` → `First steps`, as the service writes it. */
function titleOf(path: string): string {
  const name = withoutPageExtension(path).split("/").at(-1) ?? "";
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
