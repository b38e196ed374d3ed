import { quoted } from "../config/json/json-edit.ts";
import type { FileKind } from "../config/settings/setting-shape.ts";
import type { Site } from "../site/site.ts";
import { fileName, folderOf } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { neighboursAt, nodeAt } from "./config-place.ts";
import { likeness, nearness, wordsOf } from "./likeness.ts";
import { usedMedia } from "./used-values.ts";

/** What files an image, a font, a grammar may be. */
export const fileKinds: Readonly<Record<FileKind, RegExp>> = {
  image: /\.(png|jpe?g|svg|gif|webp|avif|ico|bmp|tiff?)$/i,
  font: /\.(woff2?|ttf|otf)$/i,
  grammar: /\.json$/i,
};

export const mediaFile = /\.(png|jpe?g|svg|gif|webp|avif|ico|bmp|mp4|webm|mov|ogg|mp3|wav|m4v)$/i;

/** Files for a setting, `/logo/light.svg`: those whose name says the setting's, and those beside its neighbours. */
export function offerAssets({ site, path }: ConfigCaret, kind: FileKind): Offer[] {
  const wanted = wordsOf(
    `${path.filter((step) => typeof step === "string").join(" ")} ${path.includes("favicon") ? "icon logo" : ""}`,
  );
  const shown = usedMedia(site.pages);
  const parent = nodeAt(site.config, path.slice(0, -1));
  const beside = [
    ...neighboursAt(site.config, path),
    ...(parent?.kind === "object"
      ? parent.properties.flatMap(({ value }) =>
          value?.kind === "string" && value.value.includes("/") ? [value.value.replace(/^\/+/, "")] : [],
        )
      : []),
  ];
  return filesOf(site, fileKinds[kind]).map((file) => {
    const near = Math.max(0, ...beside.map((other) => nearness(file, other)));
    const name = Math.max(0, ...beside.map((other) => likeness(wordsOf(file), wordsOf(other))));
    const inPages = shown.has(file) ? 2 : 0;
    return assetOffer(`/${file}`, inPages - likeness(wordsOf(file), wanted) * 4 - near - name);
  });
}

/** JSON files that a `$ref` may pull in, as seen from the file with the caret. */
export function offerRefs({ site, file, path }: ConfigCaret): Offer[] {
  const pulledIn = new Set(site.config.files.map((one) => one.path));
  const wanted = wordsOf(path.filter((step) => typeof step === "string").join(" "));
  return filesOf(site, /\.json$/i)
    .filter((other) => other !== file && other !== site.config.entry && !site.specs.has(other))
    .map((other) =>
      assetOffer(
        relativePath(other, file),
        (pulledIn.has(other) ? 3 : 0) - likeness(wordsOf(other), wanted) - nearness(other, file),
      ),
    );
}

function assetOffer(written: string, rank: number): Offer {
  return { kind: "file", label: written, text: quoted(written), rank };
}

function filesOf({ files }: Site, kind: RegExp): SitePath[] {
  return [...files].filter((file) => kind.test(file));
}

/** `./nav.json`, `../shared/nav.json`: a file as another names it. */
export function relativePath(to: SitePath, from: SitePath): string {
  const target = folderOf(to) === "" ? [] : folderOf(to).split("/");
  const source = folderOf(from) === "" ? [] : folderOf(from).split("/");
  let same = 0;
  while (same < target.length && same < source.length && target[same] === source[same]) same++;
  const up = source.length - same;
  const steps = up === 0 ? ["."] : Array.from({ length: up }, () => "..");
  return [...steps, ...target.slice(same), fileName(to)].join("/");
}
