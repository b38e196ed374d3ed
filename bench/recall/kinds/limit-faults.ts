import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addItem, addMember } from "./edit-config.ts";
import { pickFrontmatter } from "./frontmatter-places.ts";

/** A large image that is embedded in text. All injections use the same string, because it's inserted many times. */
const image = `data:image/png;base64,${"iVBORw0KGgo".repeat(1_000_000)}`;
/** A smaller image that still exceeds the frontmatter limit. */
const smallPicture = `data:image/png;base64,${"iVBORw0KGgo".repeat(25_000)}`;

/** Files that are larger and values that are nested more deeply than the limits in the catalog allow. */
export const limitFaults: readonly FaultKind[] = [
  {
    name: "config/too-large",
    codes: ["config/too-large"],
    alone: true,
    inject: (site, random) => {
      const value = random.pick(site.config.all.filter(({ node }) => node.type === "string"));
      if (!value) return undefined;
      const at = value.node.offset + 1;
      return {
        edits: [{ path: value.path, start: at, end: at, text: image }],
        // The problem with an oversized file has no specific position, so the start of the file is used.
        marks: [
          { path: value.path, at: 0 },
          { path: value.path, at: value.node.offset },
        ],
        what: "a picture of 11 MB in a text",
      };
    },
  },
  {
    name: "config/too-deep",
    codes: ["config/too-deep"],
    alone: true,
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(({ node }) => node.type === "object" || node.type === "array"),
      );
      if (!configValue) return undefined;
      const depth = 210 + random.nextBelow(2000);
      const value = random.nextChance(0.5)
        ? `${"[".repeat(depth)}${random.nextChance(0.5) ? "]".repeat(depth) : ""}`
        : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
      const injection =
        configValue.node.type === "array"
          ? addItem(site, configValue, value, random.nextBelow((configValue.node.children?.length ?? 0) + 1))
          : addMember(site, configValue, `"zz": ${value}`);
      return { ...injection, what: `${depth} levels` };
    },
  },
  {
    name: "frontmatter/too-large",
    codes: ["frontmatter/too-large"],
    inject: (site, random) =>
      growValue(
        site,
        random,
        random.pick([smallPicture, createAliasBomb(6 + random.nextBelow(3))]) ?? "",
        "more than can be read",
      ),
  },
  {
    name: "frontmatter/too-deep",
    codes: ["frontmatter/too-large"],
    inject: (site, random) => {
      const depth = 102 + random.nextBelow(400);
      const value = random.nextChance(0.5)
        ? `${"[".repeat(depth)}${"]".repeat(depth)}`
        : `${"{a: ".repeat(depth)}1${"}".repeat(depth)}`;
      return growValue(site, random, value, `${depth} levels`);
    },
  },
];

/**
 * Creates YAML aliases that expand exponentially. Each alias expands to ten values, each of which expands to ten more,
 * and so on.
 */
function createAliasBomb(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, i) => `  - &zz${i + 1} [${Array.from({ length: 10 }, () => `*zz${i}`).join(", ")}]`,
  );
  return ["", "  - &zz0 [x]", ...lines].join("\n");
}

/**
 * Inserts a field with this value between the frontmatter fields of a page. The parser can't read any of the fields, so
 * the first line is also a correct position for the problem.
 */
function growValue(site: SiteCopy, random: Random, value: string, what: string): Injection | undefined {
  const page = pickFrontmatter(site, random);
  if (!page || /[|>][+-]?\s*\r?$/m.test(page.head)) return undefined;
  const starts = [...page.head.matchAll(/^[A-Za-z][\w-]*:|^---\s*$/gm)]
    .map(({ index }) => index)
    .filter((at) => at > 0);
  const at = random.pick(starts);
  if (at === undefined) return undefined;
  const { edits, marks } = replaceAt(page.path, { start: at, end: at }, `zzextra: ${value}\n`);
  return { edits, marks: [{ path: page.path, at: 0 }, ...marks], what };
}
