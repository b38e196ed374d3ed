import { channelNotFound } from "../asyncapi/channel-not-found.ts";
import { asyncapiSpecInvalid } from "../asyncapi/spec-invalid.ts";
import { asyncapiSpecNotFound } from "../asyncapi/spec-not-found.ts";
import { asyncapiSpecSyntax } from "../asyncapi/spec-syntax.ts";
import { asyncapiSpecVersionUnsupported } from "../asyncapi/spec-version-unsupported.ts";
import { duplicateKey } from "../config/duplicate-key.ts";
import { fileNotFound } from "../config/file-not-found.ts";
import { invalidValue } from "../config/invalid-value.ts";
import { lowContrast } from "../config/low-contrast.ts";
import { missingSetting } from "../config/missing-setting.ts";
import { nestedSite } from "../config/nested-site.ts";
import { notAnObject } from "../config/not-an-object.ts";
import { oldFile } from "../config/old-file.ts";
import { playgroundNeedsAuthentication } from "../config/playground-needs-authentication.ts";
import { refCycle } from "../config/ref-cycle.ts";
import { refIgnored } from "../config/ref-ignored.ts";
import { refNotFound } from "../config/ref-not-found.ts";
import { refOutsideSite } from "../config/ref-outside-site.ts";
import { syntax } from "../config/syntax.ts";
import { tooDeep } from "../config/too-deep.ts";
import { tooLarge } from "../config/too-large.ts";
import { unknownSetting } from "../config/unknown-setting.ts";
import { valueNotAllowed } from "../config/value-not-allowed.ts";
import { wrongType } from "../config/wrong-type.ts";
import { driftMissingField } from "../drift/missing-field.ts";
import { driftUnknownField } from "../drift/unknown-field.ts";
import { driftWrongMethod } from "../drift/wrong-method.ts";
import { driftWrongRequired } from "../drift/wrong-required.ts";
import { driftWrongType } from "../drift/wrong-type.ts";
import { driftWrongValue } from "../drift/wrong-value.ts";
import { apiIgnoresServer } from "../frontmatter/api-ignores-server.ts";
import { apiMalformed } from "../frontmatter/api-malformed.ts";
import { apiWithoutServer } from "../frontmatter/api-without-server.ts";
import { authMethodWithoutEffect } from "../frontmatter/auth-method-without-effect.ts";
import { boostNotPositive as frontmatterBoostNotPositive } from "../frontmatter/boost-not-positive.ts";
import { duplicateKey as frontmatterDuplicateKey } from "../frontmatter/duplicate-key.ts";
import { duplicateTitle } from "../frontmatter/duplicate-title.ts";
import { groupsWithoutEffect } from "../frontmatter/groups-without-effect.ts";
import { languageNotAllowed } from "../frontmatter/language-not-allowed.ts";
import { missingTitle } from "../frontmatter/missing-title.ts";
import { notAMap } from "../frontmatter/not-a-map.ts";
import { playgroundNeedsAuthentication as frontmatterPlaygroundNeedsAuthentication } from "../frontmatter/playground-needs-authentication.ts";
import { severalTargets } from "../frontmatter/several-targets.ts";
import { syntax as frontmatterSyntax } from "../frontmatter/syntax.ts";
import { tooLarge as frontmatterTooLarge } from "../frontmatter/too-large.ts";
import { unknownField } from "../frontmatter/unknown-field.ts";
import { unknownIcon as frontmatterUnknownIcon } from "../frontmatter/unknown-icon.ts";
import { valueNotAllowed as frontmatterValueNotAllowed } from "../frontmatter/value-not-allowed.ts";
import { wrongType as frontmatterWrongType } from "../frontmatter/wrong-type.ts";
import { anchorNotFound } from "../link/anchor-not-found.ts";
import { emptyLink } from "../link/empty.ts";
import { fileNotFound as linkFileNotFound } from "../link/file-not-found.ts";
import { misspelledScheme } from "../link/misspelled-scheme.ts";
import { pageNotFound as linkPageNotFound } from "../link/page-not-found.ts";
import { linkToRedirect } from "../link/to-redirect.ts";
import { undefinedReference } from "../link/undefined-reference.ts";
import { unsafeScheme } from "../link/unsafe-scheme.ts";
import { unusedFile } from "../link/unused-file.ts";
import { wrongCase } from "../link/wrong-case.ts";
import { codeBlockMeta } from "../mdx/code-block-meta.ts";
import { codeSampleSyntax } from "../mdx/code-sample-syntax.ts";
import { duplicateId } from "../mdx/duplicate-id.ts";
import { exportNotFound } from "../mdx/export-not-found.ts";
import { formula } from "../mdx/formula.ts";
import { imageWithoutAlt } from "../mdx/image-without-alt.ts";
import { importOutsideSite } from "../mdx/import-outside-site.ts";
import { legacySnippet } from "../mdx/legacy-snippet.ts";
import { misplacedComponent } from "../mdx/misplaced-component.ts";
import { missingProp } from "../mdx/missing-prop.ts";
import { contentNotRendered } from "../mdx/not-rendered.ts";
import { packageImport } from "../mdx/package-import.ts";
import { propValue } from "../mdx/prop-value.ts";
import { snippetNotFound } from "../mdx/snippet-not-found.ts";
import { syntax as mdxSyntax } from "../mdx/syntax.ts";
import { translationGap } from "../mdx/translation-gap.ts";
import { longTableRow } from "../mdx/long-table-row.ts";
import { mermaidSyntax } from "../mdx/mermaid-syntax.ts";
import { undefinedName } from "../mdx/undefined-name.ts";
import { undefinedVariable } from "../mdx/undefined-variable.ts";
import { unknownComponent } from "../mdx/unknown-component.ts";
import { unknownProp } from "../mdx/unknown-prop.ts";
import { unusedSnippet } from "../mdx/unused-snippet.ts";
import { bidiOrControlCharacter } from "../nav/bidi-or-control-character.ts";
import { boostNotPositive } from "../nav/boost-not-positive.ts";
import { directoryWithoutRoot } from "../nav/directory-without-root.ts";
import { duplicateLanguage } from "../nav/duplicate-language.ts";
import { duplicateVersion } from "../nav/duplicate-version.ts";
import { emptyElement } from "../nav/empty-element.ts";
import { expandedWithoutEffect } from "../nav/expanded-without-effect.ts";
import { hrefWithChildren } from "../nav/href-with-children.ts";
import { languageGap } from "../nav/language-gap.ts";
import { misplacedChild } from "../nav/misplaced-child.ts";
import { missingField } from "../nav/missing-field.ts";
import { mixedChildren } from "../nav/mixed-children.ts";
import { noRootPattern } from "../nav/no-root-pattern.ts";
import { pageHasExtension } from "../nav/page-has-extension.ts";
import { pageIsUrl } from "../nav/page-is-url.ts";
import { pageLeadingSlashOdd } from "../nav/page-leading-slash-odd.ts";
import { pageListedTwice } from "../nav/page-listed-twice.ts";
import { pageNotFound } from "../nav/page-not-found.ts";
import { pageNotInNavigation } from "../nav/page-not-in-navigation.ts";
import { pageWrongCase } from "../nav/page-wrong-case.ts";
import { rootPageNotFound } from "../nav/root-page-not-found.ts";
import { severalDefaultVersions } from "../nav/several-default-versions.ts";
import { severalRootPatterns } from "../nav/several-root-patterns.ts";
import { slugCollision } from "../nav/slug-collision.ts";
import { unknownIcon } from "../nav/unknown-icon.ts";
import { unknownLanguage } from "../nav/unknown-language.ts";
import { ambiguousSpec } from "../openapi/ambiguous-spec.ts";
import { asyncapiIgnored } from "../openapi/asyncapi-ignored.ts";
import { danglingRef } from "../openapi/dangling-ref.ts";
import { duplicateOperationId } from "../openapi/duplicate-operation-id.ts";
import { extensionInvalid } from "../openapi/extension-invalid.ts";
import { externalRef } from "../openapi/external-ref.ts";
import { malformedReference } from "../openapi/malformed-reference.ts";
import { methodNotUppercase } from "../openapi/method-not-uppercase.ts";
import { noServer } from "../openapi/no-server.ts";
import { noSpec } from "../openapi/no-spec.ts";
import { onlyFirstSpecUsed } from "../openapi/only-first-spec-used.ts";
import { operationExcluded } from "../openapi/operation-excluded.ts";
import { operationHidden } from "../openapi/operation-hidden.ts";
import { operationLeftOut } from "../openapi/operation-left-out.ts";
import { operationNotFound } from "../openapi/operation-not-found.ts";
import { operationOnSeveralPages } from "../openapi/operation-on-several-pages.ts";
import { operationTwice } from "../openapi/operation-twice.ts";
import { operationUndocumented } from "../openapi/operation-undocumented.ts";
import { remoteSpec } from "../openapi/remote-spec.ts";
import { specInvalid } from "../openapi/spec-invalid.ts";
import { specNotFound } from "../openapi/spec-not-found.ts";
import { specOutsideSite } from "../openapi/spec-outside-site.ts";
import { specSyntax } from "../openapi/spec-syntax.ts";
import { specVersionUnsupported } from "../openapi/spec-version-unsupported.ts";
import { redirectChain } from "../redirect/chain.ts";
import { duplicateSource } from "../redirect/duplicate-source.ts";
import { redirectLoop } from "../redirect/loop.ts";
import { missingForMovedPage } from "../redirect/missing-for-moved-page.ts";
import { shadowsPage } from "../redirect/shadows-page.ts";
import { sourceWithAnchorOrQuery } from "../redirect/source-with-anchor-or-query.ts";
import { targetNotFound } from "../redirect/target-not-found.ts";
import { redirectToItself } from "../redirect/to-itself.ts";
import type { Rule } from "../rule.ts";
import { keyInSource } from "../security/key-in-source.ts";
import { siteNotFound } from "../settings/site-not-found.ts";
import { settingsSyntax } from "../settings/syntax.ts";
import { unknownKey } from "../settings/unknown-key.ts";
import { unknownRule } from "../settings/unknown-rule.ts";
import { unusedIgnore } from "../settings/unused-ignore.ts";
import { settingsValueNotAllowed } from "../settings/value-not-allowed.ts";

