import type { FieldValue, Page } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { titleOfSlug } from "../pages/new-page.ts";
import type { PagePlan } from "../specs/generated-page-plan.ts";
import type { EndpointView } from "./endpoint-view.ts";
import { words, type OperationFacts } from "./operation-facts.ts";
import { proseOf, readPageBody } from "./page-body.ts";
import { plainOf, plainOfUnknown, type Plain } from "./plain-value.ts";

/** Frontmatter that a view tells in another way, or that only says which operation it is. */
const toldElsewhere: ReadonlySet<string> = new Set([
  "title", "sidebarTitle", "description", "deprecated", "openapi", "api",
]); // prettier-ignore

/**
 * What readers find on a page that is a file. `showsOperation`: the service puts the reference of the operation on it,
 * as it does for `openapi`; else they find what the author has written and nothing else.
 */
export function viewOfPage(
  { references }: Pick<Page, "references">,
  slug: string,
  facts: OperationFacts,
  { showsOperation, summary }: { readonly showsOperation: boolean; readonly summary: string | undefined },
): EndpointView {
  const fields = references.frontmatter.fields;
  const plain = new Map<string, Plain>();
  for (const [key, { value }] of fields) {
    const own = plainOf(value);
    if (own !== undefined && own !== null) plain.set(key, own);
  }
  const name = textOf(fields.get("title")?.value);
  const title = name ?? (showsOperation && summary ? summary : titleOfSlug(slug));
  const description = words(textOf(fields.get("description")?.value) ?? "");
  const deprecated = plain.get("deprecated");
  const body = readPageBody(references, facts);
  return {
    title,
    menuTitle: textOf(fields.get("sidebarTitle")?.value) ?? title,
    description: description === "" && showsOperation ? facts.description : description,
    deprecated: typeof deprecated === "boolean" ? deprecated : showsOperation && facts.deprecated,
    metadata: new Map([...plain].filter(([key]) => !toldElsewhere.has(key))),
    fields: [...(showsOperation ? facts.fields : body.known), ...body.written],
    examples: [...(showsOperation ? facts.examples : body.knownExamples), ...body.writtenExamples],
    prose: proseOf(body.rest),
  };
}

/** What readers find on the page that the service makes of an operation. */
export function viewOfGenerated(
  plan: Pick<PagePlan, "title" | "sidebarTitle" | "deprecated" | "metadata" | "content">,
  facts: OperationFacts,
): EndpointView {
  const { title, sidebarTitle, deprecated, metadata, content = "" } = plan;
  const body = readPageBody(scanPage("", `\n${content}`).references, facts);
  const plain = new Map<string, Plain>();
  for (const [key, value] of Object.entries(metadata)) {
    const known = plainOfUnknown(value);
    if (known !== undefined && known !== null && !toldElsewhere.has(key)) plain.set(key, known);
  }
  const own = metadata["description"];
  const description = words(typeof own === "string" ? own : "");
  return {
    title,
    menuTitle: sidebarTitle ?? title,
    description: description === "" ? facts.description : description,
    deprecated,
    metadata: plain,
    fields: [...facts.fields, ...body.written],
    examples: [...facts.examples, ...body.writtenExamples],
    prose: proseOf(body.rest),
  };
}

/** YAML's numbers are titles too. */
function textOf(value: FieldValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
