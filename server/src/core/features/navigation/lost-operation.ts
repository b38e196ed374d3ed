import type { NavElement, NavNode, SpecSource } from "../../config/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { findNamedSpec, findOperation } from "../../spec/find-spec.ts";
import { looksLikeEndpoint, readOperationReference } from "../../spec/operation-reference.ts";

/** Why entries such as `GET /users` would show nothing below another element, as no specification there has them. */
export function lostOperation(
  site: Site,
  moved: readonly NavNode[],
  { openapi }: NavElement,
): string | undefined {
  for (const node of moved) {
    const before = node.parent?.openapi?.value;
    const after = openapi?.value ?? [];
    if (!before || before.every(({ source }) => after.some((each) => each.source === source))) continue;
    const lost = inheriting(node).find(
      (text) => hasOperation(site, before, text) && !hasOperation(site, after, text),
    );
    if (lost !== undefined)
      return `“${lost}” is in ${before[0]?.source ?? ""}, which is not the specification there, so readers would lose its page. Write the file in front of it, then move it.`;
  }
  return undefined;
}

/** Entries whose specification is named further up. */
function inheriting(node: NavNode): readonly string[] {
  if (node.type === "entry") return looksLikeEndpoint(node.text) ? [node.text] : [];
  return node.openapi && !node.openapi.inherited ? [] : node.children.flatMap(inheriting);
}

/** Whether one of the specifications has it; of one that is not known here it is taken to. */
function hasOperation({ specs }: Site, sources: readonly SpecSource[], text: string): boolean {
  const read = readOperationReference(text);
  if (!read.ok || read.reference.file) return true;
  if (read.reference.form !== "operation") return sources.length > 0;
  const { method, path } = read.reference;
  return sources.some(({ source }) => {
    const found = findNamedSpec(specs, source);
    return found.kind !== "found" || found.specs.some((spec) => findOperation(spec, method.text, path.text));
  });
}
