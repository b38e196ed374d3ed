/** What the first lines of code are signs of, surest first. */
const signs: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\s*<\?php/, ["php"]],
  [
    /^\s*(graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|mindmap|gitGraph)\b/,
    ["mermaid"],
  ],
  [
    /^(\s*#[^\n]*\n)*\s*(\$ |curl |npm |npx |pnpm |yarn |pip3? |uv |brew |git |docker |cd |export \w+=|sudo |mint |poetry |bun |bunx |mkdir |helm |kubectl |apt)/,
    ["bash", "sh", "shell", "curl"],
  ],
  [/^\s*(GET|POST|PUT|PATCH|DELETE) \S+|^\s*HTTP\/\d/, ["http", "bash"]],
  [/^\s*(SELECT|INSERT|CREATE|ALTER|UPDATE|DELETE|DROP|WITH|GRANT)\b/i, ["sql"]],
  [/^\s*(package \w+\s*\n|func \w+\()|:= |^import \(\n/m, ["go"]],
  [
    /^\s*(def |class \w+.*:\s*$|from [\w.]+ import|async def |@\w+[^\n]*\n\s*(async )?def )|\bprint\(|^import \w+(\.\w+)*( as \w+)?\s*$/m,
    ["python", "py"],
  ],
  [/^\s*(public |private |import java|@Override)|System\.out/m, ["java", "csharp"]],
  [/^\s*(using \w+|namespace )|Console\.|^var \w+ = new /m, ["csharp"]],
  [/^\s*(use \w+::|fn \w+|let mut |pub )/m, ["rust"]],
  [/^\s*(interface|type) \w+|: (string|number|boolean)\b|\bas const\b/m, ["typescript", "ts", "tsx"]],
  [
    /^\s*import .* from ['"]|^\s*(const|let|await|export) |=> [{(]|console\.log/m,
    ["typescript", "javascript", "ts", "js", "tsx", "jsx"],
  ],
  [/^\s*[{[][^]*["}\]]\s*,?\s*$/, ["json", "jsonc"]],
  [/^\s*<[A-Z]\w*/m, ["mdx", "jsx", "tsx"]],
  [/^\s*<(!doctype|html|div|script|head|body|a|p|iframe|button|link|meta)/i, ["html"]],
  [/^\s*<\w/, ["xml", "html"]],
  [/^\s*[.#@]?[\w-]+[^{}\n]*\{\s*\n?\s*[\w-]+\s*:/m, ["css"]],
  [/^\s*FROM \S+/m, ["dockerfile"]],
  [/^---\n|^\s*[\w-]+:( |\s*$)/m, ["yaml", "mdx"]],
  [/^\s*\[[\w.-]+\]\s*$/m, ["toml", "ini"]],
  [/^#{1,6} |^[-*] |\[[^\]]+\]\(/m, ["mdx", "markdown"]],
];

const longest = 600;

/** Languages that code looks like by its first lines, the likeliest first; empty when it looks like none. */
export function guessLanguage(code: string): readonly string[] {
  const head = code.slice(0, longest);
  if (head.trim() === "") return [];
  return [
    ...new Set(
      signs
        .filter(([sign]) => sign.test(head))
        .slice(0, 2)
        .flatMap(([, names]) => names),
    ),
  ];
}
