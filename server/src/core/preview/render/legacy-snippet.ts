import { say } from "../interpret/say.ts";
import { CodeFault } from "../interpret/fault.ts";
import type { ElementValue } from "../interpret/value.ts";
import type { ViewElement, ViewNode } from "../view/view-node.ts";
import { problemBox, type Rendering } from "./rendering.ts";

/** `<Snippet file="note.mdx">`: a file of the folder `_snippets`, or of today's `snippets`. */
export function legacySnippet(
  element: ElementValue,
  origin: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode[] {
  const file = element.props.entries.get("file");
  const name = typeof file === "string" ? file.replace(/^\/+/, "") : "";
  const tries = ["_snippets", "snippets"].map((folder) =>
    rendering.page.snippet(`/${folder}/${name}`, rendering.wanted),
  );
  const found = tries.find((each) => each.kind === "snippet");
  if (found) return rendering.paint.element({ ...element, type: found }, rendering);
  const isComing = tries.some((each) => each.kind === "missing" && !each.fault);
  if (isComing) return [];
  const message = say`There is no file \`${name}\` in \`_snippets\` or \`snippets\`, so readers see a gap. Create it, or correct the name.`;
  return [problemBox(rendering, new CodeFault("import", message, element.at), "<Snippet>", origin)];
}
