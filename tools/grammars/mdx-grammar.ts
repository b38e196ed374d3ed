import { fenceLanguages, type FenceLanguage } from "./fence-languages.ts";
import type { Captures, Grammar, GrammarRule } from "./grammar.ts";
import { inlineRules } from "./inline-rules.ts";
import { jsxRules } from "./jsx-rules.ts";

/**
 * Matches where a block can start: at the start of a line, or after a block quote marker. MDX doesn't have indented
 * code.
 */
const lineStart = "(?:^|\\G)[ \\t]*";
const includeRule = (name: string): GrammarRule => ({ include: `#${name}` });
const createCaptures = (...names: (string | undefined)[]): Captures =>
  Object.fromEntries(names.flatMap((name, index) => (name === undefined ? [] : [[index + 1, { name }]])));

/**
 * Returns the rule for the content of a fence. `while` ends the content at the closing line, even if the code leaves
 * rules open. If the line doesn't close a longer fence, the rule starts again.
 */
function createCode(contentName?: string, grammar?: string): GrammarRule {
  return {
    begin: "(?:\\G|^)",
    while: "(?:^|\\G)(?![ \\t]*[`~]{3,}[ \\t]*$)",
    ...(contentName === undefined ? {} : { contentName }),
    patterns: grammar === undefined ? [] : [{ include: grammar }],
  };
}

function createFence(language: string, content: GrammarRule): GrammarRule {
  return {
    name: "markup.fenced_code.block.markdown",
    begin: `${lineStart}(\`{3,}|~{3,})[ \\t]*(?:${language}(?=$|[\\s{:,])([^\`]*))?$`,
    beginCaptures: createCaptures(
      "punctuation.definition.markdown",
      "fenced_code.block.language.markdown",
      "fenced_code.block.language.attributes.markdown",
    ),
    end: `${lineStart}(\\1[\`~]*)[ \\t]*$`,
    endCaptures: createCaptures("punctuation.definition.markdown"),
    patterns: [content],
  };
}

function createLanguageFence({ words, scope, grammar }: FenceLanguage): GrammarRule {
  const escaped = words.map((word) => word.replace(/[+#]/g, "\\$&"));
  const rule = createFence(`(?i:(${escaped.join("|")}))`, createCode(`meta.embedded.block.${scope}`, grammar));
  // The block must specify the language. Only the last rule accepts any identifier or a missing one.
  return { ...rule, begin: (rule.begin ?? "").replace(/\)\?\$$/, ")$") };
}

function createHeading(level: number): GrammarRule {
  return {
    name: `markup.heading.markdown heading.${level}.markdown`,
    match: `${lineStart}(#{${level}})(?=[ \\t]|$)[ \\t]*(.*?)[ \\t]*(#*)[ \\t]*$`,
    captures: {
      1: { name: "punctuation.definition.heading.markdown" },
      2: {
        name: "entity.name.section.markdown",
        patterns: [includeRule("heading-id"), includeRule("inline")],
      },
      3: { name: "punctuation.definition.heading.markdown" },
    },
  };
}

const declared = "default|const|let|var|function|async|class|type|interface|enum";
const blocks: Readonly<Record<string, GrammarRule>> = {
  frontmatter: {
    begin: "\\A(---)[ \\t]*$",
    beginCaptures: createCaptures("punctuation.definition.begin.frontmatter"),
    end: "^(---)(.*)$",
    endCaptures: createCaptures("punctuation.definition.end.frontmatter", "comment.line.frontmatter"),
    patterns: [
      {
        begin: "\\G",
        while: "^(?!---)",
        contentName: "meta.embedded.block.frontmatter",
        patterns: [{ include: "source.yaml" }],
      },
    ],
  },
  module: {
    begin: `^(?=import\\b\\s*(?:["'{*]|(?:type\\s+)?[\\w$]+\\s*(?:,|from\\b))|export\\b\\s*(?:[{*]|(?:${declared})\\b))`,
    // A blank line ends the module, unless a bracket is still open.
    end: "^(?=[ \\t]*$)",
    contentName: "meta.embedded.block.typescriptreact",
    patterns: [{ include: "source.tsx" }],
  },
  heading: { patterns: [1, 2, 3, 4, 5, 6].map(createHeading) },
  fence: {
    patterns: [
      ...fenceLanguages.map(createLanguageFence),
      createFence("([^\\s`{:,]*)", createCode("markup.raw.block.markdown")),
    ],
  },
  math: {
    name: "markup.math.block.markdown",
    begin: `${lineStart}(\\$\\$)`,
    beginCaptures: createCaptures("punctuation.definition.math.begin.markdown"),
    end: "(\\$\\$)",
    endCaptures: createCaptures("punctuation.definition.math.end.markdown"),
    patterns: [{ match: "\\\\[A-Za-z]+", name: "support.function.math.tex" }],
  },
  quote: {
    name: "markup.quote.markdown",
    begin: `${lineStart}(>)[ \\t]?`,
    beginCaptures: createCaptures("punctuation.definition.quote.begin.markdown"),
    while: `${lineStart}(>)[ \\t]?`,
    whileCaptures: createCaptures("punctuation.definition.quote.begin.markdown"),
    patterns: [includeRule("block"), includeRule("inline")],
  },
  separator: { name: "meta.separator.markdown", match: `${lineStart}([-*_])(?:[ \\t]*\\1){2,}[ \\t]*$` },
  list: {
    match: `${lineStart}(?:([-*+])|(\\d{1,9}[.)]))(?=[ \\t]|$)(?:[ \\t]+(\\[[ xX]\\])(?=[ \\t]))?`,
    captures: createCaptures(
      "punctuation.definition.list.begin.markdown",
      "punctuation.definition.list.begin.markdown",
      "constant.language.task.markdown",
    ),
  },
  table: {
    name: "markup.table.markdown",
    begin: `${lineStart}(?=\\|.*\\|)`,
    end: "$",
    patterns: [
      { match: "(?<=\\|)[ \\t]*:?-+:?[ \\t]*(?=\\|)", name: "punctuation.separator.table.markdown" },
      { match: "\\|", name: "punctuation.definition.table.markdown" },
      includeRule("inline"),
    ],
  },
  definition: {
    name: "meta.link.reference.def.markdown",
    match: `${lineStart}(\\[)([^\\]\\n]+)(\\]:)[ \\t]+(\\S+)`,
    captures: createCaptures(
      "punctuation.definition.constant.markdown",
      "constant.other.reference.link.markdown",
      "punctuation.definition.constant.markdown",
      "markup.underline.link.markdown",
    ),
  },
};

/**
 * The grammar of pages, which covers frontmatter, modules, Markdown, and components. It uses the scopes that color
 * themes support.
 */
export const mdxGrammar: Grammar = {
  name: "MDX",
  scopeName: "source.mdx.docwright",
  patterns: [includeRule("frontmatter"), includeRule("module"), includeRule("block"), includeRule("inline")],
  repository: {
    ...blocks,
    block: {
      patterns: ["heading", "fence", "math", "quote", "separator", "list", "table", "definition"].map(includeRule),
    },
    ...inlineRules,
    ...jsxRules,
  },
};
