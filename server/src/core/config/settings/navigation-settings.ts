import { elementSpecSettings, graphql, sdk } from "./api-settings.ts";
import { createColorPairSchema, createIconSetting } from "./appearance-settings.ts";
import { childOrder, type SectionKey, type ElementKind, elementKinds } from "./navigation.ts";
import { banner, footer, navbar } from "./page-settings.ts";
import { profiles } from "./profile.ts";
import {
  createCheckedString,
  createClosedObject,
  choice,
  createEnum,
  flag,
  type FormsSchema,
  list,
  createNamedSchema,
  nonEmpty,
  object,
  type ObjectSchema,
  createDescribedEnum,
  setting,
  type Setting,
  type SettingSchema,
  type SchemaName,
  text,
} from "./setting-schema.ts";

/** The kinds of elements that can be looked up by name: all kinds except the root. */
type NamedElementKind = Exclude<ElementKind, "root">;

const directory = setting(
  createDescribedEnum({
    none: "Shows no list.",
    accordion: "Shows a list with collapsible sections.",
    card: "Shows cards side by side.",
  }),
  "How a group's root page lists the group's pages. Applies to everything below this element.",
  { default: "`none`" },
);
const hidden = setting(
  flag,
  "Removes this element and everything below it from the navigation. Its pages keep their URLs.",
);
const searchableSetting = setting(flag, "Makes pages in a hidden element searchable.");
const description = setting(text, "Description below the name.");
const color = setting(createColorPairSchema("Color"), "Icon color in light and dark mode.");
const boost = setting(
  { kind: "number", exclusiveMinimum: 0, reportedBy: "nav/boost-not-positive" },
  "Multiplier for the search ranking of the pages in this part of the navigation. For example, `3` raises the ranking, and `0.5` lowers it.",
  { default: "`1`" },
);
const href = setting(
  createCheckedString("href", { isLenient: true }),
  "Link target: a path on this site or a URL. Used instead of nested pages.",
);

function createLabelSetting(subject: string, example: string): Setting {
  return setting(nonEmpty, `Name of this ${subject}, shown to readers.`, {
    required: true,
    missingReportedBy: "nav/missing-field",
    example,
  });
}

function createDefaultFlagSetting(subject: string): Setting {
  return setting(flag, `Makes this the ${subject} that readers see first.`, {
    default: `the first ${subject}`,
  });
}

/** The settings of each kind of element, except for its children and specifications. */
const settingsByElementKind: Readonly<
  Record<Exclude<NamedElementKind, "group" | "global">, Readonly<Record<string, Setting>>>
> = {
  tab: {
    tab: createLabelSetting("tab", "Guides"),
    icon: createIconSetting("Icon before the name."),
    hidden,
    searchable: searchableSetting,
    align: setting(createEnum(["start", "end"]), "Position of the tab: at the start or end of the tab bar."),
    graphql: setting(graphql, "GraphQL file that this tab documents."),
    sdk: setting(sdk, "SDK that this tab documents."),
  },
  anchor: {
    anchor: createLabelSetting("anchor", "Community"),
    icon: createIconSetting("Icon before the name."),
    color,
    hidden,
  },
  dropdown: {
    dropdown: createLabelSetting("dropdown", "Guides"),
    icon: createIconSetting("Icon before the name."),
    color,
    description,
    hidden,
  },
  product: {
    product: createLabelSetting("product", "Platform"),
    name: setting(text, "Name shown instead of `product`."),
    icon: createIconSetting("Icon before the name."),
    color,
    description,
    hidden,
  },
  version: {
    version: createLabelSetting("version", "v1"),
    default: createDefaultFlagSetting("version"),
    tag: setting(text, "Badge next to the version."),
    hidden,
  },
  language: {
    language: setting(
      createEnum(
        { standard: profiles.standard.languageCodes, mintlify: profiles.mintlify.languageCodes },
        { reportedBy: "nav/unknown-language" },
      ),
      "Language code, such as `en` or `pt-BR`.",
      { required: true, missingReportedBy: "nav/missing-field", example: "en" },
    ),
    default: createDefaultFlagSetting("language"),
    banner: setting(banner, "Announcement on pages in this language."),
    footer: setting(footer, "Footer on pages in this language."),
    navbar: setting(navbar, "Top bar on pages in this language."),
    hidden,
  },
  item: {
    item: createLabelSetting("menu item", "Overview"),
    icon: createIconSetting("Icon before the name."),
    description,
    hidden,
  },
};

const sectionDescriptions: Readonly<Record<SectionKey, string>> = {
  products: "Products that readers choose from a menu.",
  languages: "Translations of the docs.",
  versions: "Versions of the docs.",
  tabs: "Tabs at the top of the page.",
  dropdowns: "Sections that readers choose from a dropdown.",
  anchors: "Sections and links pinned above the sidebar.",
  groups: "Titled groups of pages.",
  pages: "Page paths without a file extension, operations such as `GET /path`, and groups, in display order.",
  menu: "Items in this element's menu.",
};

const groupOrEntry: SettingSchema = choice({ string: nonEmpty, object: createNamedSchema("group") });

/**
 * The schema of an element whose navigation comes from another repository. `sourceRef` is its only setting and isn't
 * available in any other element.
 */
const mountedSchema: ObjectSchema = object({
  sourceRef: setting(
    text,
    "Name of the repository whose navigation is included here. The preview doesn't show that navigation.",
  ),
});

