import { components } from "../../page/components/components.ts";
import type { PageAttribute, PageReferences, PageTag } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { isImportedAs, isNameAvailable, indexImportsByName } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { computeEditDistance, findNearestName, haveSimilarWords } from "../../text/similarity.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../../text/text-edit.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { isCausedByBrokenMdx } from "../findings/mdx-findings.ts";
import { isReported } from "../ignore-comments.ts";
import { checkPage, defineRule, type Finding, toFileEdits } from "../rule.ts";
import {
  createImportEdit,
  createPropRenameEdits,
  createSuggestionSource,
  suggestImports,
  type ImportSuggestion,
} from "../subjects/fixes.ts";
import {
  createRenameEdits,
  findBuiltInComponent,
  getAttribute,
  getLocation,
  getRootComponent,
  findTagAt,
  isOnOwnLine,
} from "../subjects/page-subjects.ts";
import { createAllEdits } from "../subjects/same-target.ts";

const combinedKeys: Readonly<Record<string, "usedUnknown" | "usedMeant" | "usedUndefined" | "usedImportable">> = {
  unknown: "usedUnknown",
  meant: "usedMeant",
  undefined: "usedUndefined",
  importable: "usedImportable",
};

export const unknownComponent = defineRule({
  code: "mdx/unknown-component",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A component that isn't built in, imported, or defined on the page.",
  why: "A capitalized tag is a component that's provided by the service, imported by the page, or defined on the page. The service silently removes any other component, including its content.",
  howToFix: "Import the component, fix its name, or format the tag as code.",
  whenToTurnOff: "Turn off this rule if the service supports a component that Docwright doesn't recognize yet.",
  messages: {
    meant:
      "`<{name}>` isn't a built-in component and isn't imported or defined on this page, so readers don't see it. Did you mean `{near}`?",
    unknown:
      "`<{name}>` isn't a built-in component and isn't imported or defined on this page, so readers don't see it. Import it, or format it as code if it's text.",
    usedUnknown:
      "`<{name}>` isn't a built-in component and isn't imported or defined in {count} places, so readers don't see it. Import it, or format it as code if it's text.",
    usedMeant:
      "`<{name}>` isn't a built-in component and isn't imported or defined in {count} places, so readers don't see it. Did you mean `{near}`?",
    undefined:
      "`<{name}>` isn't a built-in component and isn't imported or defined on this page, so readers don't see it. Import or define it, or remove it.",
    usedUndefined:
      "`<{name}>` isn't a built-in component and isn't imported or defined in {count} places, so readers don't see it. Import or define it, or remove it.",
    importable: "`<{name}>` isn't imported on this page, so readers don't see it. Import it from `{file}`.",
    usedImportable:
      "`<{name}>` is used in {count} files that don't import it, so readers don't see it. Import it from `{file}`.",
    also: "Also used here.",
    rename: "Change to `{near}`",
    renameAll: "Change all {count} to `{near}`",
    import: "Import `{name}` from {fileName}",
    importAll: "Import `{name}` in all {count} files",
    code: "Format as code",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n---\n\n<[|Nota|]>Read this first.</Nota>\n\n<[|PriceTable|] />\n",
      good: "---\ntitle: Start\n---\n\n<Note>Read this first.</Note>\n\nexport const PriceTable = () => <p>free</p>;\n\n<PriceTable />\n",
    },
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\n<[|PriceTable|] />\n//- snippets/price-table.mdx\n| Plan | Price |\n| --- | --- |\n| Small | 0 |\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport PriceTable from "/snippets/price-table.mdx";\n\n<PriceTable />\n//- snippets/price-table.mdx\n| Plan | Price |\n| --- | --- |\n| Small | 0 |\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { references } = page;
    if (!isFileUsed(site, references.path)) return;
    const guess = createSuggestionSource();
    // One import resolves the problems with all tags of the same name.
    const importsByName = new Map<string, { readonly file: SitePath; readonly locations: SiteLocation[] }>();
    // Readers don't see the content and props of an unknown component, so problems there don't matter until it's fixed.
    // If the author ignores its problem, something else probably provides the component.
    let unknownComponentEnd = 0;
    const names = new Set(references.tags.map(({ name }) => name));
    for (const tag of references.tags) {
      const { name, nameRange } = tag;
      // The import of `Features` also provides `Features.Item`, so only `<Features>` is reported.
      const rootName = getRootComponent(name);
      if (rootName !== name && names.has(rootName) && !components.has(rootName)) continue;
      if (isDefinedComponent(tag, references, site) || isCausedByBrokenMdx(site, references, nameRange, name)) continue;
      const at = getLocation(page, nameRange);
      const entry = importsByName.get(name);
      const importSuggestion = entry ?? findImportSuggestion(site, name, references.path);
      if (importSuggestion) {
        if (entry) entry.locations.push(at);
        else importsByName.set(name, { file: importSuggestion.file, locations: [at] });
        continue;
      }
      const childNames = new Set(
        groupChildren(references)
          .get(tag)
          ?.map((child) => child.name),
      );
      const candidate =
        findTreePart(tag, references) ??
        guess([name, ...childNames].join("\n"), () => findNearestComponent(name, references, childNames));
      const suggestion = candidate !== undefined && isPlausibleName(candidate, tag, references) ? candidate : undefined;
      const isInUnknownComponent = tag.range.start < unknownComponentEnd;
      if (isReported("mdx/unknown-component", at, site))
        unknownComponentEnd = Math.max(unknownComponentEnd, tag.closingTagRange?.end ?? tag.range.end);
      if (suggestion === undefined)
        yield {
          // A tag with attributes or a closing tag, or in a prop, isn't text.
          message: isPlaceholder(references, tag) ? "unknown" : "undefined",
          args: { name },
          at,
          ...(isInUnknownComponent && ({ severity: "hint" } as const)),
        };
      else
        yield {
          message: "meant",
          args: { name, near: suggestion },
          at,
          data: { near: suggestion },
          // The fix of the outer item also changes the items in it.
          ...(isInUnknownComponent && treeItemPattern.test(name) && ({ severity: "hint" } as const)),
        };
    }
    for (const [name, { file, locations }] of importsByName) {
      const [at, ...otherLocations] = locations;
      const relatedLocations = otherLocations.map((other) => ({ at: other, message: "also" }) as const);
      if (at) yield { message: "importable", args: { name, file }, at, relatedLocations };
    }
  }),
  *createFixes({ at, message, data }, site) {
    const page = site.references.get(at.file);
    const tag = findTagAt(site, at);
    if (!page || !tag) return;
    for (const importSuggestion of suggestImports(site, tag.name, page.path))
      if (importSuggestion.file !== page.path)
        yield {
          title: "import",
          args: { name: tag.name, fileName: toVerbatim(importSuggestion.file) },
          edits: [createImportEdit(page, importSuggestion, tag.name)],
        };
    const suggestion = data?.["near"];
    if (typeof suggestion === "string") {
      const edits = createReplacementEdits(page, tag, suggestion);
      if (edits.length > 0) yield { title: "rename", args: { near: suggestion }, edits: toFileEdits(at.file, edits) };
    } else if (message === "unknown" && isPlaceholder(page, tag)) {
      const code = `\`${page.text.slice(tag.range.start, tag.range.end)}\``;
      yield {
        title: "code",
        edits: [{ kind: "edit", file: at.file, edits: [{ range: tag.range, newText: code }] }],
      };
    }
  },
  // One import or definition resolves the problems with all tags of the same name on a page. If many pages use the
  // name, they probably have the same cause, such as a component of another tool.
  grouping: {
    getCause: ({ args, data }) => JSON.stringify([args?.["name"], args?.["file"], data?.["near"]]),
    combinedMessage: ({ message }) => combinedKeys[message],
    combinesByFile: true,
    *createFixes(findings, site) {
      const { args } = findings[0] ?? {};
      if (args?.["file"] !== undefined) {
        const edits = createAllEdits(findings, (finding) => importComponent(finding, site));
        if (edits.length > 0)
          yield { title: "importAll", args: { count: findings.length, name: args["name"] ?? "" }, edits };
        return;
      }
      const suggestion = findings[0]?.data?.["near"];
      if (typeof suggestion !== "string") return;
      // The titles of all tabs in a component are moved together.
      const changedTags = new Set<PageTag>();
      const separateFindings = findings.filter(({ at }) => {
        const page = site.references.get(at.file);
        const tag = findTagAt(site, at);
        const changedTag = page && tag ? (findTabsWithItems(page, tag, suggestion)?.tabs ?? tag) : undefined;
        if (!changedTag || changedTags.has(changedTag)) return changedTag === undefined;
        changedTags.add(changedTag);
        return true;
      });
      const edits = createAllEdits(separateFindings, ({ at }) => {
        const page = site.references.get(at.file);
        const tag = findTagAt(site, at);
        return page && tag ? toFileEdits(at.file, createReplacementEdits(page, tag, suggestion)) : [];
      });
      if (edits.length > 0) yield { title: "renameAll", args: { count: findings.length, near: suggestion }, edits };
    },
  },
});

