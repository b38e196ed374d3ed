/** A language for code blocks on pages. */
export interface FenceLanguage {
  /** The identifiers after the fence, in any case. */
  readonly words: readonly string[];
  /** The last part of the code's scope, such as `meta.embedded.block.javascript`. */
  readonly scope: string;
  /** The grammar that highlights the code. An editor without that grammar shows plain text. */
  readonly grammar: string;
  /** The editor's language ID, which determines brackets and comments. Undefined if VS Code doesn't have one. */
  readonly language?: string;
}

/** The languages for which VS Code has grammars, most common first. */
export const fenceLanguages: readonly FenceLanguage[] = [
  {
    words: ["bash", "sh", "shell", "zsh", "curl", "console", "terminal", "shellscript"],
    scope: "shellscript",
    grammar: "source.shell",
    language: "shellscript",
  },
  { words: ["jsonc", "json5", "jsonl"], scope: "jsonc", grammar: "source.json.comments", language: "jsonc" },
  { words: ["json", "openapi"], scope: "json", grammar: "source.json", language: "json" },
  {
    words: ["typescript", "ts", "mts", "cts"],
    scope: "typescript",
    grammar: "source.ts",
    language: "typescript",
  },
  { words: ["tsx"], scope: "typescriptreact", grammar: "source.tsx", language: "typescriptreact" },
  {
    words: ["javascript", "js", "mjs", "cjs", "node"],
    scope: "javascript",
    grammar: "source.js",
    language: "javascript",
  },
  { words: ["jsx"], scope: "javascriptreact", grammar: "source.js.jsx", language: "javascriptreact" },
  { words: ["python", "py", "python3"], scope: "python", grammar: "source.python", language: "python" },
  { words: ["yaml", "yml"], scope: "yaml", grammar: "source.yaml", language: "yaml" },
  { words: ["mdx"], scope: "mdx", grammar: "source.mdx.docwright", language: "mdx" },
  { words: ["markdown", "md"], scope: "markdown", grammar: "text.html.markdown", language: "markdown" },
  { words: ["html", "htm", "svg", "vue"], scope: "html", grammar: "text.html.basic", language: "html" },
  { words: ["css"], scope: "css", grammar: "source.css", language: "css" },
  { words: ["scss", "sass"], scope: "scss", grammar: "source.css.scss", language: "scss" },
  { words: ["less"], scope: "less", grammar: "source.css.less", language: "less" },
  { words: ["sql", "postgres", "postgresql", "mysql"], scope: "sql", grammar: "source.sql", language: "sql" },
  { words: ["golang", "go"], scope: "go", grammar: "source.go", language: "go" },
  { words: ["java"], scope: "java", grammar: "source.java", language: "java" },
  { words: ["kotlin", "kt"], scope: "kotlin", grammar: "source.kotlin" },
  { words: ["rust", "rs"], scope: "rust", grammar: "source.rust", language: "rust" },
  { words: ["php"], scope: "php", grammar: "source.php", language: "php" },
  { words: ["ruby", "rb"], scope: "ruby", grammar: "source.ruby", language: "ruby" },
  { words: ["csharp", "cs", "c#"], scope: "csharp", grammar: "source.cs", language: "csharp" },
  { words: ["c++", "cpp"], scope: "cpp", grammar: "source.cpp", language: "cpp" },
  { words: ["c", "h"], scope: "c", grammar: "source.c", language: "c" },
  { words: ["swift"], scope: "swift", grammar: "source.swift", language: "swift" },
  { words: ["dart"], scope: "dart", grammar: "source.dart", language: "dart" },
  { words: ["lua"], scope: "lua", grammar: "source.lua", language: "lua" },
  { words: ["r"], scope: "r", grammar: "source.r", language: "r" },
  { words: ["perl", "pl"], scope: "perl", grammar: "source.perl", language: "perl" },
  {
    words: ["powershell", "ps1", "pwsh"],
    scope: "powershell",
    grammar: "source.powershell",
    language: "powershell",
  },
  { words: ["bat", "cmd", "batch"], scope: "bat", grammar: "source.batchfile", language: "bat" },
  {
    words: ["dockerfile", "docker"],
    scope: "dockerfile",
    grammar: "source.dockerfile",
    language: "dockerfile",
  },
  { words: ["makefile", "make"], scope: "makefile", grammar: "source.makefile", language: "makefile" },
  { words: ["xml"], scope: "xml", grammar: "text.xml", language: "xml" },
  { words: ["toml"], scope: "toml", grammar: "source.toml" },
  { words: ["ini", "env", "dotenv", "properties"], scope: "ini", grammar: "source.ini", language: "ini" },
  { words: ["diff", "patch"], scope: "diff", grammar: "source.diff", language: "diff" },
  { words: ["graphql", "gql"], scope: "graphql", grammar: "source.graphql" },
  { words: ["hcl", "terraform", "tf"], scope: "hcl", grammar: "source.hcl" },
  { words: ["http", "rest"], scope: "http", grammar: "source.http" },
  { words: ["mermaid"], scope: "mermaid", grammar: "source.mermaid" },
  { words: ["proto", "protobuf"], scope: "proto", grammar: "source.proto" },
];
