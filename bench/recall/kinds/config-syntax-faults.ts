import { createFile, replaceAt, type FaultKind } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { getRange, type ConfigValue } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";
import { listElements } from "./edit-config.ts";

/** Invalid JSON, and invalid includes in docs.json. */
export const configSyntaxFaults: readonly FaultKind[] = [
  {
    name: "config/comma-too-many",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const value = random.pick(site.config.all.filter(({ node }) => (node.children ?? []).length > 0));
      const last = value?.node.children?.at(-1);
      if (!value || !last) return undefined;
      const at = last.offset + last.length;
      return {
        ...replaceAt(value.path, { start: at, end: at }, ","),
        what: "a comma before the closing bracket",
      };
    },
  },
  {
    name: "config/comma-missing",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const value = random.pick(site.config.all.filter(({ node }) => (node.children ?? []).length > 1));
      const children = value?.node.children ?? [];
      const index = random.nextBelow(children.length - 1);
      const [before, after] = [children[index], children[index + 1]];
      if (!value || !before || !after) return undefined;
      const end = before.offset + before.length;
      const comma = (site.texts.get(value.path) ?? "").indexOf(",", end);
      if (comma < 0 || comma > after.offset) return undefined;
      return {
        edits: [{ path: value.path, start: comma, end: comma + 1, text: "" }],
        marks: [
          { path: value.path, at: end - 1 },
          { path: value.path, at: after.offset - 1 },
        ],
        what: "the comma between two values taken away",
      };
    },
  },
  {
    name: "config/comment",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const value = random.pick(site.config.all.filter(({ node }) => node.type === "object" && node.length > 2));
      if (!value) return undefined;
      const at = value.node.offset + 1;
      const comment = random.pick(["\n// a note\n", " /* a note */ "]) ?? "";
      return { ...replaceAt(value.path, { start: at, end: at }, comment, "/"), what: "a comment" };
    },
  },
  {
    name: "config/single-quotes",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(({ value }) => typeof value === "string" && /^[\w /-]+$/.test(value)),
      );
      if (!configValue) return undefined;
      return {
        ...replaceAt(configValue.path, getRange(configValue.node), `'${String(configValue.value)}'`),
        what: "single quotes",
      };
    },
  },
  {
    name: "config/quote-missing",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const value = random.pick(site.config.all.filter(({ key }) => key !== undefined));
      if (!value?.key) return undefined;
      const { start, end } = getRange(value.key);
      return {
        ...replaceAt(value.path, { start, end }, String(value.key.value)),
        what: "a key without quotes",
      };
    },
  },
  {
    name: "config/empty-file",
    codes: ["config/not-an-object", "config/syntax"],
    alone: true,
    inject: (site, random) => {
      const text = random.pick(["", "[]\n", '"docs"\n', "null\n"]) ?? "";
      const end = site.texts.get("docs.json")?.length ?? 0;
      return {
        ...replaceAt("docs.json", { start: 0, end }, text),
        what: `docs.json is ${JSON.stringify(text)}`,
      };
    },
  },
  {
    name: "config/ref-missing",
    codes: ["config/ref-not-found"],
    inject: (site, random) => replaceWithRef(site, random, `./zz-${random.nextWord(5)}.json`),
  },
  {
    name: "config/ref-outside",
    codes: ["config/ref-outside-site"],
    inject: (site, random) => replaceWithRef(site, random, `../../../../../zz-${random.nextWord(5)}.json`),
  },
  {
    name: "config/ref-circle",
    codes: ["config/ref-cycle"],
    inject: (site, random) => {
      const [one, other] = [`zz-${random.nextWord(5)}.json`, `zz-${random.nextWord(5)}.json`];
      const injection = replaceWithRef(site, random, `./${one}`);
      if (!injection?.edits.every(({ path }) => path === "docs.json")) return undefined;
      const files = [
        createFile(one, `{\n  "group": "A",\n  "pages": [{ "$ref": "./${other}" }]\n}\n`, '"$ref'),
        createFile(other, `{\n  "$ref": "./${one}"\n}\n`, '"$ref'),
      ];
      return {
        edits: [...injection.edits, ...files.flatMap(({ edits }) => edits)],
        marks: files.flatMap(({ marks }) => marks),
        what: "two files that pull in each other",
      };
    },
  },
  {
    name: "config/ref-siblings-lost",
    codes: ["config/ref-ignored"],
    inject: (site, random) => {
      const file = `zz-${random.nextWord(5)}.json`;
      const injection = replaceWithRef(site, random, `./${file}`, ', "icon": "star"');
      if (!injection?.edits.every(({ path }) => path === "docs.json")) return undefined;
      return {
        ...injection,
        edits: [...injection.edits, ...createFile(file, '["introduction"]\n').edits],
        what: "a key next to a $ref to a list",
      };
    },
  },
];

function replaceWithRef(site: SiteCopy, random: Random, target: string, more = ""): ReturnType<FaultKind["inject"]> {
  const value: ConfigValue | undefined = random.pick(
    listElements(site).filter(({ node, kind }) => kind === "groups" && node.length < 3000),
  );
  return (
    value && {
      ...replaceAt(value.path, getRange(value.node), `{ "$ref": ${JSON.stringify(target)}${more} }`),
      what: `a group is ${target}`,
    }
  );
}
