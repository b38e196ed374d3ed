import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addItem, addMember } from "./edit-config.ts";
import { pickFrontmatter } from "./frontmatter-places.ts";

/** A picture written into a text; one string, as it is put in many times. */
const image = `data:image/png;base64,${"iVBORw0KGgo".repeat(1_000_000)}`;
/** Less, but more than frontmatter may hold. */
const smallPicture = `data:image/png;base64,${"iVBORw0KGgo".repeat(25_000)}`;

/** Files larger, and values deeper, than the catalogue lets be read. */
export const limitFaults: readonly FaultKind[] = [
  {
    name: "config/too-large",
    codes: ["config/too-large"],
    alone: true,
    inject: (site, random) => {
      const found = random.pick(site.config.all.filter(({ node }) => node.type === "string"));
      if (!found) return undefined;
      const at = found.node.offset + 1;
      return {
        edits: [{ path: found.path, start: at, end: at, text: image }],
        // Where a file is too large is anywhere: its beginning stands for all of it.
        marks: [
          { path: found.path, at: 0 },
          { path: found.path, at: found.node.offset },
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
      const found = random.pick(
        site.config.all.filter(({ node }) => node.type === "object" || node.type === "array"),
      );
      if (!found) return undefined;
      const depth = 210 + random.below(2000);
      const value = random.chance(0.5)
        ? `${"[".repeat(depth)}${random.chance(0.5) ? "]".repeat(depth) : ""}`
        : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
      const placed =
        found.node.type === "array"
          ? addItem(site, found, value, random.below((found.node.children?.length ?? 0) + 1))
          : addMember(site, found, `"zz": ${value}`);
      return { ...placed, what: `${depth} levels` };
    },
  },
  {
    name: "frontmatter/too-large",
    codes: ["frontmatter/too-large"],
    inject: (site, random) =>
      grown(
        site,
        random,
        random.pick([smallPicture, bomb(6 + random.below(3))]) ?? "",
        "more than can be read",
      ),
  },
  {
    name: "frontmatter/too-deep",
    codes: ["frontmatter/too-large"],
    inject: (site, random) => {
      const depth = 102 + random.below(400);
      const value = random.chance(0.5)
        ? `${"[".repeat(depth)}${"]".repeat(depth)}`
        : `${"{a: ".repeat(depth)}1${"}".repeat(depth)}`;
      return grown(site, random, value, `${depth} levels`);
    },
  },
];

/** Names that stand for ten values each, of ten values each, and so on. */
function bomb(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, i) => `  - &zz${i + 1} [${Array.from({ length: 10 }, () => `*zz${i}`).join(", ")}]`,
  );
  return ["", "  - &zz0 [x]", ...lines].join("\n");
}

/** A field of that value between the fields of a page. As none of the fields is read, the first line is as true. */
function grown(site: SiteCopy, random: Random, value: string, what: string): Injection | undefined {
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
