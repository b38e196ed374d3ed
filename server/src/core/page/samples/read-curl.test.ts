import { deepStrictEqual, equal } from "node:assert/strict";
import { mapRequestRanges, readCurl, removeFenceIndent } from "./read-curl.ts";

const read = (code: string) => readCurl(code, 100)[0];
const cut = (code: string, range: { start: number; end: number } | undefined) =>
  range && code.slice(range.start - 100, range.end - 100);

describe("readCurl", () => {
  it("reads the method, URL, headers, and JSON body with their positions", () => {
    const code = `curl -X POST https://api.example.com/users \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n    "name": "Ada",\n    "age": 36\n  }'`;
    const request = read(code);
    equal(request?.method.text, "POST");
    equal(cut(code, request?.method.range), "POST");
    equal(cut(code, request?.url.range), "https://api.example.com/users");
    deepStrictEqual(
      request?.headers.map(({ name, value }) => [name, value.text]),
      [["Content-Type", "application/json"]],
    );
    equal(request?.body?.kind, "object");
    if (request?.body?.kind === "object")
      deepStrictEqual(
        request.body.properties.map(({ keyRange, value }) => [cut(code, keyRange), cut(code, value?.range)]),
        [
          ['"name"', '"Ada"'],
          ['"age"', "36"],
        ],
      );
  });

  it("infers the method that curl uses by default", () => {
    equal(read("curl https://x.test/a")?.method.text, "GET");
    equal(read("curl https://x.test/a -d a=1")?.method.text, "POST");
    equal(read("curl -I https://x.test/a")?.method.text, "HEAD");
    equal(read("curl -G https://x.test/a -d limit=1")?.method.text, "GET");
    equal(read("curl -XDELETE https://x.test/a")?.method.text, "DELETE");
    equal(read("curl --request=PUT https://x.test/a")?.method.text, "PUT");
  });

  it("unescapes a body in double quotes", () => {
    const code = 'curl https://x.test -d "{\\"id\\": 7}"';
    const request = read(code);
    equal(request?.body?.kind === "object" && cut(code, request.body.properties[0]?.value?.range), "7");
  });

  it("marks values that it can't determine", () => {
    equal(read('curl https://x.test -d "{\\"id\\": $ID}"')?.body, undefined);
    equal(read('curl https://x.test -d "{\\"id\\": $ID}"')?.hasOpenBody, true);
    equal(read("curl https://x.test -d @body.json")?.hasOpenBody, true);
    equal(read('curl "$BASE/users"')?.url.isOpen, true);
    equal(read("curl -F file=@a.png https://x.test")?.hasOpenBody, true);
  });

  it("reads the components of a query sent with -G", () => {
    const code = "curl -G https://x.test/a -d 'limit=1&after=b' --data-urlencode 'q=a b'";
    deepStrictEqual(
      read(code)?.query.map(({ name, range, value }) => [name, cut(code, range), value]),
      [
        ["limit", "limit", "1"],
        ["after", "after", "b"],
        ["q", "q", "a b"],
      ],
    );
  });

  it("reads several commands and skips prompts, comments, and other programs", () => {
    const code = "# first\n$ curl https://x.test/a\nexport A=1; curl https://x.test/b | jq .\n";
    deepStrictEqual(
      readCurl(code, 0).map(({ url }) => url.text),
      ["https://x.test/a", "https://x.test/b"],
    );
    deepStrictEqual(readCurl("npm i curl-thing\n", 0), []);
  });

  it("reads a URL with `&` but without quotes to its end", () => {
    const code = "curl -X POST https://x.test/a?b=1&c=2&d[]=3 -H 'X: y' & curl https://x.test/e&& ls\n";
    deepStrictEqual(
      readCurl(code, 0).map(({ url, headers }) => [url.text, headers.length]),
      [
        ["https://x.test/a?b=1&c=2&d[]=3", 1],
        ["https://x.test/e", 0],
      ],
    );
  });

  it("doesn't treat an option as a URL", () => {
    equal(read("curl -s -o out.json -w '%{http_code}' https://x.test/a")?.url.text, "https://x.test/a");
    equal(read("curl --location --compressed 'https://x.test/a?b=c'")?.url.text, "https://x.test/a?b=c");
  });

  it("never fails on malformed input", () => {
    for (const code of ["curl", "curl '", 'curl "\\', "curl -d", "curl \\\n", "curl -H x -d '{' y"]) readCurl(code, 0);
    readCurl("curl " + "'".repeat(40_001), 0);
  });

  it("returns the body as curl sends it, unless it comes from a file or a form", () => {
    const readText = (code: string) => read(code)?.bodyText;
    equal(readText("curl -d a=1 -d 'b=x y' https://x.test"), "a=1&b=x y");
    equal(readText("curl --data-urlencode 'note=a b&c' https://x.test"), "note=a%20b%26c");
    equal(readText("curl -d @file.json https://x.test"), undefined);
    equal(readText("curl -F a=1 https://x.test"), undefined);
    equal(readText("curl -G -d a=1 https://x.test"), undefined);
  });
});

describe("withoutFenceIndent", () => {
  /** Returns the code of the block that starts with the first fence of the text. */
  const getCode = (text: string) => {
    const [at, start] = [text.indexOf("```"), text.indexOf("\n", text.indexOf("```")) + 1];
    return removeFenceIndent(text, at, { start, end: text.lastIndexOf("\n", text.lastIndexOf("```")) + 1 });
  };
  const table: readonly (readonly [what: string, text: string, code: string])[] = [
    ["keeps unindented code", "```bash\na\n  b\n```", "a\n  b\n"],
    ["removes the indentation of the fence", "  ```bash\n  a\n    b\n c\n\nd\n  ```", "a\n  b\nc\n\nd\n"],
    ["removes the width of a list marker", "1. ```bash\n   a\n     b\n   ```", "a\n  b\n"],
    ["removes the marks of a quote", "> - ```bash\n>   a > b\n>     c\n>   ```", "a > b\n  c\n"],
    ["counts a tab as up to four columns", "\t```bash\n    a\n\t\tb\n\t```", "a\n\tb\n"],
  ]; // prettier-ignore
  for (const [what, text, code] of table) it(what, () => equal(getCode(text).code, code));

  it("maps the request to the page", () => {
    const text =
      '  ```bash\n  curl "https://x.test/a?\\\n  limit=1&\\\n  after=2" -H "A: b" -d \'{\n    "id": 7\n  }\'\n  ```';
    const { code, offsets } = getCode(text);
    const request = readCurl(code, 0).map((each) => mapRequestRanges(each, offsets))[0];
    const getShown = (range: { start: number; end: number } | undefined) => range && text.slice(range.start, range.end);
    equal(request?.url.text, "https://x.test/a?limit=1&after=2");
    equal(text[request?.url.offsets[18] ?? 0], "i");
    deepStrictEqual([getShown(request?.headers[0]?.value.range), getShown(request?.range)?.slice(0, 4)], ["b", "curl"]);
    equal(request?.body?.kind === "object" && getShown(request.body.properties[0]?.keyRange), '"id"');
  });
});
