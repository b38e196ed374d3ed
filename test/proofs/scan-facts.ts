import type { PageAttribute, PageReferences, PageTag } from "../../server/src/core/page/page.ts";
import { decoded, emptyFacts, line, tagFact, withoutEnd, type Facts } from "./page-facts.ts";

/** Returns the facts that the scan has found on a page, in the same format as those of the full parse. */
export function scanFacts(page: PageReferences): Facts {
  const { text, tags } = page;
  const facts = emptyFacts();
  for (const { kind, range, component } of page.links)
    if (component === undefined) facts.links.push(`${kind} ${range.start}-${range.end}`);
  for (const { depth, range, text: words } of page.headings) {
    const shown = `${range.start}-${range.end} ${words.replace(/\s+/g, " ").trim()}`;
    facts.headings.push(`${depth} ${range.start === range.end ? "empty" : shown}`);
  }
  for (const tag of tags) facts.tags.push(...factOf(tag, tags, text));
  for (const { language, meta, range, contentRange: content } of page.codeBlocks) {
    const first = text.slice(content.start, content.end).split(/\r\n|\n|\r/, 1)[0] ?? "";
    const written = decoded(language ?? "");
    const place = `${range.start}-${withoutEnd(text, range.end)}`;
    facts.codeBlocks.push(
      `${written} ${decoded(meta)} ${place} ${first.replace(/^[ \t>]*/, "").trim()} ${line(text, range.start)}`,
    );
  }
  for (const { source, range, names } of page.imports) {
    const statement = text.slice(0, range.start).replace(/[^]*(?:^|[\r\n])(?=import|export)/, "");
    const listed = names.map(({ importedName, localName }) => `${importedName} as ${localName}`).join(", ");
    facts.imports.push(`${source} ${range.start}: ${statement.startsWith("export") ? "passed on" : listed}`);
  }
  for (const each of page.exports) {
    const props = each.props ? ` (${each.props.join(", ")})` : "";
    facts.exports.push(`${each.name} ${each.isComponent}${props}${each.text === undefined ? "" : ` "${each.text}"`}`);
  }
  for (const { name, range } of page.names)
    facts.names.push(`${name} ${line(text, range.start)}:${range.start}-${range.end}`);
  return facts;
}

function factOf(tag: PageTag, tags: readonly PageTag[], text: string): string[] {
  const parent = tag.parentIndex === undefined ? undefined : tags[tag.parentIndex];
  const attributes = tag.attributes.map((each) => attributeFact(each, tag, text));
  return tagFact({
    name: tag.name,
    start: tag.range.start,
    end: tag.closingTagRange?.end ?? tag.range.end,
    attributes: tag.hasSpread ? withSpreads(tag, attributes, text) : attributes,
    parent: parent && `${parent.name}@${parent.range.start}`,
    isNested: tag.isNested === true,
  });
}

function attributeFact({ name, value }: PageAttribute, tag: PageTag, text: string): string {
  if (!value) return name;
  const written = text.slice(value.fullRange.start, value.fullRange.end);
  if (tag.isInExpression) return `${name}=${written.replace(/^'([^]*)'$/, '"$1"')}`;
  if (!written.startsWith("{")) return `${name}="${decoded(value.text, false)}"`;
  return `${name}=${written}`;
}

/**
 * Adds spread attributes to a tag. The scan reports only whether there's a spread, so its position is determined from
 * the text between the attributes.
 */
function withSpreads(tag: PageTag, attributes: readonly string[], text: string): string[] {
  const all: string[] = [];
  let from = tag.nameRange.end;
  for (const [i, attribute] of tag.attributes.entries()) {
    all.push(...spreadsIn(text.slice(from, attribute.nameRange.start)), attributes[i] ?? "");
    from = attribute.value?.fullRange.end ?? attribute.nameRange.end;
  }
  return [...all, ...spreadsIn(text.slice(from, tag.range.end))];
}

function spreadsIn(gap: string): string[] {
  return [...gap.matchAll(/\{\s*\.\.\./g)].map(() => "...");
}
