import type { RuleView, SiteView } from "../../../webview/src/overview/overview-protocol.ts";

export function ruleView(code: string, severity: RuleView["severity"], rest: Partial<RuleView> = {}): RuleView {
  return {
    code,
    severity,
    severityLabel: severity,
    summary: `A problem of ${code}`,
    count: "1",
    fixLabel: "",
    locations: [{ label: "docs.json:3", message: `The message of ${code}.` }],
    moreText: "",
    ...rest,
  };
}

/** A site that contains everything that the overview can show. */
export const harbor: SiteView = {
  kind: "site",
  name: "Berthline",
  facts: ["docs/docs.json", "mintlify profile"],
  progressText: "",
  actions: [
    { action: "copy", label: "Copy as Markdown" },
    { action: "save", label: "Save as Markdown…" },
  ],
  pages: {
    heading: "Pages",
    counts: [
      { count: "24", label: "In the navigation" },
      { count: "12", label: "Generated from specifications" },
      { count: "3", label: "Not in the navigation" },
    ],
    tables: [
      {
        columns: ["Language", "Pages"],
        rows: [
          { name: "en", count: "24" },
          { name: "de", count: "7" },
        ],
      },
    ],
  },
  problems: {
    heading: "Problems",
    counts: [
      { severity: "error", label: "3 errors" },
      { severity: "warning", label: "14 warnings" },
      { severity: "information", label: "2 info messages" },
      { severity: "hint", label: "1 hint" },
    ],
    emptyText: "No problems found.",
    columns: {
      severity: "Severity",
      problem: "Problem",
      count: "Count",
      rule: "Rule",
      locations: "First locations",
    },
    rules: [
      ruleView("nav/page-not-found", "error", {
        summary: "An entry for a page that doesn't exist",
        count: "3",
        locations: [
          { label: "docs.json:14", message: "`guides/setup` doesn't exist." },
          { label: "docs.json:15", message: "`guides/usage` doesn't exist." },
          { label: "docs.json:31", message: "`reference` doesn't exist." },
        ],
      }),
      ruleView("link/wrong-case", "warning", {
        summary: "A link whose letter case doesn't match its page or file",
        count: "14",
        fixLabel: "Safe fix",
        locations: [
          { label: "guides/start.mdx:9", message: "…" },
          { label: "guides/start.mdx:12", message: "…" },
          { label: "guides/webhooks/verify-signatures.mdx:40", message: "…" },
        ],
        moreText: "11 more",
      }),
      ruleView("openapi/spec-remote", "information", { count: "2" }),
      ruleView("nav/page-not-in-navigation", "hint"),
    ],
    fix: {
      action: "fix",
      label: "Fix All Safe Problems…",
      hint: "14 fixes in 6 files. You can review every edit before it's applied.",
    },
  },
  coverage: {
    heading: "API Coverage",
    emptyText: "",
    columns: ["Specification", "Operations in the navigation"],
    specifications: [
      { path: "openapi/berthline.yaml", title: "Berthline API", text: "28 of 29 shown", share: 28 / 29 },
      { path: "openapi/old.json", title: "", text: "This specification can't be read." },
    ],
    unfetchedSpecs: [
      {
        url: "https://api.berthline.example/openapi.json",
        text: "This is a remote specification that hasn't been fetched yet.",
        fetchLabel: "Fetch Specification",
      },
    ],
    actions: [{ action: "openCoverage", label: "Open API Coverage" }],
  },
  feedback: {
    heading: "Reader Feedback",
    text: "3 open comments. 340 helpful, 52 not helpful.",
    worstPages: {
      columns: ["Pages that need work", "Ratings", "Open comments"],
      rows: [
        {
          url: "/guides/start",
          title: "Start",
          ratings: "▲ 4 ▼ 16",
          accessibleText: "4 helpful, 16 not helpful.",
          comments: "2",
        },
      ],
    },
    actions: [{ action: "openFeedback", label: "Open Reader Feedback" }],
  },
};
