import type { PageTag } from "../../page/page.ts";
import { decodeEntities } from "../../text/decode-text.ts";
import type { TextRange } from "../../text/text-edit.ts";

/** What components call what readers see of them, the first that counts. */
const titleProps = ["title", "label", "name", "body", "path", "query", "header", "cookie", "auth"];

/** The title that a component gives itself in its tag: `<Card title="Start">`. None for elements of HTML. */
export function titleOfTag({
  name,
  attributes,
}: PageTag): { readonly text: string; readonly range: TextRange } | undefined {
  if (!/^[A-Z]/.test(name)) return undefined;
  for (const prop of titleProps) {
    const value = attributes.find((each) => each.name === prop)?.value;
    if (value?.kind === "text" && value.text.trim() !== "")
      return { text: decodeEntities(value.text).trim(), range: value.range };
  }
  return undefined;
}