function createElementsSchema(key: SectionKey): SettingSchema {
  const kind = elementKinds[key];
  if (key === "pages") return list(groupOrEntry, { reportedBy: "nav/empty-element" });
  return list(createNamedSchema(getSchemaName(kind)), { minItems: 1, reportedBy: "nav/empty-element" });
}

function getSchemaName(kind: ElementKind): SchemaName {
  return kind === "root" ? "global" : kind;
}

/**
 * Returns the nine settings for child elements. Settings that aren't valid in this kind of element are marked as
 * misplaced so that `nav/misplaced-child` reports them.
 */
function createChildSettings(kind: ElementKind): Record<string, Setting> {
  const allowedKeys = childOrder[kind];
  return Object.fromEntries(
    Object.entries(sectionDescriptions).map(([key, meaning]) => {
      const childKey = key as SectionKey;
      const profile = getChildProfile(kind, childKey);
      return [
        key,
        setting(createElementsSchema(childKey), meaning, {
          ...(allowedKeys.includes(childKey) ? {} : { isMisplaced: true as const }),
          ...(profile ? { onlyProfile: profile } : {}),
        }),
      ];
    }),
  );
}

/**
 * Returns `mintlify` if only that profile allows this child, or undefined if both profiles do. In the `standard`
 * profile, `menu` is allowed only in tabs, and its items can contain only groups, pages, and links.
 */
function getChildProfile(kind: ElementKind, childKey: SectionKey): "mintlify" | undefined {
  const { menuChildren } = profiles.standard;
  if (kind === "item" && !menuChildren.includes(childKey)) return "mintlify";
  return kind === "product" && childKey === "menu" ? "mintlify" : undefined;
}

function createElementSchema(kind: Exclude<NamedElementKind, "group" | "global">): FormsSchema {
  return createMountableForms(
    object({
      ...settingsByElementKind[kind],
      href,
      directory,
      boost: { ...boost, onlyProfile: "standard" },
      ...elementSpecSettings,
      global: setting(createNamedSchema("global"), "Links that are shown on all pages below this element."),
      ...createChildSettings(kind),
    }),
  );
}

function createMountableForms(schema: ObjectSchema): FormsSchema {
  return { kind: "forms", forms: [{ key: "sourceRef", schema: mountedSchema }], defaultSchema: schema };
}

const group = createMountableForms(
  object({
    group: createLabelSetting("group", "Getting started"),
    icon: createIconSetting("Icon before the title."),
    tag: setting(text, "Badge next to the title."),
    root: setting({ kind: "string", referenceKind: "page" }, "Page that opens when readers click the title."),
    expanded: setting(
      flag,
      "Expands the group by default. Affects only nested groups. Top-level groups are always expanded.",
      {
        default: "`false`",
      },
    ),
    hidden,
    searchable: searchableSetting,
    public: setting(flag, "Makes the group public on a site that requires readers to sign in."),
    boost,
    directory,
    ...elementSpecSettings,
    sdk: setting(sdk, "SDK that this group documents."),
    ...createChildSettings("group"),
    pages: setting(createElementsSchema("pages"), sectionDescriptions.pages, {
      required: "standard",
      alternatives: ["openapi", "asyncapi", "sdk"],
      missingReportedBy: "nav/missing-field",
      example: [],
    }),
  }),
);

/**
 * Returns the setting for a list in `navigation.global`. The elements of such a list have the settings of their kind
 * and a link, but no children.
 */
function createGlobalElementsSetting(
  key: SectionKey,
  kind: Exclude<NamedElementKind, "group" | "global" | "item">,
): Setting {
  return setting(
    list(
      object({
        ...settingsByElementKind[kind],
        directory,
        href: setting(createCheckedString("href"), "Link target: a path on this site or a URL.", {
          required: true,
          example: "https://example.com",
        }),
        ...Object.fromEntries(
          Object.entries(createChildSettings(kind)).map(([childKey, value]) => [
            childKey,
            { ...value, isMisplaced: true as const },
          ]),
        ),
      }),
      { reportedBy: "nav/empty-element" },
    ),
    sectionDescriptions[key],
  );
}

const globalSchema = createClosedObject({
  languages: createGlobalElementsSetting("languages", "language"),
  versions: createGlobalElementsSetting("versions", "version"),
  tabs: createGlobalElementsSetting("tabs", "tab"),
  dropdowns: createGlobalElementsSetting("dropdowns", "dropdown"),
  anchors: createGlobalElementsSetting("anchors", "anchor"),
  products: createGlobalElementsSetting("products", "product"),
});

/** The schemas of the navigation elements. They can refer to each other by name. */
export const elementSchemas: Readonly<Record<SchemaName, FormsSchema | ObjectSchema>> = {
  product: createElementSchema("product"),
  language: createElementSchema("language"),
  version: createElementSchema("version"),
  tab: createElementSchema("tab"),
  dropdown: createElementSchema("dropdown"),
  anchor: createElementSchema("anchor"),
  item: createElementSchema("item"),
  group,
  global: globalSchema,
};

export const navigation: SettingSchema = object({
  ...createChildSettings("root"),
  global: setting(createNamedSchema("global"), "Links that are shown on every page."),
  directory,
  openapi: { ...elementSpecSettings.openapi, onlyProfile: "standard" },
  asyncapi: { ...elementSpecSettings.asyncapi, onlyProfile: "standard" },
});