/**
 * All rules. To add a rule, create its file and add it here. A test compares this list with the files in the folder.
 */
export const rules: readonly Rule[] = [
  duplicateKey,
  fileNotFound,
  invalidValue,
  lowContrast,
  missingSetting,
  nestedSite,
  notAnObject,
  oldFile,
  playgroundNeedsAuthentication,
  refCycle,
  refIgnored,
  refNotFound,
  refOutsideSite,
  syntax,
  tooDeep,
  tooLarge,
  unknownSetting,
  valueNotAllowed,
  wrongType,
  apiIgnoresServer,
  apiMalformed,
  apiWithoutServer,
  authMethodWithoutEffect,
  frontmatterBoostNotPositive,
  frontmatterDuplicateKey,
  duplicateTitle,
  groupsWithoutEffect,
  languageNotAllowed,
  missingTitle,
  notAMap,
  frontmatterPlaygroundNeedsAuthentication,
  severalTargets,
  frontmatterSyntax,
  frontmatterTooLarge,
  unknownField,
  frontmatterValueNotAllowed,
  frontmatterUnknownIcon,
  frontmatterWrongType,
  anchorNotFound,
  emptyLink,
  linkFileNotFound,
  misspelledScheme,
  linkPageNotFound,
  linkToRedirect,
  undefinedReference,
  unsafeScheme,
  unusedFile,
  wrongCase,
  mdxSyntax,
  contentNotRendered,
  formula,
  imageWithoutAlt,
  importOutsideSite,
  legacySnippet,
  misplacedComponent,
  missingProp,
  packageImport,
  propValue,
  snippetNotFound,
  codeBlockMeta,
  codeSampleSyntax,
  translationGap,
  unusedSnippet,
  exportNotFound,
  duplicateId,
  longTableRow,
  mermaidSyntax,
  undefinedName,
  undefinedVariable,
  unknownComponent,
  unknownProp,
  bidiOrControlCharacter,
  boostNotPositive,
  directoryWithoutRoot,
  duplicateLanguage,
  duplicateVersion,
  emptyElement,
  expandedWithoutEffect,
  hrefWithChildren,
  languageGap,
  misplacedChild,
  missingField,
  mixedChildren,
  noRootPattern,
  pageHasExtension,
  pageIsUrl,
  pageLeadingSlashOdd,
  pageListedTwice,
  pageNotFound,
  pageNotInNavigation,
  pageWrongCase,
  rootPageNotFound,
  severalDefaultVersions,
  severalRootPatterns,
  slugCollision,
  unknownIcon,
  unknownLanguage,
  driftMissingField,
  driftUnknownField,
  driftWrongMethod,
  driftWrongRequired,
  driftWrongType,
  driftWrongValue,
  channelNotFound,
  asyncapiSpecInvalid,
  asyncapiSpecNotFound,
  asyncapiSpecSyntax,
  asyncapiSpecVersionUnsupported,
  ambiguousSpec,
  asyncapiIgnored,
  danglingRef,
  duplicateOperationId,
  extensionInvalid,
  externalRef,
  malformedReference,
  methodNotUppercase,
  noServer,
  noSpec,
  onlyFirstSpecUsed,
  operationExcluded,
  operationHidden,
  operationLeftOut,
  operationNotFound,
  operationOnSeveralPages,
  operationTwice,
  operationUndocumented,
  remoteSpec,
  specInvalid,
  specNotFound,
  specOutsideSite,
  specSyntax,
  specVersionUnsupported,
  redirectChain,
  duplicateSource,
  redirectLoop,
  missingForMovedPage,
  shadowsPage,
  sourceWithAnchorOrQuery,
  targetNotFound,
  redirectToItself,
  siteNotFound,
  settingsSyntax,
  unknownKey,
  unknownRule,
  settingsValueNotAllowed,
  unusedIgnore,
  keyInSource,
];

/** Returns the URL of the page that documents a rule. */
export function getRulePageUrl(code: string): string {
  return `https://github.com/docwright/docwright/blob/main/docs/rules/${code}.mdx`;
}
