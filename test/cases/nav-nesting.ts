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

/** The allowed kinds of children for each kind of element. */
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

/** Creates an element of a kind with these fields and a label, which is a language code for languages. */
function element(kind: string, fields: object): object {
  return { [label[kind] ?? ""]: kind === "languages" ? "en" : "A", ...fields };
}

/** Creates a list of this kind that contains the page `index`. */
function listOf(kind: string): readonly unknown[] {
  return kind === "pages" ? ["index"] : [element(kind, { pages: ["index"] })];
}

/** Creates a navigation that contains the element. A menu is in a tab, and any other element is at the root. */
function under(kind: string, fields: object): object {
  const list = [element(kind, fields)];
  return kind === "menu" ? { tabs: [{ tab: "T", menu: list }] } : { [kind]: list };
}

// `nav/misplaced-child` is reported as an error for an element in another element of its own kind, for a `menu` outside
// its allowed parents, and, in the standard profile, for anything in a menu item other than groups, pages, and external
// links. In all other cases, `allowed` determines the result in both profiles. In the mintlify profile, menu items
// accept any division except `menu`, and products also accept `menu`.
function everyPair(): Case[] {
  return Object.keys(allowed).flatMap((parent) =>
    kinds.map((child) => {
      const misplaced = [`error nav/misplaced-child \`${child}\``];
      const isAllowed = allowed[parent]?.includes(child) ?? false;
      const onlyMintlify =
        (parent === "menu" && child !== "groups" && child !== "pages") || (parent === "products" && child === "menu");
      // In the standard profile, a group without pages would have a second problem, because its content is ignored.
      const fields = {
        ...(parent === "groups" && child !== "pages" ? { pages: ["index"] } : {}),
        [child]: listOf(child),
      };
      return {
        name: `${child} inside ${parent}`,
        nav: under(parent, fields),
        standard: isAllowed && !onlyMintlify ? "clean" : misplaced,
        mintlify: isAllowed ? "clean" : misplaced,
      } satisfies Case;
    }),
  );
}

// The root of the navigation has exactly one primary pattern. Each pattern on its own is valid.
function everyRoot(): Case[] {
  return ["pages", "groups", "tabs", "anchors", "dropdowns", "products", "versions", "languages"].map((kind) => ({
    name: `${kind} at the root`,
    nav: { [kind]: listOf(kind) },
    both: "clean" as const,
  }));
}

// An element without its required field is an error.
function everyLabel(): Case[] {
  return Object.keys(label).flatMap((kind) => {
    const at = (fields: object) => (kind === "menu" ? { tabs: [{ tab: "T", menu: [fields] }] } : { [kind]: [fields] });
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
        name: `a string in ${kind}`,
        nav: kind === "menu" ? { tabs: [{ tab: "T", menu: ["x"] }] } : { [kind]: ["x"] },
        both: ["error config/wrong-type `x`"],
      },
      {
        name: `an object as ${kind}`,
        nav: kind === "menu" ? { tabs: [{ tab: "T", menu: {} }] } : { [kind]: {} },
        both: ["error config/wrong-type"],
      },
    ];
  });
}

export const navNesting: readonly Case[] = [...everyPair(), ...everyRoot(), ...everyLabel()];
