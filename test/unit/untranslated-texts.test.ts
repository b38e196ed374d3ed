import assert from "node:assert/strict";
import { untranslatedTexts } from "../harness/page-messages.ts";
import { sourceFiles } from "../harness/source-files.ts";

function splitTexts(list: string): readonly string[] {
  return list.split("|").map((text) => text.trim());
}

/** Files that render the site as it's published. Their texts are in English, regardless of the author's language. */
const publishedFiles = /^webview\/src\/(components|endpoint|frame)\/|\/host\/paint-page\.tsx$/;

/**
 * Files that contain texts of a published site in the site's own language, and files that contain names of languages.
 */
const filesInManyLanguages = /\/frame\/(frame-context|switcher)\.tsx?$/;

/** Texts of the published page. Don't add messages of Docwright itself, which must use `translate`. */
const publishedTexts = splitTexts(`
  %, reset zoom | Diagram | Diagram source | Reset zoom | Zoom in | Zoom out | Copy | Copy URL |
  Copy code | Copy link to | Copy page | Copy prompt | Connect to Cursor | Connect to Devin |
  Connect to VS Code | Download as PDF | Download specification | Open in AI Studio | Open in ChatGPT |
  Open in Claude | Open in Cursor | Open in Devin | Open in Grok | Open in Perplexity | Open in Windsurf |
  View as Markdown | Authentication method | Authorization | Connect… | Content type for | Response |
  Scopes | Server | Alternative schemas | Example: | No fields. | One of |
  Status | Try it | Same as the | that contains it. | Show | Show all | Show fewer | Show less | Hide |
  lines | of | authorization | default: | deprecated | Deprecated | field | fields | for example: |
  properties | read-only | required | write-only | Anchors | Announcement | Breadcrumbs |
  Close announcement | Filters | Last modified on | Links | More page actions | Page actions |
  Page not found | Pages | Pages in | Pages in this section | Previous and next page |
  Profiles | Related pages | Side column | Site navigation | Skip to content | Switch to dark mode |
  Switch to light mode | Tabs | Code block | Files | Formula | Hacker News | Link to |
  Link to this heading | Link to this step | Not done | Repository | Untitled | View
`);

/** Keys, code, and names that are outside the published page and are the same in every language. */
const sameInEveryLanguage = splitTexts(`
  (Alt+Enter) | (Esc) | curl https://api.example.com/users | http://localhost:3000 | id: | local | null |
  OpenID Connect | Sec-WebSocket-Protocol | Zstandard (zstd)
`);

describe("webview strings", () => {
  const files = sourceFiles().filter(
    ({ path }) => path.startsWith("webview/src/") && !path.endsWith(".test.ts") && !filesInManyLanguages.test(path),
  );

  it("are translated, unless they belong to the published page", () => {
    const allowed = new Set([...publishedTexts, ...sameInEveryLanguage]);
    const everywhere = new Set(sameInEveryLanguage);
    const untranslated = files.flatMap((file) =>
      untranslatedTexts(file)
        .filter((text) => !(publishedFiles.test(file.path) ? allowed : everywhere).has(text))
        .map((text) => `${file.path}: ${text}`),
    );
    assert.deepEqual(untranslated, []);
  });

  it("have no exceptions for strings that don't exist", () => {
    const found = new Set(files.flatMap(untranslatedTexts));
    assert.deepEqual([...publishedTexts, ...sameInEveryLanguage].filter((text) => !found.has(text)), []); // prettier-ignore
  });
});

describe("untranslatedTexts", () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    "<p>Loading page…</p>": ["Loading page…"],
    "<b>{n} problems</b>": ["problems"],
    '<p>{wide ? "Wide" : "Narrow"} {translate("Show")}</p>': ["Wide", "Narrow"],
    "<a title={`Remove ${name}`} />": ["Remove"],
    '<Row label="Headers" id="some-id" class="dw-row" />': ["Headers"],
    'const label = "Save page as HTML";': ["Save page as HTML"],
    'const labels = { done: "Copy page", "No diagnostics": translate("No problems") };': ["Copy page"],
    '<p>{translate("Show all {0}", <code>{"name"}</code>)}</p>': [],
    'throw new RangeError("The page is missing");': [],
    'import { a } from "./Some file name.ts"; a("click", "M3 4 5 6");': [],
  };
  for (const [text, expected] of Object.entries(cases))
    it(`finds ${expected.join(", ") || "nothing"} in ${text}`, () => {
      assert.deepEqual(untranslatedTexts({ path: "webview/src/a.tsx", text }), expected);
    });
});
