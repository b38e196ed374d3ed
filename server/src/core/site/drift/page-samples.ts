import { type JsonNode, readJson } from "../../config/json/json-tree.ts";
import { type DocumentedField, documentedFields } from "../../page/frontmatter-fields.ts";
import type { PageCodeBlock, PageReferences } from "../../page/page.ts";
import { readCurl } from "../../page/samples/read-curl.ts";
import { readFetch } from "../../page/samples/read-fetch.ts";
import { movedNode, type SampleRequest } from "../../page/samples/sample-request.ts";
import { derive } from "../../text/view.ts";

/** What of a page can be held against a specification. */
export interface PageSamples {
  readonly fields: readonly DocumentedField[];
  /** Calls of an API, in whatever part of the page; those of a changelog are of the API as it was. */
  readonly requests: readonly SampleRequest[];
  /** JSON in a RequestExample. */
  readonly bodies: readonly JsonNode[];
  /** JSON in a ResponseExample, with the status its title names. */
  readonly answers: readonly { readonly status: string | undefined; readonly node: JsonNode }[];
}

const largestSample = 100_000;
const shells = /^(bash|sh|shell|zsh|curl|console|terminal|powershell|cmd)$/i;
const scripts = /^(js|javascript|ts|typescript|jsx|tsx|node|nodejs|mjs)$/i;

/** Read once per page as it stands. */
export const pageSamples = derive((page: PageReferences): PageSamples => {
  const requests: SampleRequest[] = [];
  const bodies: JsonNode[] = [];
  const answers: { status: string | undefined; node: JsonNode }[] = [];
  const isPast = pastOf(page);
  for (const block of page.codeBlocks) {
    const { start, end } = block.content;
    const language = block.language ?? "";
    if (isPast(start) || end - start > largestSample) continue;
    if (shells.test(language)) requests.push(...readCurl(page.text.slice(start, end), start));
    else if (scripts.test(language)) requests.push(...readFetch(page.text.slice(start, end), start));
    else if (/^json$/i.test(language)) {
      const holder = exampleAround(block, page);
      const node = holder && jsonIn(page.text.slice(start, end), start);
      if (node && holder === "RequestExample") bodies.push(node);
      if (node && holder === "ResponseExample")
        answers.push({ status: /\b[1-5]\d\d\b/.exec(block.meta)?.[0], node });
    }
  }
  return { fields: documentedFields(page), requests, bodies, answers };
});

/** Whether a place is in the entry of a changelog, `<Update>`; asked for one place after the other. */
function pastOf({ tags }: PageReferences): (offset: number) => boolean {
  const updates = tags.filter(({ name, closing }) => name === "Update" && closing);
  let next = 0;
  return (offset) => {
    while ((updates[next]?.closing?.end ?? Infinity) <= offset) next++;
    return (updates[next]?.range.end ?? Infinity) <= offset;
  };
}

function exampleAround({ range }: PageCodeBlock, { tags }: PageReferences): string | undefined {
  return tags.find(
    ({ name, range: opening, closing }) =>
      (name === "RequestExample" || name === "ResponseExample") &&
      opening.end <= range.start &&
      closing !== undefined &&
      closing.start >= range.end,
  )?.name;
}

/** Undefined where it is no whole JSON: shortened with dots, say. */
function jsonIn(code: string, start: number): JsonNode | undefined {
  const { root, problems } = readJson("", code);
  if (!root || problems.length > 0) return undefined;
  return movedNode(
    root,
    Array.from({ length: code.length }, (_, i) => start + i),
  );
}
