import type { GrammarRule } from "./grammar.ts";

const comment: GrammarRule = {
  name: "comment.block.tsx",
  begin: "/\\*",
  beginCaptures: { 0: { name: "punctuation.definition.comment.tsx" } },
  end: "\\*/",
  endCaptures: { 0: { name: "punctuation.definition.comment.tsx" } },
};

function createTag(nameScope: string, name: string): GrammarRule {
  return {
    name: "meta.tag.tsx",
    begin: `(</?)(${name})(?=[\\s/>{]|$)`,
    beginCaptures: { 1: { name: "punctuation.definition.tag.begin.tsx" }, 2: { name: nameScope } },
    // A tag can't contain another tag, so an unfinished tag ends where the next one starts.
    end: "(/?>)|(?=<)",
    endCaptures: { 1: { name: "punctuation.definition.tag.end.tsx" } },
    patterns: [{ include: "#attributes" }],
  };
}

function createQuoted(kind: string, quote: string): GrammarRule {
  return {
    name: `string.quoted.${kind}.tsx`,
    begin: quote,
    beginCaptures: { 0: { name: "punctuation.definition.string.begin.tsx" } },
    end: quote,
    endCaptures: { 0: { name: "punctuation.definition.string.end.tsx" } },
    patterns: [{ include: "#variable" }],
  };
}

/** Components, elements, and expressions. The content of braces is TypeScript with JSX. */
export const jsxRules: Readonly<Record<string, GrammarRule>> = {
  tag: {
    patterns: [
      { match: "</?>", name: "punctuation.definition.tag.tsx" },
      createTag("support.class.component.tsx", "[A-Z][\\w$]*(?:\\.[\\w$]+)*|[a-z_$][\\w$]*(?:\\.[\\w$]+)+"),
      createTag("entity.name.tag.tsx", "[a-z_$][\\w$:-]*"),
    ],
  },
  attributes: {
    patterns: [
      comment,
      { include: "#expression" },
      { match: "[A-Za-z_$][\\w$:.-]*", name: "entity.other.attribute-name.tsx" },
      { match: "=", name: "keyword.operator.assignment.tsx" },
      createQuoted("double", '"'),
      createQuoted("single", "'"),
    ],
  },
  expression: {
    patterns: [
      {
        begin: "\\{(?=[ \\t]*/\\*)",
        beginCaptures: { 0: { name: "comment.block.tsx punctuation.definition.comment.tsx" } },
        end: "\\}",
        endCaptures: { 0: { name: "comment.block.tsx punctuation.definition.comment.tsx" } },
        patterns: [comment, { include: "source.tsx#expression" }],
      },
      {
        begin: "\\{",
        beginCaptures: { 0: { name: "punctuation.section.embedded.begin.tsx" } },
        end: "\\}",
        endCaptures: { 0: { name: "punctuation.section.embedded.end.tsx" } },
        contentName: "meta.embedded.expression.tsx",
        patterns: [
          comment,
          { match: "\\.\\.\\.", name: "keyword.operator.spread.tsx" },
          { include: "source.tsx#expression" },
        ],
      },
    ],
  },
};
