import { replaceAt, type FaultKind } from "../fault-kind.ts";
import type { PagePlaces, Tag } from "../read-page.ts";
import { misspell } from "../misspell.ts";
import { addBlock, addWords, pickIn, listTags } from "./pages.ts";

/** The built-in components and their props, from the component catalog. */
const builtIn =
  /^(Accordion|AccordionGroup|Callout|Card|CardGroup|Columns|CodeGroup|Check|Expandable|Frame|Icon|Info|Note|ParamField|ResponseField|RequestExample|ResponseExample|Step|Steps|Tab|Tabs|Tip|Tooltip|Update|Warning)$/;

/** Maps the name of each component to its required props. */
const required: Readonly<Record<string, readonly string[]>> = {
  Step: ["title"],
  Tab: ["title"],
  Update: ["label"],
  ResponseField: ["name", "type"],
  Tooltip: ["tip"],
  ParamField: ["body", "query", "path", "header"],
  Tile: ["href"],
  View: ["title"],
  Visibility: ["for"],
  Prompt: ["description"],
  "Tree.File": ["name"],
  "Tree.Folder": ["name"],
};

const likely = /^(title|icon|href|cols|description|label|type|name|tip|color|horizontal|caption|required)$/;

export const componentFaults: readonly FaultKind[] = [
  {
    name: "mdx/component-misspelt",
    codes: ["mdx/unknown-component"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) => listTags(places, builtIn));
      if (!page) return undefined;
      const { name, start, closing } = page.found;
      const newName = misspell(name, random);
      if (builtIn.test(newName) || page.places.text.includes(newName)) return undefined;
      const edits = [start + 1, ...(closing ? [closing.start + 2] : [])].map((at) => ({
        path: page.path,
        start: at,
        end: at + name.length,
        text: newName,
      }));
      return { edits, marks: [{ path: page.path, at: start }], what: `${name} written ${newName}` };
    },
  },
  {
    name: "mdx/component-foreign",
    codes: ["mdx/unknown-component"],
    inject: (site, random) => {
      const name = random.pick(["Caution", "Details", "TellaVideo", "Zapper", "Admonition"]) ?? "";
      return [...site.texts.values()].some((text) => text.includes(`const ${name}`))
        ? undefined
        : addBlock(site, random, `<${name}>\n  A few words.\n</${name}>`);
    },
  },
  {
    name: "mdx/prop-misspelt",
    codes: ["mdx/unknown-prop"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        listTags(places, builtIn).flatMap(({ attributes }) => attributes.filter(({ name }) => likely.test(name))),
      );
      if (!page) return undefined;
      const { start, name } = page.found;
      const newName = misspell(name, random);
      return newName.length < 3
        ? undefined
        : {
            ...replaceAt(page.path, { start, end: start + name.length }, newName),
            what: `${name} written ${newName}`,
          };
    },
  },
  {
    name: "mdx/prop-missing",
    codes: ["mdx/missing-prop"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        listTags(places, /./).flatMap((tag) =>
          tag.attributes.filter(({ name }) => required[tag.name]?.includes(name)).map((one) => ({ ...one, tag })),
        ),
      );
      if (!page) return undefined;
      const { start, end, tag, name } = page.found;
      const source = page.places.text.slice(tag.opening.start, tag.opening.end);
      if (source.includes("{...")) return undefined;
      if (
        tag.name === "ParamField" &&
        tag.attributes.filter((one) => required["ParamField"]?.includes(one.name)).length > 1
      )
        return undefined;
      return {
        edits: [{ path: page.path, start, end, text: "" }],
        marks: [{ path: page.path, at: tag.start }],
        what: `${name} of ${tag.name} taken away`,
      };
    },
  },
  {
    name: "mdx/prop-value-wrong",
    codes: ["mdx/prop-value"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        listTags(places, /^(CardGroup|Columns|Steps|Icon|Callout|Card|Step|Accordion)$/).filter(
          ({ opening }) =>
            !/iconType|titleSize|cols|variant|\{\.\.\./.test(places.text.slice(opening.start, opening.end)),
        ),
      );
      if (!page) return undefined;
      const { name, start } = page.found;
      const values: Readonly<Record<string, readonly string[]>> = {
        CardGroup: ['cols="many"', "cols={12}", "cols={0}"],
        Columns: ['cols="two"', "cols={9}"],
        Steps: ['titleSize="h7"', 'titleSize="big"'],
        Callout: ['variant="note2"', 'variant="alarm"'],
      };
      const added = random.pick(values[name] ?? ['iconType="bold"', 'iconType="soild"']) ?? "";
      const at = start + 1 + name.length;
      return { ...replaceAt(page.path, { start: at, end: at }, ` ${added}`), what: `${name} ${added}` };
    },
  },
  {
    name: "mdx/tab-outside",
    codes: ["mdx/misplaced-component"],
    inject: (site, random) => addBlock(site, random, '<Tab title="Zz">\n  Words.\n</Tab>'),
  },
  {
    name: "mdx/step-outside",
    codes: ["mdx/misplaced-component"],
    inject: (site, random) => addBlock(site, random, '<Step title="Zz">\n  Words.\n</Step>'),
  },
  {
    name: "mdx/second-example",
    codes: ["mdx/misplaced-component"],
    inject: (site, random) => {
      const name = random.pick(["RequestExample", "ResponseExample"]) ?? "";
      const block = `<${name}>\n\`\`\`json\n{}\n\`\`\`\n</${name}>`;
      const injection = addBlock(site, random, `${block}\n\n${block}`);
      const [edit] = injection?.edits ?? [];
      if (!injection || !edit || site.texts.get(edit.path)?.includes(`<${name}`)) return undefined;
      return {
        ...injection,
        marks: [{ path: edit.path, at: edit.start + edit.text.lastIndexOf(`<${name}`) }],
      };
    },
  },
  {
    name: "mdx/snippet-missing",
    codes: ["mdx/snippet-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, ({ imports }) =>
        imports.filter(({ target }) => /^[./]/.test(target) && /\.(mdx|jsx|tsx)$/.test(target)),
      );
      if (!page) return undefined;
      const { start, end, line, target } = page.found;
      const newLine = line.replace(target, target.replace(/(\.\w+)$/, `-${random.nextWord(3)}$1`));
      return { ...replaceAt(page.path, { start, end }, newLine), what: newLine };
    },
  },
  {
    name: "mdx/export-missing",
    codes: ["mdx/export-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, ({ imports }) =>
        imports.filter(
          ({ target, line }) => target.startsWith("/") && /\{\s*\w+/.test(line) && site.texts.has(target.slice(1)),
        ),
      );
      const name = page && /\{\s*(\w+)/.exec(page.found.line)?.[1];
      if (!page || name === undefined) return undefined;
      const source = site.texts.get(page.found.target.slice(1)) ?? "";
      const newName = `${name}Zz`;
      if (source.includes(newName) || source.includes("export *")) return undefined;
      const { start, end, line } = page.found;
      return {
        ...replaceAt(page.path, { start, end }, line.replace(name, newName)),
        what: `${name} imported as ${newName}`,
      };
    },
  },
  {
    name: "mdx/import-outside",
    codes: ["mdx/import-outside-site"],
    inject: (site, random) =>
      addImport(site, random, `import ZzPart from "../../../../../../zz-${random.nextWord(4)}.mdx";`),
  },
  {
    name: "mdx/import-package",
    codes: ["mdx/package-import"],
    inject: (site, random) =>
      addImport(
        site,
        random,
        random.pick([
          'import { Rocket } from "lucide-react";',
          'import lodash from "lodash";',
          'import { useState } from "zz-hooks";',
        ]) ?? "",
      ),
  },
  {
    name: "mdx/name-unknown",
    codes: ["mdx/undefined-name"],
    inject: (site, random) => {
      const name = random.pick(["userId", "zzName", "apiKey", "projectSlug", "orgName"]) ?? "";
      const injection = addWords(site, random, `{${name}}`);
      return injection && !site.texts.get(injection.edits[0]?.path ?? "")?.includes(name) ? injection : undefined;
    },
  },
  {
    name: "mdx/component-name-open",
    codes: ["mdx/syntax", "mdx/unknown-component"],
    inject: (site, random) => addWords(site, random, random.pick(["<YourName>", "<API_KEY>", "<Options>"]) ?? ""),
  },
];

function addImport(
  site: Parameters<FaultKind["inject"]>[0],
  random: Parameters<FaultKind["inject"]>[1],
  line: string,
): ReturnType<FaultKind["inject"]> {
  const page = pickIn(site, random, (places: PagePlaces): readonly Pick<Tag, "start">[] =>
    places.imports.length > 0 ? places.imports : [{ start: places.frontmatter.end }],
  );
  if (!page || page.places.frontmatter.end === 0) return undefined;
  const at = page.found.start;
  const { eol, imports } = page.places;
  const text = imports.length > 0 ? line + eol : `${eol}${line}${eol}${eol}`;
  return { ...replaceAt(page.path, { start: at, end: at }, text, "import"), what: line };
}
