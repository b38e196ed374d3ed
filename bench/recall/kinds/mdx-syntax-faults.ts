import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { parseMdx, type PagePlaces, type Tag } from "../read-page.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addBlock, addWords, pickIn, listTags } from "./pages.ts";

const component = /^[A-Z]/;

/** Invalid MDX. A change is used only if the MDX parser then rejects the entire page. */
export const mdxSyntaxFaults: readonly FaultKind[] = [
  createKind("mdx/tag-not-closed", (site, random) => {
    const page = pickIn(site, random, (places) => listClosable(places));
    if (!page?.found.closing) return undefined;
    const { closing, start, name } = page.found;
    return {
      edits: [{ path: page.path, ...closing, text: "" }],
      marks: [{ path: page.path, at: start }],
      what: `</${name}> taken away`,
    };
  }),
  createKind("mdx/tag-not-closed-html", (site, random) =>
    addWords(site, random, random.pick(["<br>", "<hr>", '<img src="/a.png">', "<input>"]) ?? ""),
  ),
  createKind("mdx/closing-stray", (site, random) =>
    addBlock(site, random, `</${random.pick(["Card", "Note", "Tabs", "Steps", "div", "Accordion"]) ?? ""}>`),
  ),
  createKind("mdx/closing-misspelt", (site, random) => {
    const page = pickIn(site, random, (places) => listClosable(places));
    if (!page?.found.closing) return undefined;
    const { closing, start, name } = page.found;
    const newTag = random.pick([`</${name}s>`, `</${name.toLowerCase()}>`, `</${name.slice(0, -1)}>`]) ?? "";
    return {
      edits: [{ path: page.path, ...closing, text: newTag }],
      marks: [
        { path: page.path, at: start },
        { path: page.path, at: closing.start },
      ],
      what: `</${name}> written ${newTag}`,
    };
  }),
  createKind("mdx/tags-crossed", (site, random) =>
    addWords(site, random, random.pick(["<b><i>word</b></i>", '<Tooltip tip="a"><b>word</Tooltip></b>']) ?? ""),
  ),
  createKind("mdx/tags-crossed-blocks", (site, random) => {
    const page = pickIn(site, random, (places) =>
      listClosable(places).flatMap((outer) =>
        outer.inside
          .filter(
            ({ closing, name }) =>
              closing &&
              name !== outer.name &&
              outer.closing &&
              /^\s*$/.test(places.text.slice(closing.end, outer.closing.start)),
          )
          .map((inner) => ({ outer, inner })),
      ),
    );
    const [outer, inner] = [page?.found.outer, page?.found.inner];
    if (!page || !outer?.closing || !inner?.closing) return undefined;
    return {
      edits: [
        { path: page.path, ...inner.closing, text: `</${outer.name}>` },
        { path: page.path, ...outer.closing, text: `</${inner.name}>` },
      ],
      marks: [
        { path: page.path, at: inner.start },
        { path: page.path, at: inner.closing.start },
      ],
      what: `</${inner.name}> and </${outer.name}> swapped`,
    };
  }),
  createKind("mdx/html-comment", (site, random) =>
    random.nextChance(0.5)
      ? addBlock(site, random, `<!-- ${random.nextWord(6)} -->`)
      : addWords(site, random, `<!-- ${random.nextWord(6)} -->`),
  ),
  createKind("mdx/less-than-alone", (site, random) =>
    addWords(site, random, random.pick(["<5 ms", "a<1", "<= 3", "<$10", "<3"]) ?? ""),
  ),
  createKind("mdx/address-in-angles", (site, random) =>
    addWords(site, random, random.pick(["<https://example.com>", "<me@example.com>"]) ?? ""),
  ),
  createKind("mdx/brace-open", (site, random) =>
    addWords(site, random, random.pick(["{", "{ open", "${", "{{ name }"]) ?? ""),
  ),
  createKind("mdx/brace-stray", (site, random) =>
    addWords(site, random, random.pick(["{user id}", "{a b}", "{1abc}", "{...}", "{GET /users}"]) ?? ""),
  ),
  createKind("mdx/attribute-quote-open", (site, random) => {
    const page = pickIn(site, random, (places) => listAttributes(places));
    if (!page) return undefined;
    const { end, opening } = page.found;
    return {
      edits: [{ path: page.path, start: end - 1, end, text: "" }],
      marks: [{ path: page.path, at: opening }],
      what: "a closing quote taken away",
    };
  }),
  createKind("mdx/attribute-unquoted", (site, random) => {
    const page = pickIn(site, random, (places) => listAttributes(places));
    if (!page) return undefined;
    const { start, end, name, text } = page.found;
    return {
      ...replaceAt(page.path, { start, end }, `${name}=${text.replace(/\W/g, "") || "a"}`),
      what: "a value without quotes",
    };
  }),
  createKind("mdx/attribute-brace-open", (site, random) => {
    const page = pickIn(site, random, (places) =>
      listOneLine(places).flatMap((tag) =>
        tag.attributes
          .filter(({ start, end }) => /=\{[\w.]+\}$/.test(places.text.slice(start, end)))
          .map((one) => ({ ...one, opening: tag.start })),
      ),
    );
    if (!page) return undefined;
    const { end, opening } = page.found;
    return {
      edits: [{ path: page.path, start: end - 1, end, text: "" }],
      marks: [{ path: page.path, at: opening }],
      what: "a closing brace taken away",
    };
  }),
  createKind("mdx/import-broken", (site, random) => {
    const page = pickIn(site, random, ({ imports }) => imports);
    if (!page) return undefined;
    const { start, end, line } = page.found;
    const newText =
      random.pick([line.replace(" from", ""), line.replace(/["'](?=;?$)/, ""), line.replace("import ", "import = ")]) ??
      line;
    return newText === line ? undefined : { ...replaceAt(page.path, { start, end }, newText), what: newText };
  }),
];

function createKind(name: string, inject: (site: SiteCopy, random: Random) => Injection | undefined): FaultKind {
  return {
    name,
    codes: ["mdx/syntax"],
    inject: (site, random) => {
      const injection = inject(site, random);
      const [edit] = injection?.edits ?? [];
      const text = edit && site.texts.get(edit.path);
      if (!injection || text === undefined) return undefined;
      const mutated = [...injection.edits]
        .sort((a, b) => b.start - a.start)
        .reduce((all, { start, end, text: put }) => all.slice(0, start) + put + all.slice(end), text);
      return parseMdx(mutated) ? undefined : injection;
    },
  };
}

/**
 * Returns components with a closing tag that aren't inside a component of the same name and don't contain one, so it's
 * clear which component is unclosed.
 */
function listClosable(places: PagePlaces): readonly Tag[] {
  return listTags(places, component).filter(
    ({ closing, around, name, inside }) =>
      closing && !around.includes(name) && !inside.some((one) => one.name === name),
  );
}

function listOneLine(places: PagePlaces): readonly Tag[] {
  return listTags(places, component).filter(
    ({ opening }) => !places.text.slice(opening.start, opening.end).includes("\n"),
  );
}

function listAttributes(places: PagePlaces) {
  return listOneLine(places).flatMap((tag) =>
    tag.attributes.flatMap(({ text, ...one }) =>
      text !== undefined && places.text[one.end - 1] === '"' ? [{ ...one, text, opening: tag.start }] : [],
    ),
  );
}
