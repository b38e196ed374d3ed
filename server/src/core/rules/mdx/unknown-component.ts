import { components } from "../../page/components/components.ts";
import type { PageReferences, PageTag } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { isNameAvailable, indexImportsByName } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { computeEditDistance, findNearestName, haveSimilarWords } from "../../text/similarity.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { isCausedByBrokenMdx } from "../findings/mdx-findings.ts";
import { checkPage, defineRule, toFileEdits } from "../rule.ts";
import { createImportEdit, createSuggestionSource, suggestImports } from "../subjects/fixes.ts";
import { findBuiltInComponent, getLocation, getRootComponent, findTagAt } from "../subjects/page-subjects.ts";
import { createAllEdits } from "../subjects/same-target.ts";

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
    importable: "`<{name}>` isn't imported on this page, so readers don't see it. Import it from `{file}`.",
    also: "Also used here.",
    rename: "Change to `{near}`",
    renameAll: "Change all {count} to `{near}`",
    import: "Import `{name}` from {fileName}",
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
    let unknownEnd = 0;
    const names = new Set(references.tags.map(({ name }) => name));
    for (const [index, tag] of references.tags.entries()) {
      const { name, nameRange } = tag;
      // The import of `Features` also provides `Features.Item`, so only `<Features>` is reported.
      const rootName = getRootComponent(name);
      if (rootName !== name && names.has(rootName) && !components.has(rootName)) continue;
      if (isDefinedComponent(tag, references, site) || isCausedByBrokenMdx(site, references, nameRange, name)) continue;
      const at = getLocation(page, nameRange);
      const importSuggestion = suggestImports(site, name, references.path).find(({ file }) => file !== references.path);
      if (importSuggestion) {
        const entry = importsByName.get(name);
        if (entry) entry.locations.push(at);
        else importsByName.set(name, { file: importSuggestion.file, locations: [at] });
        continue;
      }
      const childNames = groupChildNames(references).get(index) ?? new Set();
      const candidate = guess([name, ...childNames].join("\n"), () =>
        findNearestComponent(name, references, childNames),
      );
      const suggestion = candidate !== undefined && isPlausibleName(candidate, tag, references) ? candidate : undefined;
      const isInUnknown = tag.range.start < unknownEnd;
      unknownEnd = Math.max(unknownEnd, tag.closing?.end ?? tag.range.end);
      if (suggestion === undefined) {
        if (!isInUnknown) yield { message: "unknown", args: { name }, at };
      } else yield { message: "meant", args: { name, near: suggestion }, at, data: { near: suggestion } };
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
    if (typeof suggestion === "string")
      yield {
        title: "rename",
        args: { near: suggestion },
        edits: toFileEdits(at.file, createRenameEdits(tag, suggestion)),
      };
    else if (message === "unknown" && isPlaceholder(page, tag)) {
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
    getCause: ({ message, args, data }) =>
      message === "importable" ? undefined : JSON.stringify([args?.["name"], data?.["near"]]),
    combinedMessage: ({ message }) => (message === "meant" ? "usedMeant" : "usedUnknown"),
    combinesByFile: true,
    *createFixes(findings, site) {
      const suggestion = findings[0]?.data?.["near"];
      if (typeof suggestion !== "string") return;
      const edits = createAllEdits(findings, ({ at }) => {
        const tag = findTagAt(site, at);
        return tag ? toFileEdits(at.file, createRenameEdits(tag, suggestion)) : [];
      });
      if (edits.length > 0) yield { title: "renameAll", args: { count: findings.length, near: suggestion }, edits };
    },
  },
});

/** Names that code on a page can use without an import. */
const definedNames: ReadonlySet<string> = new Set(["React", "Fragment"]);

function isDefinedComponent(tag: PageTag, page: PageReferences, site: Site): boolean {
  const root = getRootComponent(tag.name);
  if (!/^[A-Z]/.test(root) || components.has(tag.name) || definedNames.has(root)) return true;
  return isNameAvailable(site, page, root) || (tag.isInExpression && findNamesInCode(page).has(root));
}

/**
 * Capitalized names that also occur without `<`. Code may define a component with such a name, for example, as a
 * parameter or constant.
 */
const findNamesInCode = derive(
  ({ text }: PageReferences): ReadonlySet<string> => new Set(text.match(/(?<![\w$</])[A-Z][\w$]*/g)),
);