/** Returns the export that a page most likely lacks. */
function findImportSuggestion(site: Site, name: string, path: SitePath): ImportSuggestion | undefined {
  const suggestion = suggestImports(site, name, path).find(({ file }) => file !== path);
  // Other tools have a component with this name, so a file such as `_error.mdx` for `<Error>` isn't enough evidence.
  const isCommonName = suggestion !== undefined && !suggestion.isExactName && componentNameByAlias.has(name);
  return isCommonName && !isImportedAs(site, suggestion.file, name) ? undefined : suggestion;
}

function importComponent({ at, args }: Finding, site: Site): readonly FileEdit[] {
  const page = site.references.get(at.file);
  const tag = findTagAt(site, at);
  if (!page || !tag) return [];
  const suggestion = suggestImports(site, tag.name, page.path).find(({ file }) => file === args?.["file"]);
  return suggestion ? [createImportEdit(page, suggestion, tag.name)] : [];
}

/** Names that code on a page can use without an import. */
const globalComponentNames: ReadonlySet<string> = new Set(["React", "Fragment"]);

function isDefinedComponent(tag: PageTag, page: PageReferences, site: Site): boolean {
  const root = getRootComponent(tag.name);
  if (!/^[A-Z]/.test(root) || components.has(tag.name) || globalComponentNames.has(root)) return true;
  return isNameAvailable(site, page, root) || (tag.isInExpression && findNamesInCode(page).has(root));
}

