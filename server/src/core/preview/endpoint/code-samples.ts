import { snippetz } from "@scalar/snippetz";
import type { SampleRequest } from "./sample-request.ts";

/** A sample of code in one language. */
export interface CodeSample {
  readonly label: string;
  /** For colours: `bash`. */
  readonly lang: string;
  readonly code: string;
}

interface SampleLanguage {
  readonly label: string;
  readonly lang: string;
  readonly client: Parameters<ReturnType<typeof snippetz>["print"]>;
}

type Client = readonly [target: string, client: string];

/** Names as `api.examples.languages` has them. */
const languages: ReadonlyMap<
  string,
  { readonly label: string; readonly lang: string; readonly client: Client }
> = new Map([
  ["curl", { label: "cURL", lang: "bash", client: ["shell", "curl"] }],
  ["bash", { label: "cURL", lang: "bash", client: ["shell", "curl"] }],
  ["python", { label: "Python", lang: "python", client: ["python", "requests"] }],
  ["javascript", { label: "JavaScript", lang: "javascript", client: ["js", "fetch"] }],
  ["js", { label: "JavaScript", lang: "javascript", client: ["js", "fetch"] }],
  ["node", { label: "Node", lang: "javascript", client: ["node", "fetch"] }],
  ["typescript", { label: "TypeScript", lang: "typescript", client: ["js", "fetch"] }],
  ["php", { label: "PHP", lang: "php", client: ["php", "curl"] }],
  ["go", { label: "Go", lang: "go", client: ["go", "native"] }],
  ["java", { label: "Java", lang: "java", client: ["java", "unirest"] }],
  ["ruby", { label: "Ruby", lang: "ruby", client: ["ruby", "native"] }],
  ["swift", { label: "Swift", lang: "swift", client: ["swift", "nsurlsession"] }],
  ["csharp", { label: "C#", lang: "csharp", client: ["csharp", "httpclient"] }],
  ["dotnet", { label: ".NET", lang: "csharp", client: ["csharp", "httpclient"] }],
  ["kotlin", { label: "Kotlin", lang: "kotlin", client: ["kotlin", "okhttp"] }],
  ["rust", { label: "Rust", lang: "rust", client: ["rust", "reqwest"] }],
  ["dart", { label: "Dart", lang: "dart", client: ["dart", "http"] }],
  ["r", { label: "R", lang: "r", client: ["r", "httr"] }],
  ["powershell", { label: "PowerShell", lang: "powershell", client: ["powershell", "webrequest"] }],
]);

/** What readers see where the site names no languages. */
const usual = ["curl", "python", "javascript", "php", "go", "java", "ruby"];
const most = 20;

/** The request in the languages of the site, in their order; a language that is not known is left out. */
export function codeSamples(
  request: SampleRequest,
  wanted: readonly string[] | undefined,
): readonly CodeSample[] {
  const names = wanted && wanted.length > 0 ? wanted : usual;
  return names.slice(0, most).flatMap((name) => {
    const language = languages.get(name.toLowerCase());
    const code = language && printed(request, language.client);
    return language && code !== undefined ? [{ label: language.label, lang: language.lang, code }] : [];
  });
}

function printed(request: SampleRequest, [target, client]: Client): string | undefined {
  const { method, url, query, headers, cookies, body } = request;
  try {
    return snippetz().print(target as SampleLanguage["client"][0], client as SampleLanguage["client"][1], {
      method,
      url,
      headers: headers.map(({ name, value }) => ({ name, value })),
      queryString: query.map(({ name, value }) => ({ name, value })),
      cookies: cookies.map(({ name, value }) => ({ name, value })),
      ...(body && {
        postData:
          body.kind === "text"
            ? { mimeType: body.type, text: body.text }
            : { mimeType: body.type, params: body.fields.map(({ name, value }) => ({ name, value })) },
      }),
    });
  } catch {
    return undefined;
  }
}
