import { insertItem, insertProperty, jsonText, quoted } from "../../config/json/json-edit.ts";
import { valueOf } from "../../config/json/json-tree.ts";
import { labelKeyOf, type NavElement } from "../../config/settings/navigation.ts";
import { urlsOf } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { configFile } from "./config-file.ts";
import type { Move } from "./judge-page.ts";
import { addEdits, type EditsByFile } from "./link-edits.ts";
import { chooseElements, chosenFor } from "./place-entry.ts";

/** The entries of the pages that go, and the specifications that have to be set for them. */
export function navigationEdits(site: Site, moves: readonly Move[]): EditsByFile {
  const edits: EditsByFile = new Map();
  const unset = moves
    .filter(({ place }) => place.spec === "unset")
    .map(({ entry, found }) => ({ entry, spec: found.spec.path }));
  const chosen = chooseElements(unset);
  const written = new Map([...chosen].filter(([element, spec]) => setSpec(site, element, spec, edits)));
  for (const { entry, place, found } of moves) {
    const isSet = place.spec === "inherited" || chosenFor(entry, written) === found.spec.path;
    const text = isSet ? place.bare : `${found.spec.path} ${place.bare}`;
    addEdits(edits, entry.node.file, [{ range: entry.node.range, newText: quoted(text) }]);
  }
  return edits;
}

/** False where nothing can be written. */
function setSpec(site: Site, { node, kind }: NavElement, spec: string, edits: EditsByFile): boolean {
  const file = configFile(site.config, node.file);
  const made = file ? insertProperty(file, node, "openapi", quoted(spec), labelKeyOf(kind)) : [];
  addEdits(edits, node.file, made);
  return made.length > 0;
}

/** Redirects from every address that a page had to its new one; undefined where docs.json has no place for them. */
export function redirectInsertion(site: Site, moves: readonly Move[]): EditsByFile | undefined {
  const edits: EditsByFile = new Map();
  const redirects = moves.flatMap(({ endpoint, newSlug }) =>
    urlsOf(endpoint.slug)
      .filter((source) => source !== `/${newSlug}`)
      .map((source) => ({ source, destination: `/${newSlug}` })),
  );
  if (redirects.length === 0) return edits;
  const list = valueOf(site.config.root, "redirects");
  const root = site.config.root;
  if (list?.kind === "array" && list.items.length > 0) {
    const file = configFile(site.config, list.file);
    const made = file ? redirects.map((redirect) => insertItem(file, list, jsonText(file, redirect))) : [];
    const [first] = made.flat();
    if (!first) return undefined;
    const newText = made
      .flat()
      .map((edit) => edit.newText)
      .join("");
    addEdits(edits, list.file, [{ range: first.range, newText }]);
    return edits;
  }
  if (list?.kind === "array") {
    const file = configFile(site.config, list.file);
    const text = file && jsonText(file, redirects);
    if (text === undefined) return undefined;
    addEdits(edits, list.file, [{ range: list.range, newText: text }]);
    return edits;
  }
  const file = root && configFile(site.config, root.file);
  if (list || !file || root?.kind !== "object") return undefined;
  const made = insertProperty(file, root, "redirects", jsonText(file, redirects));
  addEdits(edits, root.file, made);
  return made.length > 0 ? edits : undefined;
}