/**
 * Capitalized names that also occur without `<`. Code may define a component with such a name, for example, as a
 * parameter or constant.
 */
const findNamesInCode = derive(
  ({ text }: PageReferences): ReadonlySet<string> => new Set(text.match(/(?<![\w$</])[A-Z][\w$]*/g)),
);

/** The tags directly inside each tag. */
const groupChildren = derive(({ tags }: PageReferences): ReadonlyMap<PageTag, readonly PageTag[]> => {
  const childrenByParent = new Map<PageTag, PageTag[]>();
  for (const tag of tags) {
    const parent = getParent(tags, tag);
    if (parent) addToGroup(childrenByParent, parent, tag);
  }
  return childrenByParent;
});

function getParent(tags: readonly PageTag[], { parentIndex }: PageTag): PageTag | undefined {
  return parentIndex === undefined ? undefined : tags[parentIndex];
}

/**
 * Returns the most similar name that isn't one of the children's names, because components rarely contain themselves.
 */
function findNearestComponent(name: string, page: PageReferences, childNames: ReadonlySet<string>): string | undefined {
  const partName = findPartName(name);
  if (partName !== undefined) return partName;
  const importedNames = [...indexImportsByName(page).keys()].filter((importedName) => /^[A-Z]/.test(importedName));
  const suggestion = findNearestName(
    name,
    [...suggestedNames, ...importedNames].filter((other) => !childNames.has(other)),
  );
  const isTypo =
    suggestion !== undefined &&
    haveSimilarWords(splitCapitals(name), splitCapitals(suggestion)) &&
    (name.length > maxShortNameLength || computeEditDistance(name.toLowerCase(), suggestion.toLowerCase(), 1) <= 1);
  return [componentNameByAlias.get(name), isTypo ? suggestion : undefined, toElementName(name)].find(
    (candidate) => candidate !== undefined && !childNames.has(candidate),
  );
}

