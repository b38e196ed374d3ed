import summaries from "./rule-codes.json";
import {
  createCheckedString,
  flag,
  list,
  nonBlank,
  object,
  createDescribedEnum,
  record,
  setting,
} from "./setting-schema.ts";

/** The severities that a rule can have. */
const severity = createDescribedEnum({
  error: "Fails `docwright check`.",
  warning: "Causes `docwright check --fail-on warning` to fail.",
  information: "Appears in the editor, and in reports with `--min-severity information`.",
  hint: "Appears in the editor as three dots.",
  off: "Turns off the rule.",
});

const ruleTable = { ...record(severity), keys: "rule" } as const;
const globs = list({ ...nonBlank, check: "glob" });

/**
 * The schema of `.docwright.json`, in the same format as the schema of docs.json. It's used by the checks, completion,
 * and the generated JSON Schema.
 */
export const settingsFileSchema = object({
  $schema: setting(
    createCheckedString("url"),
    "URL of this file's JSON schema, which other editors use to validate it.",
  ),
  profile: setting(
    createDescribedEnum({
      standard: "Follows the specification, without service-specific names.",
      mintlify: "Follows the published service, including its own names and exceptions.",
    }),
    "Profile of the service that publishes the site.",
    {
      default: "`mintlify` if `$schema` in docs.json refers to it, otherwise `standard`",
      example: "mintlify",
    },
  ),
  rules: setting(
    ruleTable,
    "Severity of each rule, by code, or of all rules in an area, such as `link/*`. A code takes precedence over its area.",
    { example: {} },
  ),
  ignore: setting(
    globs,
    "Files whose problems aren't shown, as .gitignore patterns. They still count as pages and as link targets.",
    { example: [] },
  ),
  overrides: setting(
    list(
      object({
        files: setting(globs, "Files that these severities apply to, as .gitignore patterns.", {
          required: true,
          example: [],
        }),
        rules: setting(ruleTable, "Severity of each rule in these files.", { required: true, example: {} }),
      }),
    ),
    "Different severities for some files. If several overrides set the same rule for a file, the last one applies.",
    { example: [] },
  ),
  sites: setting(
    list({ ...nonBlank, referenceKind: "site" }),
    "Subfolders with a docs.json that the service publishes as separate sites. Subfolders that `.mintignore` excludes are separate, too. Any other subfolder is part of this site, and its docs.json is ignored.",
    { example: [] },
  ),
  basePath: setting(
    createCheckedString("base-path"),
    "Path where the site is hosted if it isn't at the root of its domain, such as `/docs`. Links that start with it are treated as links on this site.",
    { example: "/docs" },
  ),
  siteUrl: setting(
    createCheckedString("site-url"),
    "URL of the published site. URLs that start with it are checked as links on this site.",
    { example: "https://docs.example.com" },
  ),
  keyPrefix: setting(nonBlank, "Prefix of the service's administrator keys. Docwright uses it to find keys in files.", {
    default: "`mint_` in the mintlify profile",
    example: "key_",
  }),
  authentication: setting(
    flag,
    "Whether readers sign in to the site. Docwright uses this to check settings that apply only to signed-in readers.",
  ),
});

/** Maps each rule's code to its summary, sorted by code. The data is generated from the rules by `npm run generate`. */
export const ruleSummaries: ReadonlyMap<string, string> = new Map(Object.entries(summaries));

/** Patterns that match all rules in an area, such as `link/*`. */
export const ruleAreas: ReadonlySet<string> = new Set(
  [...ruleSummaries.keys()].map((code) => `${code.slice(0, code.indexOf("/"))}/*`),
);

/**
 * Whether a name is valid in `.docwright.json` and ignore comments, which means that it's a rule code or a pattern for
 * all rules in an area.
 */
export function isRuleName(name: string): boolean {
  return ruleSummaries.has(name) || ruleAreas.has(name);
}

/** Whether a name from settings or comments, such as `link/*` or `link/page-not-found`, matches the rule code. */
export function matchesRule(name: string, code: string): boolean {
  return name === code || (name.endsWith("/*") && code.startsWith(name.slice(0, -1)));
}
