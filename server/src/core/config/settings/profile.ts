/**
 * The name of a profile. `standard` follows the specification, which isn't tied to any service. `mintlify` follows the
 * service of that name, which differs in some details. Profiles describe these details as plain data. All other
 * behavior is the same in both profiles.
 */
export type ProfileName = "standard" | "mintlify";

export interface Profile {
  readonly name: ProfileName;
  /** The keys that operations can use for the vendor extension, with the preferred key first. */
  readonly vendorExtensions: readonly string[];
  readonly languageCodes: readonly string[];
  /** The paths of the required settings, separated by dots. */
  readonly requiredSettings: readonly string[];
  /** The settings that can contain the base URL for relative endpoint paths, in order of precedence. */
  readonly serverSettings: readonly string[];
  readonly authMethodSettings: readonly string[];
  /**
   * Whether a page shows any text after an HTTP method in `api` as its path, even if requests can't be sent to it. If
   * false, the page shows no endpoint.
   */
  readonly showsAnyApiTarget: boolean;
  /** The path on the docs site that receives playground requests, such as `/_service/api/request`. */
  readonly proxyPath: string;
  /** The kinds of sections that can contain a `menu`. */
  readonly menuParents: readonly string[];
  /** The kinds of children that a menu item can have. */
  readonly menuChildren: readonly string[];
  /** Whether a group must have `pages`, `openapi`, or `asyncapi`. */
  readonly groupsRequireContent: boolean;
  /**
   * Whether the entire specification is left out of the docs if one of its operations is invalid. If false, only the
   * operation is left out.
   */
  readonly invalidOperationExcludesFile: boolean;
  /** Whether the service resolves references before it validates a specification. */
  readonly resolvesBeforeValidation: boolean;
  /** The prefix of administrator keys, which must not appear on a site. Undefined if the prefix is unknown. */
  readonly keyPrefix?: string;
  /** The strings after the prefix that identify keys that are safe to publish. */
  readonly safeKeyInfixes: readonly string[];
  /** The default base URL of the service's analytics API. */
  readonly analyticsBaseUrl?: string;
  /** Whether `groups` restricts access to a page even without `playground: auth`. */
  readonly groupsLimitPages: boolean;
}

// prettier-ignore
const specificationLanguages = [
  "ar", "ca", "cs", "cn", "zh-Hant", "nl", "en", "fi", "fr", "de", "he", "hi", "hu", "id", "it", "jp", "ko", "lv",
  "no", "pl", "pt-BR", "ro", "ru", "es", "sv", "tr", "uk", "uz", "vi",
] as const;

// prettier-ignore
const mintlifyLanguages = [
  ...specificationLanguages,
  "zh", "zh-Hans", "zh-CN", "zh-TW", "fr-CA", "fr-ca", "ja", "ja-jp", "ja-JP", "pt", "da",
] as const;

// prettier-ignore
const sectionsExceptMenu = [
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
    showsAnyApiTarget: false,
    proxyPath: "/_service/api/request",
    menuParents: ["tabs"],
    menuChildren: ["href", "groups", "pages"],
    groupsRequireContent: true,
    invalidOperationExcludesFile: false,
    resolvesBeforeValidation: true,
    safeKeyInfixes: [],
    groupsLimitPages: false,
  },
  mintlify: {
    name: "mintlify",
    vendorExtensions: ["x-mint", "x-service"],
    languageCodes: mintlifyLanguages,
    requiredSettings: ["theme", "name", "colors.primary", "navigation"],
    serverSettings: ["api.mdx.server", "api.server", "server"],
    authMethodSettings: ["api.mdx.auth.method", "api.auth.method"],
    showsAnyApiTarget: true,
    proxyPath: "/_mintlify/api/request",
    menuParents: ["tabs", "products"],
    menuChildren: sectionsExceptMenu,
    groupsRequireContent: false,
    invalidOperationExcludesFile: true,
    resolvesBeforeValidation: false,
    keyPrefix: "mint_",
    safeKeyInfixes: ["dsc_", "us_"],
    analyticsBaseUrl: "https://api.mintlify.com",
    groupsLimitPages: true,
  },
};

/** The `$schema` value that automatically selects the `mintlify` profile. */
export const mintlifySchema = "https://mintlify.com/docs.json";
