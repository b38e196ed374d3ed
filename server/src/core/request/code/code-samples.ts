import type { BuiltRequest } from "../build/build-context.ts";
import { type CodeLanguage, toCodeRequest } from "./code-request.ts";
import { generateCSharp } from "./csharp.ts";
import { generateCurl } from "./curl.ts";
import { generateDart } from "./dart.ts";
import { generateGo } from "./go.ts";
import { generateJava } from "./java.ts";
import { generateBrowserFetch, generateNode } from "./javascript.ts";
import { generateKotlin } from "./kotlin.ts";
import { generatePhp } from "./php.ts";
import { generatePowerShell } from "./powershell.ts";
import { generatePython } from "./python.ts";
import { generateR } from "./r.ts";
import { generateRuby } from "./ruby.ts";
import { generateRust } from "./rust.ts";
import { generateSwift } from "./swift.ts";

export interface CodeSample {
  readonly label: string;
  /** The language for syntax highlighting, such as `bash`. */
  readonly lang: string;
  readonly code: string;
}

const curl: CodeLanguage = { label: "cURL", lang: "bash", print: (request) => generateCurl(request) };
const javascript: CodeLanguage = { label: "JavaScript", lang: "javascript", print: generateBrowserFetch };

/** The supported languages, keyed by their names in `api.examples.languages`. */
const languages: ReadonlyMap<string, CodeLanguage> = new Map<string, CodeLanguage>([
  ["curl", curl],
  ["bash", curl],
  ["python", { label: "Python", lang: "python", print: generatePython }],
  ["javascript", javascript],
  ["js", javascript],
  ["node", { label: "Node", lang: "javascript", print: generateNode }],
  ["typescript", { label: "TypeScript", lang: "typescript", print: generateBrowserFetch }],
  ["php", { label: "PHP", lang: "php", print: generatePhp }],
  ["go", { label: "Go", lang: "go", print: generateGo }],
  ["java", { label: "Java", lang: "java", print: generateJava }],
  ["ruby", { label: "Ruby", lang: "ruby", print: generateRuby }],
  ["swift", { label: "Swift", lang: "swift", print: generateSwift }],
  ["csharp", { label: "C#", lang: "csharp", print: generateCSharp }],
  ["dotnet", { label: ".NET", lang: "csharp", print: generateCSharp }],
  ["kotlin", { label: "Kotlin", lang: "kotlin", print: generateKotlin }],
  ["rust", { label: "Rust", lang: "rust", print: generateRust }],
  ["dart", { label: "Dart", lang: "dart", print: generateDart }],
  ["r", { label: "R", lang: "r", print: generateR }],
  ["powershell", { label: "PowerShell", lang: "powershell", print: generatePowerShell }],
]);

/** The languages for a site that doesn't configure any. */
const defaultLanguages = ["curl", "python", "javascript", "php", "go", "java", "ruby"];
const maxSamples = 20;

/** Returns the names of all sample languages, excluding aliases. */
export function listSampleLanguages(): readonly string[] {
  return [...languages.keys()].filter((name) => !/^(bash|js|dotnet)$/.test(name));
}

/** Returns samples of the request in the site's languages, in order. Leaves out unsupported languages. */
export function generateCodeSamples(
  request: BuiltRequest,
  requestedLanguages: readonly string[] | undefined,
): readonly CodeSample[] {
  const names = requestedLanguages && requestedLanguages.length > 0 ? requestedLanguages : defaultLanguages;
  return names.slice(0, maxSamples).flatMap((name) => generateCodeSample(request, name) ?? []);
}

/**
 * Returns a sample of the request in one language, with code that reads secrets from environment variables. Returns
 * undefined if the language isn't supported or if its library can't send the request.
 */
export function generateCodeSample(request: BuiltRequest, name: string): CodeSample | undefined {
  const language = languages.get(name.toLowerCase());
  const code = language?.print(toCodeRequest(request));
  return language && code !== undefined ? { label: language.label, lang: language.lang, code } : undefined;
}
