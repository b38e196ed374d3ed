/** Names of languages as `api.examples.languages` has them, with what they are called. */
const languages: Readonly<Record<string, string>> = {
  curl: "cURL",
  javascript: "JavaScript",
  typescript: "TypeScript",
  node: "Node",
  python: "Python",
  php: "PHP",
  go: "Go",
  java: "Java",
  kotlin: "Kotlin",
  ruby: "Ruby",
  csharp: "C#",
  swift: "Swift",
  rust: "Rust",
  dart: "Dart",
  r: "R",
  powershell: "PowerShell",
};

/** Those of the site first, in its order; then the others. */
export function languagesFor(wanted: readonly string[] | undefined): readonly (readonly [string, string])[] {
  const own = (wanted ?? []).map((name) => name.toLowerCase());
  const names = [...new Set([...own, ...Object.keys(languages)])];
  return names.map((name) => [name, Object.hasOwn(languages, name) ? (languages[name] ?? name) : name]);
}
