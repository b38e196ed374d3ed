import type { Captures, GrammarRule } from "./grammar.ts";

const inline = [{ include: "#inline" }];

/** Returns a rule for text between marks on one line, such as `**strong**`. */
function createMarked(kind: string, name: string, match: string): GrammarRule {
  const mark = { name: `punctuation.definition.${kind}.markdown` };
  return { name, match, captures: { 1: mark, 2: { patterns: inline }, 3: mark } };
}

const emphasis: readonly GrammarRule[] = [
  createMarked("bold", "markup.bold.markdown markup.italic.markdown", "(\\*\\*\\*)(?=\\S)(.+?)(?<=\\S)(\\*\\*\\*)"),
  createMarked("bold", "markup.bold.markdown", "(\\*\\*)(?=\\S)(.+?)(?<=\\S)(\\*\\*)"),
  createMarked("bold", "markup.bold.markdown", "(?<!\\w)(__)(?=\\S)(.+?)(?<=\\S)(__)(?!\\w)"),
  createMarked("italic", "markup.italic.markdown", "(\\*)(?=[^\\s*])(.+?)(?<=[^\\s*])(\\*)"),
  createMarked("italic", "markup.italic.markdown", "(?<!\\w)(_)(?=[^\\s_])(.+?)(?<=[^\\s_])(_)(?!\\w)"),
  createMarked("strikethrough", "markup.strikethrough.markdown", "(~~)(?=\\S)(.+?)(?<=\\S)(~~)"),
];

const createBracket = (kind: string) => ({ name: `punctuation.definition.${kind}.markdown` });
const linkTitle = { name: "string.other.link.title.markdown", patterns: inline };
const target = { name: "markup.underline.link.markdown", patterns: [{ include: "#variable" }] };
const linkText = "((?:[^\\[\\]\\\\]|\\\\.|\\[[^\\[\\]]*\\])*)";
const linkParts: Captures = {
  1: createBracket("link.title.begin"),
  2: linkTitle,
  3: createBracket("link.title.end"),
  4: createBracket("metadata"),
  5: target,
  6: { name: "string.other.link.description.title.markdown" },
  7: createBracket("metadata"),
};

const links: readonly GrammarRule[] = [
  {
    name: "meta.link.inline.markdown",
    match: `(!?\\[)${linkText}(\\])(\\()[ \\t]*(<[^<>]*>|[^\\s()]*(?:\\([^\\s()]*\\)[^\\s()]*)*)(?:[ \\t]+("[^"]*"|'[^']*'))?[ \\t]*(\\))`,
    captures: linkParts,
  },
  {
    name: "meta.link.reference.markdown",
    match: `(!?\\[)${linkText}(\\])(\\[)([^\\[\\]]*)(\\])`,
    captures: {
      ...linkParts,
      5: { name: "constant.other.reference.link.markdown" },
      6: createBracket("constant"),
    },
  },
  {
    name: "meta.link.footnote.markdown",
    match: "\\[\\^[^\\[\\]\\s]+\\]",
  },
  { name: "markup.underline.link.markdown", match: "\\bhttps?://[^\\s<>{}\"'`)\\]]+" },
];

/**
 * The inline content of a paragraph. Marks that are split across lines aren't matched, because highlighting is only a
 * hint.
 */
export const inlineRules: Readonly<Record<string, GrammarRule>> = {
  inline: {
    patterns: [
      { match: "\\\\[!-/:-@\\[-`{-~]", name: "constant.character.escape.markdown" },
      {
        name: "markup.inline.raw.string.markdown",
        match: "(?<!`)(`+)(?!`)(.+?)(?<!`)(\\1)(?!`)",
        captures: {
          1: { name: "punctuation.definition.raw.markdown" },
          3: { name: "punctuation.definition.raw.markdown" },
        },
      },
      { include: "#variable" },
      { include: "#expression" },
      { include: "#tag" },
      ...links,
      ...emphasis,
      {
        match: "&(?:[A-Za-z][A-Za-z0-9]*|#\\d+|#[xX][0-9A-Fa-f]+);",
        name: "constant.character.entity.markdown",
      },
    ],
  },
  /** A variable in docs.json, such as `{{version}}`. */
  variable: {
    name: "meta.variable.docwright",
    match: "(\\{\\{)([\\w.-]+)(\\}\\})",
    captures: {
      1: { name: "punctuation.definition.variable.docwright" },
      2: { name: "variable.other.constant.docwright" },
      3: { name: "punctuation.definition.variable.docwright" },
    },
  },
  /** An anchor after a heading, such as `{#install}`. */
  "heading-id": {
    match: "(\\{#)([^\\s{}]+)(\\})",
    captures: {
      1: { name: "punctuation.definition.heading-id.markdown" },
      2: { name: "entity.other.attribute-name.id.markdown" },
      3: { name: "punctuation.definition.heading-id.markdown" },
    },
  },
};