/**
 * Returns the component that other tools write as a part of its container, such as `Tab` for `Tabs.Tab` and
 * `Tree.File` for `FileTree.File`.
 */
function findPartName(name: string): string | undefined {
  const root = getRootComponent(name);
  const part = name.slice(root.length + 1);
  const component = suggestedNames.includes(part) ? part : componentNameByAlias.get(part);
  if (component === undefined || part === "") return undefined;
  const isTreePart = component.startsWith("Tree.") && /Tree$|^Files$/.test(root);
  return root.startsWith(component) || isTreePart ? component : undefined;
}

const treeItemPattern = /^(?:File)?Tree\.?(?:Item|Node)$/;

/** Returns the component for an item of a tree in the notation of other tools: a folder if it contains other items. */
function findTreePart(tag: PageTag, page: PageReferences): string | undefined {
  if (!treeItemPattern.test(tag.name)) return undefined;
  return groupChildren(page).has(tag) ? "Tree.Folder" : "Tree.File";
}

/** Returns the words of a name, such as `net`, `create`, and `quote` for `NetCreateQuote`. */
function splitCapitals(name: string): readonly string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/**
 * The maximum length of a short name. Short names can be different words even if only a few letters differ, such as
 * `Banner` and `Danger`.
 */
const maxShortNameLength = 7;

/** Attributes that all HTML elements have, or that several of the elements listed below have. */
const commonAttributes: ReadonlySet<string> = new Set(
  "alt,children,class,className,colSpan,controls,disabled,height,hidden,href,id,key,loading,name,rel,role,rowSpan,src,style,tabIndex,target,title,type,value,width".split(
    ",",
  ),
);

/**
 * Whether the author may have meant this component or element. The tag isn't directly inside such a tag, and its
 * attributes are valid or have names similar to valid ones. Aliases of components are always plausible.
 */
function isPlausibleName(candidate: string, tag: PageTag, page: PageReferences): boolean {
  if (componentNameByAlias.has(tag.name) || findPartName(tag.name) !== undefined) return true;
  if (treeItemPattern.test(tag.name)) return true;
  if (tag.parentIndex !== undefined && page.tags[tag.parentIndex]?.name === candidate) return false;
  const component = components.get(candidate);
  if (!component && !htmlElements.has(candidate)) return true;
  // The author meant a link, even if it looks like a button.
  if (!component && candidate !== "a" && tag.attributes.some(({ name }) => name === "href")) return false;
  const props = component ? [...component.props.keys()] : [];
  // A short name without the props that the component needs is usually another word, such as `Title` and not `Tile`.
  const requiredProps = [...(component?.props.values() ?? [])].filter((prop) => prop.required && !prop.isDispensable);
  const hasRequiredProps = tag.hasSpread || requiredProps.every(({ name }) => getAttribute(tag, name) !== undefined);
  if (tag.name.length <= maxShortNameLength && !hasRequiredProps) return false;
  return tag.attributes.every(
    ({ name }) =>
      /^(?:data-|aria-|on[A-Z])/.test(name) || commonAttributes.has(name) || findNearestName(name, props) !== undefined,
  );
}

const suggestedNames = [...components.values()]
  .filter(({ isUnlisted, replacedBy }) => !isUnlisted && replacedBy === undefined)
  .map(({ name }) => name);

