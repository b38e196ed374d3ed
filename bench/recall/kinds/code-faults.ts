import { load } from "js-yaml";
import { createFile, replaceAt, type FaultKind } from "../fault-kind.ts";
import type { Fence, PagePlaces } from "../read-page.ts";
import { addBlock, pickIn } from "./pages.ts";

/** Problems in code samples, images, and snippets. */
export const codeFaults: readonly FaultKind[] = [
  {
    name: "mdx/code-lines-past-end",
    codes: ["mdx/code-block-meta"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        places.fences.filter(({ lang, meta }) => lang !== "" && lang !== "mermaid" && !/\{|highlight|focus/.test(meta)),
      );
      if (!page) return undefined;
      const count = page.found.value.split("\n").length;
      const option =
        random.pick([`highlight={${count + 3}}`, `{1,${count + 5}}`, `focus={${count + 1}-${count + 4}}`]) ?? "";
      return { ...addMeta(page, option), what: `${option} of ${count} lines` };
    },
  },
  {
    name: "mdx/code-option-misspelt",
    codes: ["mdx/code-block-meta"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        places.fences.filter(({ lang, meta }) => lang !== "" && lang !== "mermaid" && !meta.includes("{")),
      );
      const option = random.pick(["highligth={1}", "focsu={1}", "hilight={1}"]) ?? "";
      return page && { ...addMeta(page, option), what: option };
    },
  },
  {
    name: "mdx/json-sample-broken",
    codes: ["mdx/code-sample-syntax"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        places.fences.filter((fence) => fence.lang === "json" && isJson(fence.value)),
      );
      if (!page) return undefined;
      const breaks = [
        ...page.places.text.slice(page.found.body, page.found.end).matchAll(/"(?=: ?["\d[{])|(?<=["\d\]}]),(?=\r?\n)/g),
      ];
      const at = random.pick(breaks);
      if (!at) return undefined;
      const start = page.found.body + at.index;
      const next = page.places.text.indexOf("\n", start) + 1;
      const isComma = at[0] === ",";
      return {
        edits: [{ path: page.path, start, end: start + 1, text: "" }],
        marks: [{ path: page.path, at: start - 1 }, ...(isComma ? [{ path: page.path, at: next }] : [])],
        what: `${at[0]} taken out of a JSON sample`,
      };
    },
  },
  {
    name: "mdx/yaml-sample-broken",
    codes: ["mdx/code-sample-syntax"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        places.fences.filter((fence) => /^ya?ml$/.test(fence.lang) && isYaml(fence.value)),
      );
      if (!page) return undefined;
      const lines = [
        ...page.places.text.slice(page.found.body, page.found.end).matchAll(/^ *[\w-]+: [\w.-]+(?=\r?$)/gm),
      ];
      const line = random.pick(lines);
      if (!line) return undefined;
      const at = page.found.body + line.index + line[0].length;
      const put = ": more: words";
      const broken = page.found.value.replace(line[0], `${line[0]}${put}`);
      return isYaml(broken)
        ? undefined
        : { ...replaceAt(page.path, { start: at, end: at }, put), what: `${line[0].trim()}${put}` };
    },
  },
  {
    name: "mdx/image-without-alt",
    codes: ["mdx/image-without-alt"],
    inject: (site, random) => {
      const page = pickIn(site, random, ({ images, text }) =>
        images.filter(
          ({ alt, start }) => alt !== "" && text.startsWith(`![${alt}](`, start) && !isBelowText(text, start),
        ),
      );
      if (!page) return undefined;
      const { start, alt } = page.found;
      return {
        ...replaceAt(page.path, { start: start + 2, end: start + 2 + alt.length }, ""),
        what: "the words for a picture taken away",
      };
    },
  },
  {
    name: "mdx/img-tag-without-alt",
    codes: ["mdx/image-without-alt"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        places.tags.flatMap((tag) =>
          tag.name === "img" && places.text.startsWith("<img", tag.start) && !isBelowText(places.text, tag.start)
            ? tag.attributes.filter(({ name, text }) => name === "alt" && text).map((one) => ({ ...one, tag }))
            : [],
        ),
      );
      if (!page) return undefined;
      const { start, end, tag } = page.found;
      return {
        edits: [{ path: page.path, start, end, text: "" }],
        marks: [{ path: page.path, at: tag.start }],
        what: "alt taken away",
      };
    },
  },
  {
    name: "mdx/snippet-unused",
    codes: ["mdx/unused-snippet", "link/unused-file"],
    inject: (site, random) => ({
      ...createFile(`snippets/zz-${random.nextWord(6)}.mdx`, "A few words.\n"),
      what: "a snippet that nothing uses",
    }),
  },
  {
    name: "mdx/snippet-old-form",
    codes: ["mdx/legacy-snippet", "mdx/snippet-not-found"],
    inject: (site, random) => addBlock(site, random, '<Snippet file="zz-part.mdx" />'),
  },
  {
    name: "link/picture-unused",
    codes: ["link/unused-file"],
    inject: (site, random) => ({
      ...createFile(`images/zz-${random.nextWord(6)}.png`, "\n"),
      what: "a picture that nothing uses",
    }),
  },
];

function addMeta(
  { path, places, found }: { readonly path: string; readonly places: PagePlaces; readonly found: Fence },
  option: string,
) {
  const end = places.text.slice(found.start, found.body).trimEnd().length + found.start;
  return replaceAt(path, { start: end, end }, ` ${option}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return text.includes(":");
  } catch {
    return false;
  }
}

function isYaml(text: string): boolean {
  try {
    return typeof load(text) === "object";
  } catch {
    return false;
  }
}

/**
 * Whether an image is the first child of a frame with a caption or of a tile with a title. The caption or title then
 * describes the image.
 */
function isBelowText(text: string, start: number): boolean {
  return /<(?:Frame|Tile)\b[^<>]*\b(?:caption|title)=[^<>]*>\s*$/.test(text.slice(Math.max(0, start - 2000), start));
}
