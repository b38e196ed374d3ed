import { grammarFiles } from "./grammars/grammar-files.ts";
import { rules } from "../server/src/core/rules/engine/registry.ts";
import type { Example, Rule } from "../server/src/core/rules/rule.ts";
import { fixesOf, problemsOfSite } from "../server/src/core/rules/engine/run-rules.ts";
import type { Severity } from "../server/src/core/site/settings/site-settings.ts";
import { lineMapOf, positionAt } from "../server/src/core/text/text-edit.ts";
import { parseFixture } from "../test/harness/fixture.ts";
import { siteFor } from "../test/harness/site-in-preview.ts";

/** Returns every file that is generated from the rules, and the grammars, by path. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ...ruleDocs(),
    ["server/src/core/config/settings/rule-codes.json", ruleCodes()],
    ...grammarFiles(),
  ]);
}

/**
 * Returns what completion, the schema, and settings need for each rule. They can't import the rules, which depend on
 * them.
 */
function ruleCodes(): string {
  const sorted = [...rules].sort((a, b) => (a.code < b.code ? -1 : 1));
  const entries = sorted.map(({ code, summary }) => [code, summary] as const);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/**
 * Returns the pages of docs/rules, by path: one for each rule, which its problems link to, and the list of all. All
 * content comes from the rules. The problems and fixes shown are the actual results of the examples.
 */
function ruleDocs(): ReadonlyMap<string, string> {
  const pages = new Map([["docs/rules/README.md", indexPage()]]);
  for (const rule of rules) pages.set(`docs/rules/${rule.code}.md`, rulePage(rule));
  return pages;
}

function indexPage(): string {
  const areas = [...new Set(rules.map(({ code }) => areaOf(code)))].sort();
  const sections = areas.map((area) => {
    const rows = rules
      .filter(({ code }) => areaOf(code) === area)
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((rule) => `| [${rule.code}](${rule.code}.md) | ${severityText(rule)} | ${rule.summary} |`);
    return `## ${area}\n\n| rule | severity | |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Rules\n\n<!-- Made by npm run generate. -->\n\nWhat Docwright tells of a site. A team sets severities in \`.docwright.json\`: \`{ "rules": { "nav/*": "warning", "nav/language-gap": "off" } }\`.\n\n${sections.join("\n")}`;
}

function rulePage(rule: Rule): string {
  const examples = rule.examples.map((example) => exampleText(rule, example));
  return `# ${rule.code}

<!-- Made by npm run generate from server/src/core/rules/${rule.code}.ts. -->

${rule.summary} Severity: ${severityText(rule)}.

${rule.why}

${examples.join("\n")}
## Another severity

In \`.docwright.json\` beside docs.json: \`{ "rules": { "${rule.code}": "off" } }\`. Instead of \`off\`: \`error\`, \`warning\`, \`information\`, \`hint\`.

[All rules](../README.md)
`;
}

/** Returns the example with its problems by line, its fixes, and the fixed version. */
function exampleText(rule: Rule, { bad, good, profile = rule.onlyIn ?? "standard" }: Example): string {
  const { files } = parseFixture(bad);
  const site = siteFor(rule, files, profile);
  const problems = problemsOfSite(site, { rules: [rule] });
  const messages = problems.map(({ at, message }) => {
    const { line } = positionAt(lineMapOf(files.get(at.file) ?? ""), at.range.start);
    return `- \`${at.file}\`, line ${line + 1}: ${message}`;
  });
  const titles = new Set(
    problems.flatMap((problem) => fixesOf(problem, site, { rules: [rule] })).map(({ title }) => title),
  );
  const fixes = titles.size > 0 ? `\nQuick fixes: ${[...titles].join(" · ")}.\n` : "";
  const inProfile = profile === "standard" ? "" : `, in the ${profile} profile`;
  return `## Example${inProfile}

${filesText(files)}
${messages.join("\n")}
${fixes}
Put right:

${filesText(parseFixture(good).files)}`;
}

const maxShownLength = 1500;

function filesText(files: ReadonlyMap<string, string>): string {
  const empty = [...files].filter(([, text]) => text.trim() === "").map(([path]) => `\`${path}\``);
  const shown = [...files]
    .filter(([, text]) => text.trim() !== "")
    .map(([path, text]) => `\`${path}\`\n\n\`\`\`\`${languageOf(path)}\n${shorten(text)}\n\`\`\`\`\n`);
  if (empty.length > 0)
    shown.push(`${empty.join(", ")}: ${empty.length > 1 ? "files without text" : "a file without text"}.\n`);
  return shown.join("\n");
}

function shorten(text: string): string {
  const full = text.trimEnd();
  return full.length > maxShownLength ? `${full.slice(0, 300)}\n…\n${full.slice(-100)}` : full;
}

function languageOf(path: string): string {
  return /\.(json|ya?ml|mdx)$/.exec(path)?.[1] ?? "";
}

function severityText({ severity, onlyIn }: Rule): string {
  if (typeof severity === "string") return onlyIn ? `${severity} (only in the ${onlyIn} profile)` : severity;
  const inMintlify: Severity = severity.mintlify;
  return `${severity.standard}, ${inMintlify} in the mintlify profile`;
}

function areaOf(code: string): string {
  return code.slice(0, code.indexOf("/"));
}
