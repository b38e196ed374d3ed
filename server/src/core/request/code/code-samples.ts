import type { BuiltRequest } from "../build/build-context.ts";
import { type CodeLanguage, codeRequest } from "./code-request.ts";
import { csharpCode } from "./csharp.ts";
import { curlCode } from "./curl.ts";
import { dartCode } from "./dart.ts";
import { goCode } from "./go.ts";
import { javaCode } from "./java.ts";
import { browserCode, nodeCode } from "./javascript.ts";
import { kotlinCode } from "./kotlin.ts";
import { phpCode } from "./php.ts";
import { powershellCode } from "./powershell.ts";
import { pythonCode } from "./python.ts";
import { rCode } from "./r.ts";
import { rubyCode } from "./ruby.ts";
import { rustCode } from "./rust.ts";
import { swiftCode } from "./swift.ts";

/** A sample of code in one language. */
export interface CodeSample {
  readonly label: string;
  /** For colours: `bash`. */
  readonly lang: string;
  readonly code: string;
}

const curl: CodeLanguage = { label: "cURL", lang: "bash", print: (request) => curlCode(request) };
const javascript: CodeLanguage = { label: "JavaScript", lang: "javascript", print: browserCode };

/** Names as `api.examples.languages` has them. */
const languages: ReadonlyMap<string, CodeLanguage> = new Map<string, CodeLanguage>([
  ["curl", curl],
  ["bash", curl],
  ["python", { label: "Python", lang: "python", print: pythonCode }],
  ["javascript", javascript],
  ["js", javascript],
  ["node", { label: "Node", lang: "javascript", print: nodeCode }],
  ["typescript", { label: "TypeScript", lang: "typescript", print: browserCode }],
  ["php", { label: "PHP", lang: "php", print: phpCode }],
  ["go", { label: "Go", lang: "go", print: goCode }],
  ["java", { label: "Java", lang: "java", print: javaCode }],
  ["ruby", { label: "Ruby", lang: "ruby", print: rubyCode }],
  ["swift", { label: "Swift", lang: "swift", print: swiftCode }],
  ["csharp", { label: "C#", lang: "csharp", print: csharpCode }],
  ["dotnet", { label: ".NET", lang: "csharp", print: csharpCode }],
  ["kotlin", { label: "Kotlin", lang: "kotlin", print: kotlinCode }],
  ["rust", { label: "Rust", lang: "rust", print: rustCode }],
  ["dart", { label: "Dart", lang: "dart", print: dartCode }],
  ["r", { label: "R", lang: "r", print: rCode }],
  ["powershell", { label: "PowerShell", lang: "powershell", print: powershellCode }],
]);

/** What readers see where the site names no languages. */
const usual = ["curl", "python", "javascript", "php", "go", "java", "ruby"];
const maxCount = 20;

/** The names of all languages that samples are written in, each language once. */
export const languagesOfSamples: readonly string[] = [...languages.keys()].filter(
  (name) => !/^(bash|js|dotnet)$/.test(name),
);

/** The request in the languages of the site, in their order; a language that is not known is left out. */
export function codeSamples(
  request: BuiltRequest,
  wanted: readonly string[] | undefined,
): readonly CodeSample[] {
  const names = wanted && wanted.length > 0 ? wanted : usual;
  return names.slice(0, maxCount).flatMap((name) => codeSample(request, name) ?? []);
}

/** The request in one language; undefined where it is not known or cannot send it. Secrets are variables of the environment. */
export function codeSample(request: BuiltRequest, name: string): CodeSample | undefined {
  const language = languages.get(name.toLowerCase());
  const code = language?.print(codeRequest(request));
  return language && code !== undefined ? { label: language.label, lang: language.lang, code } : undefined;
}
