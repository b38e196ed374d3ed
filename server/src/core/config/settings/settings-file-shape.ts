import { checked, flag, list, nonBlank, object, oneOfExplained, record, setting } from "./build-shape.ts";

/** The severities that a rule can have. */
const severity = oneOfExplained({
  error: "Fails `docwright check`.",
  warning: "Fails `docwright check --fail-on warning`.",
  information: "Shown in the editor, and in reports that ask for it.",
  hint: "Shown in the editor as three dots.",
  off: "Not shown at all.",
});

const ruleTable = { ...record(severity), keys: "rule" } as const;
const globs = list({ ...nonBlank, check: "glob" });

/** The shape of `.docwright.json`, in the same format as for docs.json. Checks, completion, and the schema use it. */
export const settingsFileShape = object({
  $schema: setting(checked("url"), "The JSON schema that other editors check this file by."),
  profile: setting(
    oneOfExplained({
      standard: "The specification, without names of a service.",
      mintlify: "The published service, with its own names and exceptions.",
    }),
    "The rules of which service the site is checked by.",
    { default: "mintlify where `$schema` in docs.json says so, else standard", example: "mintlify" },
  ),
  rules: setting(
    ruleTable,
    "How much the problems of a rule weigh: its code, or `link/*` for all rules of an area. A code wins over its area.",
    { example: {} },
  ),
  ignore: setting(
    globs,
    "Files in which no problem is shown, written as in .gitignore. They still count as pages and for links.",
    { example: [] },
  ),
  overrides: setting(
    list(
      object({
        files: setting(globs, "The files meant, written as in .gitignore.", { required: true, example: [] }),
        rules: setting(ruleTable, "How much problems in these files weigh.", { required: true, example: {} }),
      }),
    ),
    "Other weights for some files. Of several that name a rule for a file, the last wins.",
    { example: [] },
  ),
  sites: setting(
    list({ ...nonBlank, names: "site" }),
    "Subfolders with a docs.json that the service publishes as separate sites. Docwright ignores the docs.json in any other subfolder, unless `.mintignore` excludes the subfolder.",
    { example: [] },
  ),
  basePath: setting(
    checked("base-path"),
    "Where the site hangs below its host, when it is not the root: `/docs`. Links that begin with it are links of the site.",
    { example: "/docs" },
  ),
  siteUrl: setting(
    checked("site-url"),
    "The published address. Whole URLs that begin with it are checked as links of the site.",
    { example: "https://docs.example.com" },
  ),
  keyPrefix: setting(
    nonBlank,
    "How administrator keys of the service begin, so that one that stands in a file is found.",
    { default: "`mint_` in the mintlify profile", example: "key_" },
  ),
  authentication: setting(
    flag,
    "Whether readers of the site sign in. Settings that only count for signed-in readers are checked by it.",
  ),
});
