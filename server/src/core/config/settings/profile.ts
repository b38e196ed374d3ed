/**
 * The specification leaves out the service's name; on some points the published service and the specification
 * differ. A profile is what differs, as plain data (contracts.md §6). Everything else is the same in both.
 */
export type ProfileName = "standard" | "mintlify";

export interface Profile {
  readonly name: ProfileName;
  /** Keys of the vendor extension on an operation, the one to write first. */
  readonly vendorExtensions: readonly string[];
  readonly languageCodes: readonly string[];
  /** Settings that must be there, as dotted paths. */
  readonly requiredSettings: readonly string[];
  /** Where the base URL for relative endpoint paths may stand, the one that wins first. */
  readonly serverSettings: readonly string[];
  readonly authMethodSettings: readonly string[];
  /** Where the docs site takes requests of its playgrounds: `/_service/api/request`. */
  readonly proxyPath: string;
  /** Division kinds under which `menu` may stand. */
  readonly menuParents: readonly string[];
  /** Child kinds a menu entry may hold. */
  readonly menuChildren: readonly string[];
  /** Whether a group may stand without `pages`, `openapi` and `asyncapi`. */
  readonly groupNeedsPages: boolean;
  /** An operation that fails validation takes the `operation` or the whole `file` out of the docs. */
  readonly invalidOperationLosesFile: boolean;
  /** What the keys of administrators begin with, which must not stand in a site; absent where it is not known. */
  readonly keyPrefix?: string;
  /** What follows the prefix in keys that may be public. */
  readonly harmlessKeys: readonly string[];
  /** Where the service's analytics are asked for, unless somebody names another place. */
  readonly analyticsBaseUrl?: string;
  /** `groups` on a page without `playground: auth` limits the page itself. */
  readonly groupsLimitPages: boolean;
}

// prettier-ignore
const specificationLanguages = [
  "ar", "ca", "cs", "cn", "zh-Hant", "nl", "en", "fi", "fr", "de", "he", "hi", "hu", "id", "it", "jp", "ko", "lv",
  "no", "pl", "pt-BR", "ro", "ru", "es", "sv", "tr", "uk", "uz", "vi",
] as const;

// prettier-ignore
const publishedLanguages = [
  ...specificationLanguages,
  "zh", "zh-Hans", "zh-CN", "zh-TW", "fr-CA", "fr-ca", "ja", "ja-jp", "ja-JP", "pt", "da",
] as const;

// prettier-ignore
const anyDivisionButMenu = [
  "href", "languages", "versions", "dropdowns", "anchors", "products", "tabs", "groups", "pages",
] as const;

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  standard: {
    name: "standard",
    vendorExtensions: ["x-service"],
    languageCodes: specificationLanguages,
    requiredSettings: ["navigation"],
    serverSettings: ["api.server", "server", "api.mdx.server"],
    authMethodSettings: ["api.auth.method", "api.mdx.auth.method"],
    proxyPath: "/_service/api/request",
    menuParents: ["tabs"],
    menuChildren: ["href", "groups", "pages"],
    groupNeedsPages: true,
    invalidOperationLosesFile: false,
    harmlessKeys: [],
    groupsLimitPages: false,
  },
  mintlify: {
    name: "mintlify",
    vendorExtensions: ["x-mint", "x-service"],
    languageCodes: publishedLanguages,
    requiredSettings: ["theme", "name", "colors.primary", "navigation"],
    serverSettings: ["api.mdx.server", "api.server", "server"],
    authMethodSettings: ["api.mdx.auth.method", "api.auth.method"],
    proxyPath: "/_mintlify/api/request",
    menuParents: ["tabs", "products"],
    menuChildren: anyDivisionButMenu,
    groupNeedsPages: false,
    invalidOperationLosesFile: true,
    keyPrefix: "mint_",
    harmlessKeys: ["dsc_", "us_"],
    analyticsBaseUrl: "https://api.mintlify.com",
    groupsLimitPages: true,
  },
};

/** The `$schema` by which a site chooses the mintlify profile by itself. */
export const mintlifySchema = "https://mintlify.com/docs.json";
