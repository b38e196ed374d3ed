import type { PageReferences } from "../../page/page.ts";
import { derive } from "../../text/view.ts";

/** What older `<Snippet file="x.mdx" />` tags of a page name, without a slash in front. */
export const snippetTags = derive(({ tags }: PageReferences) =>
  tags.flatMap(({ name, attributes }) => {
    const value = name === "Snippet" ? attributes.find((each) => each.name === "file")?.value : undefined;
    return value?.kind === "text" ? [{ text: value.text.replace(/^\/+/, ""), range: value.range }] : [];
  }),
);
