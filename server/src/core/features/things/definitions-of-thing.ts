import { placeOf } from "../../config/json/json-tree.ts";
import { exportsIn } from "../../page/scan-script.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { anchorPlace } from "./anchor-place.ts";
import type { SiteThing } from "./site-thing.ts";
import { variableKeys } from "./variable-places.ts";

/** Where a thing is defined. `textOf` gives the text of files of code, of which a site keeps outlines alone. */
export function definitionsOfThing(
  site: Site,
  thing: SiteThing,
  textOf: (file: SitePath) => string | undefined = () => undefined,
): readonly SiteLocation[] {
  switch (thing.kind) {
    case "page":
      return [headOf(site, thing.file)];
    case "file":
      return [startOf(thing.file)];
    case "anchor": {
      const place = anchorPlace(site, thing.file, thing.id);
      return [place ?? headOf(site, thing.file)];
    }
    case "export":
      return [placeOfExport(site, thing, textOf)];
    case "variable":
      return variableKeys(site, thing.name);
    case "label":
      return [thing.at];
  }
}

/** The entries of the navigation that show a page: what the page itself leads to. */
export function entriesOfPage(site: Site, file: SitePath): readonly SiteLocation[] {
  const { fileOf } = pageSlugsOf(site.files);
  return navigationOf(site.config).entries.flatMap(({ text, node }) => {
    const read = readPageEntry(text);
    return read.kind === "page" && fileOf.get(read.slug) === file ? [placeOf(node)] : [];
  });
}

/** Its title, where it says one. */
function headOf(site: Site, file: SitePath): SiteLocation {
  const title = site.references.get(file)?.frontmatter.fields.get("title");
  return title ? { file, range: title.valueRange } : startOf(file);
}

function startOf(file: SitePath): SiteLocation {
  return { file, range: { start: 0, end: 0 } };
}

function placeOfExport(
  site: Site,
  { file, name }: { readonly file: SitePath; readonly name: string },
  textOf: (file: SitePath) => string | undefined,
): SiteLocation {
  const page = site.references.get(file);
  const text = page ? undefined : textOf(file);
  const exports = page?.exports ?? (text === undefined ? [] : exportsIn(text));
  const found = exports.find((each) => each.name === name);
  return found ? { file, range: found.range } : startOf(file);
}
