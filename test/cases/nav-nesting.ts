import type { Case } from "./case.ts";

const label: Readonly<Record<string, string>> = {
  tabs: "tab",
  anchors: "anchor",
  dropdowns: "dropdown",
  products: "product",
  versions: "version",
  languages: "language",
  menu: "item",
  groups: "group",
};

/** The children that reference/navigation-nesting.json allows below each kind. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  tabs: ["languages", "versions", "dropdowns", "anchors", "products", "groups", "pages", "menu"],
  anchors: ["languages", "versions", "dropdowns", "tabs", "products", "groups", "pages"],
  dropdowns: ["languages", "versions", "tabs", "anchors", "products", "groups", "pages"],
  products: ["languages", "versions", "tabs", "anchors", "dropdowns", "groups", "pages", "menu"],
  versions: ["languages", "tabs", "dropdowns", "anchors", "products", "groups", "pages"],
  languages: ["versions", "tabs", "dropdowns", "anchors", "products", "groups", "pages"],
  menu: ["languages", "versions", "dropdowns", "anchors", "products", "tabs", "groups", "pages"],
  groups: ["pages"],
};
const kinds = [...Object.keys(label), "pages"];

/** An element of a kind with its label (a language needs a code) and these fields. */
function element(kind: string, fields: object): object {
  return { [label[kind] ?? ""]: kind === "languages" ? "en" : "A", ...fields };
}

/** A list of this kind that shows the page index. */
function listOf(kind: string): readonly unknown[] {
  return kind === "pages" ? ["index"] : [element(kind, { pages: ["index"] })];
}

/** A menu stands below a tab; everything else at the root. */
function under(kind: string, fields: object): object {
  const list = [element(kind, fields)];
  return kind === "menu" ? { tabs: [{ tab: "T", menu: list }] } : { [kind]: list };
}

// rules.md nav/misplaced-child E: "own kind inside itself; `menu` outside its parents; in standard a menu entry with
// anything but groups, pages, an external link. For the rest reference/navigation-nesting.json decides in both
// profiles"; contracts.md §6 "`menu` entries | groups, pages, external links; under tabs | any division but menu;
// under tabs and products".
function everyPair(): Case[] {
  return Object.keys(allowed).flatMap((parent) =>
    kinds.map((child) => {
      const misplaced = [`error nav/misplaced-child \`${child}\``];
      const isAllowed = allowed[parent]?.includes(child) ?? false;
      const onlyMintlify =
        (parent === "menu" && child !== "groups" && child !== "pages") ||
        (parent === "products" && child === "menu");
      // A group that has no pages is told of twice in standard: what it holds counts for nothing.
      const fields = {
        ...(parent === "groups" && child !== "pages" ? { pages: ["index"] } : {}),
        [child]: listOf(child),
      };
      return {
        name: `${child} below ${parent}`,
        nav: under(parent, fields),
        standard: isAllowed && !onlyMintlify ? "clean" : misplaced,
        mintlify: isAllowed ? "clean" : misplaced,
      } satisfies Case;
    }),
  );
}

// specification.md "Limits | root-level navigation | exactly one primary pattern"; each pattern alone is one.
function everyRoot(): Case[] {
  return ["pages", "groups", "tabs", "anchors", "dropdowns", "products", "versions", "languages"].map(
    (kind) => ({
      name: `${kind} at the root`,
      nav: { [kind]: listOf(kind) },
      both: "clean" as const,
    }),
  );
}

// rules.md nav/missing-field E "an element without its required field"; trust.md D19.
function everyLabel(): Case[] {
  return Object.keys(label).flatMap((kind) => {
    const at = (fields: object) =>
      kind === "menu" ? { tabs: [{ tab: "T", menu: [fields] }] } : { [kind]: [fields] };
    const name = label[kind] ?? "";
    return [
      { name: `${kind} without ${name}`, nav: at({ pages: ["index"] }), both: ["error nav/missing-field"] },
      { name: `${kind} with an empty ${name}`, nav: at({ [name]: "", pages: ["index"] }), both: ["error *"] },
      {
        name: `${kind} with a number as ${name}`,
        nav: at({ [name]: 1, pages: ["index"] }),
        both: ["error config/wrong-type `1`"],
      },
      {
        name: `${kind} that is text`,
        nav: kind === "menu" ? { tabs: [{ tab: "T", menu: ["x"] }] } : { [kind]: ["x"] },
        both: ["error config/wrong-type `x`"],
      },
      {
        name: `${kind} that is an object`,
        nav: kind === "menu" ? { tabs: [{ tab: "T", menu: {} }] } : { [kind]: {} },
        both: ["error config/wrong-type"],
      },
    ];
  });
}

export const navNesting: readonly Case[] = [...everyPair(), ...everyRoot(), ...everyLabel()];
