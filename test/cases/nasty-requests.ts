import type { BuiltPart, BuiltRequest } from "../../server/src/core/request/build/build-context.ts";

/** A request that is difficult to write as code. The title states the reason. The host is inserted at run time. */
export interface NastyRequest {
  readonly title: string;
  readonly request: BuiltRequest;
}

/** Files in the folder in which the code runs. */
export const nastyFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ["picture.png", Uint8Array.from({ length: 512 }, (_, i) => (i * 7) % 256)],
  ["with blank.txt", new TextEncoder().encode("a\r\nb\n\u00e4")],
  ["gr\u00fc\u00dfe.json", new TextEncoder().encode('{"\u00e4":"$HOME"}')],
  ["empty.bin", new Uint8Array()],
]);

export const echoHost = "http://echo.test";
const json = ["Content-Type", "application/json"] as const;
const plain = ["Content-Type", "text/plain; charset=utf-8"] as const;

function request(title: string, parts: Partial<BuiltRequest>): NastyRequest {
  const url = `${echoHost}${parts.url ?? "/things"}`;
  return { title, request: { method: "GET", headers: [], cookies: [], body: undefined, ...parts, url } };
}

function text(title: string, body: string, type: readonly [string, string] = plain): NastyRequest {
  return request(title, { method: "POST", headers: [type], body: { kind: "text", text: body } });
}

function header(title: string, value: string): NastyRequest {
  return request(title, { headers: [["X-Value", value]] });
}

function form(title: string, parts: readonly BuiltPart[], type = "multipart/form-data"): NastyRequest {
  return request(title, { method: "POST", body: { kind: "parts", type, parts } });
}

function unnamed({ name: _name, ...part }: BuiltPart): BuiltPart {
  return part;
}

const value = (name: string, content: string, contentType?: string): BuiltPart => ({
  kind: "value",
  name,
  value: content,
  ...(contentType !== undefined && { contentType }),
});
const file = (name: string, filename: string, contentType: string): BuiltPart => ({
  kind: "file",
  name,
  fileRef: "f1",
  filename,
  contentType,
});