/** Names that other tools or translators use for built-in components, by the components' real names. */
// cspell:disable
const aliasesByName: Readonly<Record<string, string>> = {
  Accordion: "AccordionItem AccordionPanel Collapsible Details Acordeón Accordéon Akkordeon",
  Callout: "Admonition Alert",
  Card: "CardItem Tarjeta Karte Carte Cartão Kartu Scheda",
  AccordionGroup: "Accordions",
  CardGroup: "CardGrid Cards",
  Check: "Success",
  CodeGroup: "CodeBlocks CodeTabs",
  Danger: "Error",
  Info: "Información Informação Informasi",
  Note: "Aside Nota Hinweis Remarque Catatan Notatka",
  Step: "StepItem Paso Passo Schritt Étape Langkah",
  Steps: "Pasos Passos Schritte Étapes",
  Tab: "TabItem TabPanel",
  Tip: "Hint Consejo Dica Tipp Astuce Kiat",
  Tree: "Files",
  "Tree.File": "File",
  "Tree.Folder": "Folder",
  Warning: "Caution Important Warn Advertencia Aviso Warnung Avertissement Peringatan Avviso",
  img: "Image",
};
// cspell:enable
const componentNameByAlias: ReadonlyMap<string, string> = new Map(
  Object.entries(aliasesByName).flatMap(([name, aliases]) => aliases.split(" ").map((alias) => [alias, name] as const)),
);

const htmlElements: ReadonlySet<string> = new Set(
  "a,audio,b,br,button,code,details,div,em,figure,form,hr,i,iframe,img,input,kbd,li,ol,p,pre,source,span,strong,sub,summary,sup,svg,table,tbody,td,th,thead,tr,ul,video".split(
    ",",
  ),
);

/**
 * Returns the name of the HTML element that the author probably meant, such as `img` for `Img`. A capitalized name is
 * always treated as a component.
 */
function toElementName(name: string): string | undefined {
  const lowerCaseName = name.toLowerCase();
  return htmlElements.has(lowerCaseName) ? lowerCaseName : undefined;
}

/** Names that other tools use for props, by component. The first one on the tag is used if the component lacks it. */
const propAliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "Tree.File": { name: ["title", "label"] },
  "Tree.Folder": { name: ["title", "label"] },
  CardGroup: { cols: ["columns", "num"] },
  Tab: { title: ["label", "value"] },
};

/** Returns the edits that replace a component and its parts, such as `Cards` and `Cards.Card`, with built-in ones. */
function createReplacementEdits(page: PageReferences, tag: PageTag, name: string): TextEdit[] {
  const tabsWithItems = findTabsWithItems(page, tag, name);
  if (tabsWithItems) return createMoveTitleEdits(page, tabsWithItems);
  // A tab whose title can't be determined would have no label.
  if (findPartName(tag.name) === "Tab" && !hasTitle(tag)) return [];
  if (treeItemPattern.test(tag.name)) return createTreeEdits(page, tag, name);
  const partEdits = (groupChildren(page).get(tag) ?? []).flatMap((child): readonly TextEdit[] => {
    const treePart = findTreePart(child, page);
    if (treePart !== undefined) return createTreeEdits(page, child, treePart);
    const partName = getRootComponent(child.name) === tag.name ? findPartName(child.name) : undefined;
    return partName === undefined ? [] : createComponentRenameEdits(child, partName);
  });
  return [...createComponentRenameEdits(tag, name), ...partEdits];
}

/**
 * Returns the edits that replace an item of a tree and the items in it. A file's text becomes its name. Returns an empty
 * list if one of the items would have no name.
 */
function createTreeEdits(page: PageReferences, tag: PageTag, name: string): TextEdit[] {
  const children = groupChildren(page).get(tag) ?? [];
  const childEdits = children.map((child) => {
    const treePart = findTreePart(child, page);
    return treePart === undefined ? undefined : createTreeEdits(page, child, treePart);
  });
  if (childEdits.some((edits) => edits?.length === 0)) return [];
  if (tag.hasSpread || ["name", "title", "label"].some((prop) => getAttribute(tag, prop) !== undefined))
    return [...createComponentRenameEdits(tag, name), ...childEdits.flatMap((edits) => edits ?? [])];
  const { closingTagRange: closing } = tag;
  const content = closing ? page.text.slice(tag.range.end, closing.start).trim() : "";
  if (!closing || children.length > 0 || !/^[\w@.-][\w@. /-]{0,100}$/.test(content)) return [];
  const end = tag.range.end - 1;
  return [
    { range: tag.nameRange, newText: `${name} name="${content}"` },
    { range: { start: end, end: closing.end }, newText: " />" },
  ];
}

