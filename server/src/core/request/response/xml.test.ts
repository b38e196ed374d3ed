import { formatMessageInEnglish } from "../../text/localized-message.ts";
import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { readXmlTree, type XmlElement } from "./xml.ts";

/** Formats an element on one line, such as `a[x=1](b "text")`. */
function formatElement({ name, attributes, children, text }: XmlElement): string {
  const inTag = [...attributes].map(([key, value]) => `${key}=${value}`).join(" ");
  const inside = [...children.map(formatElement), ...(text.trim() === "" ? [] : [JSON.stringify(text)])].join(" ");
  return `${name}${inTag === "" ? "" : `[${inTag}]`}${inside === "" ? "" : `(${inside})`}`;
}
const read = (text: string): string => {
  const tree = readXmlTree(text);
  return tree.kind === "read" ? formatElement(tree.root) : `${tree.kind}: ${formatMessageInEnglish(tree.reason)}`;
};

describe("reading XML", () => {
  const documents: Readonly<Record<string, string>> = {
    "<a/>": "a",
    "<a></a >": "a",
    "\ufeff<?xml version='1.0' encoding=\"UTF-8\"?>\n<!-- b --><a x = '1'\n y=\"&lt;2\"/>\n<?pi?>": "a[x=1 y=<2]",
    "<a><b>1</b> <b>2</b></a>": 'a(b("1") b("2"))',
    "<a>1 &lt; 2 &amp;&#x41;&#66;&quot;&apos;&gt;</a>": 'a("1 < 2 &AB\\"\'>")',
    "<a>x<!-- no -->y<![CDATA[<b> & ]]]]>z</a>": 'a("xy<b> & ]]z")',
    "<a>&#128512;\r\n</a>": 'a("😀\\n")',
    "<é:ñ xmlns:é='u'/>": "é:ñ[xmlns:é=u]",
    "<a b='&#10;\n'/>": "a[b=\n ]",
  };
  for (const [text, expected] of Object.entries(documents))
    it(`parses ${JSON.stringify(text)}`, () => assert.equal(read(text), expected));

  it("resolves namespaces according to the surrounding declarations", () => {
    const tree = readXmlTree('<a xmlns="one" xmlns:p="two"><p:b/><b xmlns=""/><q:b/></a>');
    assert.ok(tree.kind === "read");
    const all = [tree.root, ...tree.root.children].map(({ namespace }) => namespace);
    assert.deepEqual(all, ["one", "two", "", undefined]);
  });

  // Documents that aren't well-formed in XML 1.0. Each of them violates one rule.
  const broken: Readonly<Record<string, RegExp>> = {
    "": /doesn't contain an element/,
    text: /line 1/,
    "<a>": /`<a>` isn't closed/,
    "<a>\n<b></a></b>": /line 2: `<b>` is closed by `<\/a>`/,
    "<a/><b/>": /content after the root element/,
    "<a/>text": /content after the root element/,
    "<a b='1' b='2'/>": /attribute `b` appears twice/,
    "<a b=1/>": /tag `<a`/,
    "<a b/>": /tag `<a`/,
    "<a b='<'/>": /tag `<a`/,
    "<a b='1'c='2'/>": /tag `<a`/,
    "< a/>": /something that isn't an element, text, or a comment/,
    "<1/>": /something that isn't an element, text, or a comment/,
    "<a>&nbsp;</a>": /`&nbsp;` isn't a valid entity/,
    "<a>AT&T</a>": /isn't a valid entity/,
    "<a>a & b</a>": /isn't a valid entity/,
    "<a>&#0;</a>": /isn't a valid entity/,
    "<a>&#xd800;</a>": /isn't a valid entity/,
    "<a>&#X41;</a>": /isn't a valid entity/,
    "<a>&#x110000;</a>": /isn't a valid entity/,
    "<a>\u0001</a>": /character that XML doesn't allow/,
    "<a>\ud800</a>": /character that XML doesn't allow/,
    "<a>]]></a>": /text contains `\]\]>`/,
    "<a><!-- a -- b --></a>": /something that isn't an element, text, or a comment/,
    "<a><![CDATA[</a>": /something that isn't an element, text, or a comment/,
    " <?xml version='1.0'?><a/>": /something that isn't an element, text, or a comment/,
    "<a></b>": /closed by/,
  };
  for (const [text, expected] of Object.entries(broken))
    it(`rejects ${JSON.stringify(text)}`, () => {
      const tree = readXmlTree(text);
      assert.ok(tree.kind === "broken", read(text));
      assert.match(formatMessageInEnglish(tree.reason), expected);
    });

  it("rejects a document with a DOCTYPE, so nothing is expanded or fetched", () => {
    const laughs = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>';
    const outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>';
    for (const text of [laughs, outside, `<!-- a -->\n${outside}`])
      assert.match(read(text), /^refused: The XML document contains a DOCTYPE/);
  });

  it("limits the nesting depth and takes little time for long documents", () => {
    const createNested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    assert.equal(readXmlTree(createNested(200)).kind, "read");
    assert.match(read(createNested(201)), /^refused: The XML document is nested more than 200 levels deep/);
    assert.equal(readXmlTree("<a>".repeat(600_000)).kind, "refused");
    const hard = ["<a>" + "&amp;".repeat(300_000) + "</a>", `<a ${"x ".repeat(500_000)}`, `<a>${"<!--".repeat(300_000)}`, `<a>${"<b/>".repeat(300_000)}</a>`, `<a${" ".repeat(1_500_000)}`, `<a><?${"?".repeat(1_000_000)}`]; // prettier-ignore
    for (const text of hard) assertQuick(4000, () => readXmlTree(text), text.slice(0, 20));
  });
});
