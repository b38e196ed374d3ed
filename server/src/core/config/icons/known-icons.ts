import { closest } from "../../text/similarity.ts";
import fontawesome from "./fontawesome-names.json" with { type: "json" };
import type { IconLibrary } from "./icon-libraries.ts";
import lucide from "./lucide-names.json" with { type: "json" };
import tabler from "./tabler-names.json" with { type: "json" };

/** Made by `tools/pack-icons.ts`: one text per first letter, names parted by blanks, older names among them. */
const packedNames: Readonly<Record<IconLibrary, { readonly names: readonly string[] }>> = {
  fontawesome,
  lucide,
  tabler,
};

const unpacked = new Map<IconLibrary, ReadonlySet<string>>();

/** Every name a library has, free or not, older names that still work included. */
export function iconNames(library: IconLibrary): ReadonlySet<string> {
  const known = unpacked.get(library);
  if (known) return known;
  const names = new Set(packedNames[library].names.flatMap((text) => text.split(" ")));
  unpacked.set(library, names);
  return names;
}

/** Whether an `icon` is meant as a name, not as a path, a URL, an emoji or a drawing. */
export function isIconName(text: string): boolean {
  return /^[\x21-\x7e][\x20-\x7e]*$/.test(text) && !/[/.:<{]/.test(text);
}

/**
 * Programming languages that have a picture of their own beside Font Awesome's, by every name they go by.
 * Measured: utils/shiki/snippet-presets of @mintlify/components 1.0.19 (MIT).
 */
const languagePictures: ReadonlySet<string> = new Set(
  (
    "bash curl sh shell python py javascript js node nodejs node.js php go golang java ruby rb powershell swift " +
    "csharp c# dotnet .net dot-net typescript ts c c++ cpp kotlin kt rust rs dart flutter toml"
  ).split(" "),
);

/** Letter case does not count: the service asks for the picture in lower case (Icon of @mintlify/components 1.0.19). */
export function isKnownIcon(library: IconLibrary, name: string): boolean {
  const lower = name.toLowerCase();
  return iconNames(library).has(lower) || (library === "fontawesome" && languagePictures.has(lower));
}

/** The icon that was probably meant; undefined when no name of the library is near. */
export function nearestIcon(library: IconLibrary, name: string): string | undefined {
  const first = name[0]?.toLowerCase() ?? "";
  // A slip in the first letter is rare; another word of like letters is not.
  return closest(
    name,
    [...iconNames(library)].filter((each) => each.startsWith(first)),
  );
}
