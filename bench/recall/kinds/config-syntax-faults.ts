import { newFile, replaceAt, type FaultKind } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { rangeOf, type ConfigValue } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";
import { elementsOf } from "./edit-config.ts";

/** Invalid JSON, and invalid includes in docs.json. */
export const configSyntaxFaults: readonly FaultKind[] = [
  {
    name: "config/comma-too-many",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const found = random.pick(site.config.all.filter(({ node }) => (node.children ?? []).length > 0));
      const last = found?.node.children?.at(-1);
      if (!found || !last) return undefined;
      const at = last.offset + last.length;
      return {
        ...replaceAt(found.path, { start: at, end: at }, ","),
        what: "a comma before the closing bracket",
      };
    },
  },
  {
    name: "config/comma-missing",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const found = random.pick(site.config.all.filter(({ node }) => (node.children ?? []).length > 1));
      const children = found?.node.children ?? [];
      const index = random.below(children.length - 1);
      const [before, after] = [children[index], children[index + 1]];
      if (!found || !before || !after) return undefined;
      const end = before.offset + before.length;
      const comma = (site.texts.get(found.path) ?? "").indexOf(",", end);
      if (comma < 0 || comma > after.offset) return undefined;
      return {
        edits: [{ path: found.path, start: comma, end: comma + 1, text: "" }],
        marks: [
          { path: found.path, at: end - 1 },
          { path: found.path, at: after.offset - 1 },
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
      const found = random.pick(
        site.config.all.filter(({ node }) => node.type === "object" && node.length > 2),
      );
      if (!found) return undefined;
      const at = found.node.offset + 1;
      const comment = random.pick(["\n// a note\n", " /* a note */ "]) ?? "";
      return { ...replaceAt(found.path, { start: at, end: at }, comment, "/"), what: "a comment" };
    },
  },
  {
    name: "config/single-quotes",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const found = random.pick(
        site.config.all.filter(({ value }) => typeof value === "string" && /^[\w /-]+$/.test(value)),
      );
      if (!found) return undefined;
      return {
        ...replaceAt(found.path, rangeOf(found.node), `'${String(found.value)}'`),
        what: "single quotes",
      };
    },
  },
  {
    name: "config/quote-missing",
    codes: ["config/syntax"],
    alone: true,
    inject: (site, random) => {
      const found = random.pick(site.config.all.filter(({ key }) => key !== undefined));
      if (!found?.key) return undefined;
      const { start, end } = rangeOf(found.key);
      return {
        ...replaceAt(found.path, { start, end }, String(found.key.value)),
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
    inject: (site, random) => refInstead(site, random, `./zz-${random.word(5)}.json`),
  },
  {
    name: "config/ref-outside",
    codes: ["config/ref-outside-site"],
    inject: (site, random) => refInstead(site, random, `../../../../../zz-${random.word(5)}.json`),
  },
  {
    name: "config/ref-circle",
    codes: ["config/ref-cycle"],
    inject: (site, random) => {
      const [one, other] = [`zz-${random.word(5)}.json`, `zz-${random.word(5)}.json`];
      const found = refInstead(site, random, `./${one}`);
      if (!found?.edits.every(({ path }) => path === "docs.json")) return undefined;
      const files = [
        newFile(one, `{\n  "group": "A",\n  "pages": [{ "$ref": "./${other}" }]\n}\n`, '"$ref'),
        newFile(other, `{\n  "$ref": "./${one}"\n}\n`, '"$ref'),
      ];
      return {
        edits: [...found.edits, ...files.flatMap(({ edits }) => edits)],
        marks: files.flatMap(({ marks }) => marks),
        what: "two files that pull in each other",
      };
    },
  },
  {
    name: "config/ref-siblings-lost",
    codes: ["config/ref-ignored"],
    inject: (site, random) => {
      const file = `zz-${random.word(5)}.json`;
      const found = refInstead(site, random, `./${file}`, ', "icon": "star"');
      if (!found?.edits.every(({ path }) => path === "docs.json")) return undefined;
      return {
        ...found,
        edits: [...found.edits, ...newFile(file, '["introduction"]\n').edits],
        what: "a key next to a $ref to a list",
      };
    },
  },
];

function refInstead(
  site: SiteCopy,
  random: Random,
  target: string,
  more = "",
): ReturnType<FaultKind["inject"]> {
  const found: ConfigValue | undefined = random.pick(
    elementsOf(site).filter(({ node, kind }) => kind === "groups" && node.length < 3000),
  );
  return (
    found && {
      ...replaceAt(found.path, rangeOf(found.node), `{ "$ref": ${JSON.stringify(target)}${more} }`),
      what: `a group is ${target}`,
    }
  );
}
