import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { codeBlockMeta } from "./code-block-meta.ts";
import { codeSampleSyntax } from "./code-sample-syntax.ts";
import { imageWithoutAlt } from "./image-without-alt.ts";
import { misplacedComponent } from "./misplaced-component.ts";
import { translationGap } from "./translation-gap.ts";

describe("mdx/image-without-alt", () => {
  it("accepts every way of describing an image or marking it as decorative", () =>
    checkRule(
      imageWithoutAlt,
      '![A](/a.png)\n\n<img src="/a.png" alt="" />\n\n<img src="/a.png" alt={text} />\n\n<img {...props} />\n\n<img src="/a.png" aria-hidden="true" />\n\n`![](/a.png)`\n\n<Card title="a" img="/a.png" />\n',
    ));

  it("accepts the text of a surrounding frame or tile as an image description", () => {
    checkRule(
      imageWithoutAlt,
      '<Frame caption="The menu">\n  <img src="/a.png" />\n</Frame>\n\n<Frame hint="The menu">\n  ![](/a.png)\n</Frame>\n\n<Tile title="A" href="/a">\n  <img src="/a.png" />\n</Tile>\n',
    );
    checkRule(
      imageWithoutAlt,
      '<Frame>\n  <[|img|] src="/a.png" />\n</Frame>\n\n<Frame caption="A">\n  ![A](/a.png)\n</Frame>\n\n[|![](/a.png)|]\n\n<Card title="A">\n  [|![](/a.png)|]\n</Card>\n',
    );
  });

  it("checks images that have titles or angle brackets around the path", () =>
    checkRule(imageWithoutAlt, 'Text.\n\n[|![](/a.png "A")|]\n\n[|![](</a b.png>)|]\n'));

  it("offers to add an empty description", () =>
    checkFix(imageWithoutAlt, '<[|img|] src="/a.png" />\n', { "page.mdx": '<img alt="" src="/a.png" />\n' }));
});

describe("mdx/code-block-meta", () => {
  const createBlock = (meta: string, code = "a\nb\nc") => `\`\`\`js ${meta}\n${code}\n\`\`\`\n`;

  it("accepts titles, custom keys, and line ranges", () => {
    for (const meta of [
      "My expanded title",
      "Expandable example",
      'title="Lines of code" {1-3}',
      "highlight={1, 3}",
      "focus={[1,3]}",
      'highlight="1-2"',
      'test="skip"',
      "theme={null} wrap expandable",
      "{name}",
      "app/page.tsx",
      "line Wraps",
    ])
      checkRule(codeBlockMeta, createBlock(meta));
  });

  it("reports line numbers that don't exist", () => {
    for (const meta of ["highlight={1,[|4|]}", "{[|4-9|]}", "focus={[|0|]}", "highlight={[|3-1|]}", "{1,[|2--3|]}"])
      checkRule(codeBlockMeta, createBlock(meta));
    checkRule(codeBlockMeta, createBlock("highlight={[|2|]}", "a"));
    checkRule(codeBlockMeta, createBlock("highlight={3}", "a\n\n"));
    // The lines from the start of the range to the end of the block are highlighted.
    checkRule(codeBlockMeta, createBlock("{2-9}"));
  });

  it("reports typos in keys and offers fixes", () => {
    for (const range of ["1:2", "1..2", "1 – 2", "1 to 2"])
      checkFix(codeBlockMeta, createBlock(`highlight={[|${range}|]}`, "a\nb"), {
        "page.mdx": createBlock("highlight={1-2}", "a\nb"),
      });
    checkFix(codeBlockMeta, createBlock("highlight={1,[|2:3|]}", "a\nb\nc"), {
      "page.mdx": createBlock("highlight={1,2-3}", "a\nb\nc"),
    });
    checkFix(codeBlockMeta, createBlock("[|higlight|]={1}"), { "page.mdx": createBlock("highlight={1}") });
    checkFix(codeBlockMeta, createBlock('[|tilte|]="a"'), { "page.mdx": createBlock('title="a"') });
    checkFix(codeBlockMeta, createBlock("Title [|expandble|]"), {
      "page.mdx": createBlock("Title expandable"),
    });
  });

  it("checks `placement` only for Mermaid diagrams", () => {
    checkRule(codeBlockMeta, '```mermaid placement="[|top-lft|]"\ngraph\n```\n');
    checkRule(codeBlockMeta, '```mermaid placement="top-left" actions={false}\ngraph\n```\n');
    checkRule(codeBlockMeta, '```js placement="other"\ngraph\n```\n');
  });
});

describe("mdx/code-sample-syntax", () => {
  it("reports one problem per code block, at its exact position", () =>
    checkRule(
      codeSampleSyntax,
      '```json\n{\n  "a": [|1|]\n  "b": 2\n}\n```\n\n```json Response\n{ "a": 1[|,|] }\n```\n',
    ));

  it("ignores other languages", () =>
    checkRule(codeSampleSyntax, '```jsonc\n{ "a": 1, }\n```\n\n```\n{ "a": 1, }\n```\n\n```js\n{ "a": 1, }\n```\n'));
});