export const nastyRequests: readonly NastyRequest[] = [
  request("only a URL", {}),
  request("a query with encoded punctuation", { url: "/search?q=a%20b%26c%3Dd%2Be&r=%E2%82%AC" }),
  request("a query with characters that aren't encoded", {
    url: "/search?at=12:30&path=/a/b;c,d(e)*!$~-._@?",
  }),
  request("encoded brackets and braces", { url: "/search?filter%5Ba%5D=%7B1..9%7D" }),
  request("a repeated query name and an empty query name", { url: "/search?a=1&a=2&b=&c" }),
  request("an encoded slash and percent in the path", { url: "/files/a%2Fb%25c/%C3%A4" }),
  request("encoded dollar signs and backticks", { url: "/search?q=%24HOME%60id%60" }),
  request("a semicolon and an ampersand in the path", { url: "/matrix;a=1;b=2/x&y" }),

  request("a method without a body", { method: "DELETE" }),
  request("a body with DELETE", {
    method: "DELETE",
    headers: [json],
    body: { kind: "text", text: '{"a":1}' },
  }),
  request("PATCH", { method: "PATCH", headers: [json], body: { kind: "text", text: '[{"op":"add"}]' } }),
  request("PUT with an empty body", { method: "PUT", headers: [plain], body: { kind: "text", text: "" } }),
  request("OPTIONS", { method: "OPTIONS" }),
  request("HEAD", { method: "HEAD" }),
  request("a custom method", { method: "PURGE" }),

  header("double quotes in a header", 'say "hi" and \\"bye\\"'),
  header("single quotes in a header", "it's 'quoted' ''"),
  header("dollar signs in a header", "$HOME ${PATH} $(id) $$ #{1}"),
  header("backticks in a header", "`id` ``"),
  header("backslashes in a header", "C:\\new\\table\\ \\\\ \\"),
  header("percent and exclamation marks in a header", "100% !! %PATH% !$ %s %d"),
  header("a header that starts with an at sign", "@file"),
  header("shell operators in a header", "a; b & c | d > e < f * ? ~ (g) [h] {i} #j ^k"),
  header("an empty header", ""),
  request("a repeated header", {
    headers: [
      ["X-Tag", "one"],
      ["Accept", "application/json"],
      ["X-Tag", "two, three"],
    ],
  }),
  request("a content type without a body", { headers: [["Accept-Language", "de;q=0.8, *;q=0.1"]] }),
  request("cookies", {
    cookies: [
      ["session", "a%20b"],
      ["theme", "dark=1&x"],
    ],
  }),
  request("a cookie with quotes and an empty cookie", {
    cookies: [
      ["q", '"quoted"'],
      ["empty", ""],
    ],
  }),

  text("multiline JSON", '{\n  "name": "Ada",\n  "tags": ["a", "b"]\n}', json),
  text("JSON with escapes", '{"a":"\\"q\\" \\\\ \\n \\u00e4 \\/"}', json),
  text("letters of many scripts", "\u00e4\u00f6\u00fc \u4e16\u754c \u{1f600} \u0645\u0631\u062d\u0628\u0627 e\u0301"),
  text("both types of quotes", `"double" 'single' '"both"' """three""" '''three'''`),
  text("dollar signs", "$HOME ${x} $(id) $1 $$ #{1+1} #$x"),
  text("backticks", "`id` ``` ${`x`}"),
  text("backslashes", "\\ \\\\ \\n \\t \\x41 \\u0041 \\' \\\" \\"),
  text("percent and exclamation marks", "%d %s %% %PATH% !! !x"),
  text("a leading at sign", "@picture.png"),
  text("a leading less-than sign", "<picture.png"),
  text("line breaks", "one\ntwo\r\nthree\rfour\n\n"),
  text("tabs and other control characters", "a\tb\u0001c\u001bd\u007fe\u2028f\u2029g\u00a0h\ufeffi"),
  text("a leading empty line", "\n  a\nb\n\n"),
  text("a number", "42", json),
  text("multiline text with quotes at both ends", '"\nx\n"'),
  text("an urlencoded form", "a=1&b=%26%3D+%25&c=", ["Content-Type", "application/x-www-form-urlencoded"]),
  text("XML", '<?xml version="1.0"?>\n<a b="1">&lt;\u00e4</a>', ["Content-Type", "application/xml"]),

  request("a file as the body", {
    method: "POST",
    headers: [["Content-Type", "image/png"]],
    body: { kind: "file", fileRef: "f1", name: "picture.png" },
  }),
  request("an empty file as the body", {
    method: "PUT",
    headers: [["Content-Type", "application/octet-stream"]],
    body: { kind: "file", fileRef: "f1", name: "empty.bin" },
  }),
  form("a form with a file", [value("title", "My picture"), file("file", "picture.png", "image/png")]),
  form("a form with punctuation", [
    value("a", "@picture.png"),
    value("b", "<x> \"y\" 'z' \\ $HOME `id` %d ; type=text/html"),
    value("c", ""),
    value("\u00e4", "\u{1f600}"),
  ]),
  form("a form with a duplicate name, and files with spaces and non-ASCII letters", [
    file("files", "with blank.txt", "text/plain"),
    file("files", "gr\u00fc\u00dfe.json", "application/json"),
    value("tag", "a"),
    value("tag", "b"),
  ]),
  form("a form with part types and line breaks", [
    value("meta", '{\n  "a": "\\"x\\"; @b"\n}', "application/json"),
    value("lines", "one\ntwo\r\n"),
    value('quote"name', "x", "text/plain; charset=utf-8"),
    file("file", "picture.png", "image/png"),
  ]),
  form("a form with part headers", [
    { ...value("meta", "x"), headers: [["X-Note", `say "hi", it's \\ $HOME \`id\` %d; headers=@a, b <c>`]] },
    {
      ...value("typed", "y", "text/plain"),
      headers: [
        ["X-One", "1"],
        ["X-Two", "a,b"],
      ],
    },
    { ...file("file", "picture.png", "image/png"), headers: [["X-Checksum", "sha256=ab+/=="]] },
  ]),
  form(
    "positional parts with nested parts",
    [
      unnamed(value("", '{"a":"\u00e4 \\"x\\" $HOME"}', "application/json")),
      { ...unnamed(file("", "picture.png", "image/png")), headers: [["X-Note", "a; b"]] },
      {
        kind: "parts",
        contentType: "multipart/mixed",
        parts: [unnamed(value("", "(", "text/plain")), unnamed(file("", "empty.bin", "text/csv"))],
      },
      unnamed(value("", "one\r\n\ntwo\n", "text/plain")),
    ],
    "multipart/mixed",
  ),
  form("positional parts that are named by a header", [
    { ...unnamed(value("", "x", "text/plain")), headers: [["Content-Disposition", 'form-data; name="a"']] },
    {
      ...unnamed(file("", "with blank.txt", "text/plain")),
      headers: [["Content-Disposition", 'form-data; name="b"; filename="b.txt"']],
    },
  ]),
  form(
    "positional parts of a type with parameters",
    [unnamed(value("", "<h1>", "text/html")), unnamed(value("", "", "text/css"))],
    "multipart/related; type=text/html",
  ),
];