function createComponentRenameEdits(tag: PageTag, name: string): TextEdit[] {
  const edits = createRenameEdits(tag, name);
  for (const [prop, aliases] of Object.entries(propAliases[name] ?? {})) {
    const alias = aliases
      .map((aliasName) => getAttribute(tag, aliasName))
      .find((attribute) => attribute?.value !== undefined);
    if (alias && !getAttribute(tag, prop))
      edits.push(...createPropRenameEdits(alias, components.get(name)?.props.get(prop), prop));
  }
  return edits;
}

function hasTitle(tag: PageTag): boolean {
  return tag.hasSpread || ["title", "label", "value"].some((name) => getAttribute(tag, name) !== undefined);
}

/** A component with the titles of its tabs in a list, as in `<Tabs items={["A", "B"]}>`. */
interface TabsWithItems {
  readonly tabs: PageTag;
  readonly items: PageAttribute;
}

function findTabsWithItems(page: PageReferences, tag: PageTag, name: string): TabsWithItems | undefined {
  const tabs = name === "Tab" && !hasTitle(tag) ? getParent(page.tags, tag) : undefined;
  const items = tabs && getAttribute(tabs, "items");
  return tabs?.name === "Tabs" && items ? { tabs, items } : undefined;
}

/** Returns the edits that move the titles from the list to the tabs, or an empty list if they can't be assigned. */
function createMoveTitleEdits(page: PageReferences, { tabs, items }: TabsWithItems): TextEdit[] {
  const titles = parseStringList(items.value?.text ?? "");
  const children = groupChildren(page).get(tabs) ?? [];
  const areTabs = children.every((child) => child.name === children[0]?.name && !hasTitle(child));
  if (!areTabs || titles.length !== children.length) return [];
  const edits = children.flatMap((child, i) => {
    const [openingEdit, ...otherEdits] = createRenameEdits(child, "Tab");
    return openingEdit ? [{ ...openingEdit, newText: `Tab title="${titles[i] ?? ""}"` }, ...otherEdits] : [];
  });
  const { start } = items.nameRange;
  const end = items.value?.fullRange.end ?? items.nameRange.end;
  const spaceLength = start - page.text.slice(tabs.nameRange.end, start).trimEnd().length - tabs.nameRange.end;
  return [{ range: { start: start - spaceLength, end }, newText: "" }, ...edits];
}

/** Returns the strings of a list such as `["A", "B"]`, or an empty list if it contains anything else. */
function parseStringList(expression: string): readonly string[] {
  const content = /^\s*\[([^]*)\]\s*$/.exec(expression)?.[1];
  if (content === undefined) return [];
  const strings: string[] = [];
  const pattern = /\s*(?:"([^"\\\n{}&]*)"|'([^'"\\\n{}&]*)')\s*(?:,|$)/y;
  while (pattern.lastIndex < content.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(content);
    if (!match) return content.slice(start).trim() === "" ? strings : [];
    strings.push(match[1] ?? match[2] ?? "");
  }
  return strings;
}

/**
 * Whether the tag is probably a placeholder in prose, such as `<YourKey>`, because it has no attributes and is never
 * closed. A line with only `<PriceTable />` is a component.
 */
function isPlaceholder(page: PageReferences, tag: PageTag): boolean {
  return (
    findBuiltInComponent(page, tag.name) === undefined &&
    tag.attributes.length === 0 &&
    !tag.closingTagRange &&
    !tag.isInExpression &&
    !(tag.isSelfClosing && isOnOwnLine(page, tag))
  );
}