describe("mdx/translation-gap", () => {
  const createFixture = (source: string, own: string, folder = "en/") =>
    `//- docs.json\n{ "navigation": { "languages": [{ "language": "en", "pages": ["${folder}a"] }, { "language": "fr", "pages": ["fr/a"] }] } }\n//- ${folder}a.mdx\n${source}\n//- fr/a.mdx\n${own}`;
  const title = "---\ntitle: A\n---\n\n";
  const markedHead = "---\n[|title: A|]\n---\n\n";

  it("compares a page with its counterpart in the default language, even if that language doesn't have a folder", () => {
    for (const folder of ["en/", ""]) {
      checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${markedHead}## A`, folder));
      checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${title}## A\n\n## B\n\n## C`, folder));
    }
  });

  it("treats a line in bold as a heading", () => {
    checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${title}## A\n\n**B**\n\nText.`));
    checkRule(
      translationGap,
      createFixture(`${title}## A\n\n**B**\n\n## Section C`, `${markedHead}## A\n\n**B**\n\nText.`),
    );
  });

  it("counts headings that a machine translated with other characters", () => {
    for (const heading of ["##B", "＃＃ B", "##\u00a0B", "## # B", "# # B"])
      checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${title}## A\n\n${heading}\n\nText.`));
    checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${markedHead}## A\n\n#tag\n\nText.`));
  });

  it("accepts a placeholder that links to the page in the default language", () => {
    const link = "<Note>\n  Bientôt. Voir la [version anglaise](/en/a#a).\n</Note>";
    checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${title}${link}`));
    checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${markedHead}## A\n\n${link}`));
  });

  it("compares the number of code blocks", () => {
    const [problem] = checkRule(translationGap, createFixture(`${title}\`\`\`js\na\n\`\`\``, `${markedHead}a`));
    assert.match(problem?.message ?? "", /code blocks/);
  });

  it("reports nothing if only one of the pages is generated from a specification", () => {
    const api = "---\ntitle: A\nopenapi: GET /a\n---\n\n";
    checkRule(translationGap, createFixture(`${title}## A\n\n## B`, `${api}Text.`));
    checkRule(translationGap, createFixture(`${api}## A\n\n## B`, `${title}Text.`));
  });

  it("reports nothing if the translation gets its content from a snippet", () =>
    checkRule(
      translationGap,
      createFixture(`${title}## A\n\n## B`, `${title}import S from "/snippets/s.mdx";\n\n<S />`) +
        "\n//- snippets/s.mdx\n## A\n\n## B",
    ));
});

describe("mdx/misplaced-component for fields", () => {
  it("reports fields that the playground ignores on a page with `api`", () => {
    const createPage = (parent: string, field: string) =>
      `---\ntitle: A\napi: POST https://example.com/a\n---\n\n<${parent} title="a">\n  <${field} body="b" type="string">b</ParamField>\n</${parent}>`;
    checkRule(misplacedComponent, createPage("Accordion", "[|ParamField|]"));
    checkRule(misplacedComponent, createPage("Expandable", "[|ParamField|]"));
    checkRule(misplacedComponent, createPage("Accordion", "ParamField").replace("api:", "openapi:"));
  });

  it("accepts fields in the components of other fields on a page with `api`", () => {
    const createPage = (content: string) => `---\ntitle: A\napi: POST https://example.com/a\n---\n\n${content}\n`;
    const inner = '<ParamField body="b" type="string">b</ParamField>';
    for (const type of ["object", "User", "string | null", "string[]"])
      checkRule(
        misplacedComponent,
        createPage(
          `<ParamField body="a" type="${type}">\n<AccordionGroup>\n<Accordion title="a">\n${inner}\n</Accordion>\n</AccordionGroup>\n</ParamField>`,
        ),
      );
    // The playground has no form, so readers can't fill in any field.
    for (const display of ["none", "simple"])
      checkRule(
        misplacedComponent,
        createPage(`<Note>\n${inner}\n</Note>`).replace("title: A", `title: A\nplayground: ${display}`),
      );
    // Values of simple types can't have properties (`parseTypeString`, `insertSchema`).
    for (const type of ["string", "Boolean", "int"])
      checkRule(
        misplacedComponent,
        createPage(
          `<ParamField body="a" type="object">\n<Expandable title="a">\n<[|ParamField|] body="c" type="${type}">\n<Expandable title="a">\n${inner}\n${inner}\n</Expandable>\n</ParamField>\n</Expandable>\n</ParamField>`,
        ),
      );
    const misplacedField = inner.replace("ParamField", "[|ParamField|]");
    checkRule(
      misplacedComponent,
      createPage(`<Note>\n<Expandable title="a">\n${misplacedField}\n</Expandable>\n</Note>`),
    );
  });
});