/** The names of the tags directly inside each tag, by the index of that tag. */
const groupChildNames = derive(({ tags }: PageReferences): ReadonlyMap<number, ReadonlySet<string>> => {
  const namesByParent = new Map<number, Set<string>>();
  for (const { name, parent } of tags) {
    if (parent === undefined) continue;
    const names = namesByParent.get(parent);
    if (names) names.add(name);
    else namesByParent.set(parent, new Set([name]));
  }
  return namesByParent;
});

/**
 * Returns the most similar name that isn't one of the children's names, because components rarely contain themselves.
 */
function findNearestComponent(name: string, page: PageReferences, childNames: ReadonlySet<string>): string | undefined {
  const definedNames = [...indexImportsByName(page).keys()].filter((definedName) => /^[A-Z]/.test(definedName));
  const suggestion = findNearestName(
    name,
    [...suggestedNames, ...definedNames].filter((other) => !childNames.has(other)),
  );
  const isTypo =
    suggestion !== undefined &&
    haveSimilarWords(splitCapitals(name), splitCapitals(suggestion)) &&
    (name.length > maxShortName || computeEditDistance(name.toLowerCase(), suggestion.toLowerCase(), 1) <= 1);
  return [componentAliases.get(name), isTypo ? suggestion : undefined, toElementName(name)].find(
    (candidate) => candidate !== undefined && !childNames.has(candidate),
  );
}

/** Returns the words of a name, such as `net`, `create`, and `quote` for `NetCreateQuote`. */
function splitCapitals(name: string): readonly string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** The maximum number of characters of names such as `Banner` and `Danger`, which are different words. */
const maxShortName = 7;

/** Attributes that all elements have, or that several elements in `elements` have. */
const commonAttributes: ReadonlySet<string> = new Set(
  "alt,children,class,className,colSpan,controls,disabled,height,hidden,href,id,key,loading,name,rel,role,rowSpan,src,style,tabIndex,target,title,type,value,width".split(
    ",",
  ),
);

/**
 * Whether the tag can be one of this component or element: it isn't directly inside of one, and its props are known or
 * have similar names.
 */
function isPlausibleName(candidate: string, tag: PageTag, page: PageReferences): boolean {
  if (componentAliases.has(tag.name)) return true;
  if (tag.parent !== undefined && page.tags[tag.parent]?.name === candidate) return false;
  const component = components.get(candidate);
  if (!component && !elements.has(candidate)) return true;
  // The author meant a link, even if it looks like a button.
  if (!component && candidate !== "a" && tag.attributes.some(({ name }) => name === "href")) return false;
  const props = component ? [...component.props.keys()] : [];
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
const otherNames: Readonly<Record<string, string>> = {
  Accordion: "Collapsible Details Acordeón Accordéon Akkordeon",
  Callout: "Admonition Alert",
  Card: "Tarjeta Karte Carte Cartão Kartu Scheda",
  CardGroup: "Cards",
  Check: "Success",
  CodeGroup: "CodeBlocks CodeTabs",
  Danger: "Error",
  Info: "Información Informação Informasi",
  Note: "Aside Nota Hinweis Remarque Catatan Notatka",
  Step: "Paso Passo Schritt Étape Langkah",
  Steps: "Pasos Passos Schritte Étapes",
  Tab: "TabItem",
  Tip: "Hint Consejo Dica Tipp Astuce Kiat",
  Tree: "Files",
  "Tree.File": "File",
  "Tree.Folder": "Folder",
  Warning: "Caution Important Warn Advertencia Aviso Warnung Avertissement Peringatan Avviso",
  img: "Image",
};
// cspell:enable
const componentAliases: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([name, otherLocations]) =>
    otherLocations.split(" ").map((other) => [other, name] as const),
  ),
);

const elements: ReadonlySet<string> = new Set(
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
  return elements.has(lowerCaseName) ? lowerCaseName : undefined;
}

function createRenameEdits({ nameRange, closing: closingRange, name }: PageTag, suggestion: string) {
  const edits = [{ range: nameRange, newText: suggestion }];
  if (!closingRange) return edits;
  const start = closingRange.start + "</".length;
  return [...edits, { range: { start, end: start + name.length }, newText: suggestion }];
}

/**
 * Whether the tag is probably a placeholder in prose, such as `<YourKey>`, because it has no attributes and is never
 * closed.
 */
function isPlaceholder(page: PageReferences, tag: PageTag): boolean {
  return (
    findBuiltInComponent(page, tag.name) === undefined &&
    tag.attributes.length === 0 &&
    !tag.closing &&
    !tag.isInExpression
  );
}
