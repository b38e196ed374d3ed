import assert from "node:assert/strict";
import { components } from "../../page/components/components.ts";
import type { ComponentProp } from "../../page/components/component.ts";
import { viewOf } from "../../../../../test/harness/view-of.ts";

const createIcon = (name: string) => ({ name, width: 24, height: 24 });

describe("rendered components", () => {
  const cases: readonly (readonly [title: string, text: string, view: string])[] = [
    [
      "can have data or elements as props",
      '<Card title="T" href="/x" horizontal cta={`a${1}`} icon={<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>} img="/i.png" color="#fff">Text</Card>',
      '<Card title="T" href="/x" horizontal cta="a1" color="#fff" icon=[<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>] img=[<#image kind="img" src="/i.png" alt=""/>]>Text</Card>',
    ],
    [
      "render Markdown in props that support it",
      '<Frame caption="See **this** [page](/x)"><img src="./a.png" alt="A" /></Frame>',
      '<Frame caption=[See <strong>this</strong> <a href="/x">page</a>]><#image kind="img" alt="A" src="/a.png"/></Frame>',
    ],
    [
      "can be nested",
      '<Tabs>\n  <Tab title="A">\n    One\n  </Tab>\n  <Tab title="B">Two</Tab>\n</Tabs>',
      '<Tabs><Tab title="A" id="a"><p>One</p></Tab><Tab title="B" id="b">Two</Tab></Tabs>',
    ],
    [
      "can be members of another component",
      '<Tree><Tree.Folder name="a" defaultOpen><Tree.File name="b"/></Tree.Folder></Tree>',
      '<Tree><Tree.Folder name="a" defaultOpen><Tree.File name="b"/></Tree.Folder></Tree>',
    ],
    [
      "can be used by an alternative name",
      '<Param query="a" type="string">b</Param>',
      '<ParamField query="a" type="string" id="param-a">b</ParamField>',
    ],
    [
      "include icons",
      'A <Icon icon="star" size={20} color="red" iconType="solid"/> <Icon src="/a.svg"/>',
      '<p>A <#icon name="star" width=24 height=24 color="red" size=20/> <#image kind="img" src="/a.svg" alt=""/></p>',
    ],
    [
      "include diagrams",
      '<Mermaid placement="top-left">{`graph TD\nA-->B`}</Mermaid>',
      '<#mermaid source="graph TD\nA-->B" placement="top-left"/>',
    ],
    [
      "include code blocks",
      '<CodeBlock language="js" filename="a.js" lines highlight="[1,3]">{`let a;\nlet b;`}</CodeBlock>',
      '<#code title="a.js" highlight=[1,3] numbers lang="js" lines=[["let a;"],["let b;"]]/>',
    ],
    [
      "include code groups",
      "<CodeGroup>\n```js a.js\n1\n```\n```py b.py\n2\n```\n</CodeGroup>",
      '<CodeGroup><#code title="a.js" lang="js" lines=[["1"]]/><#code title="b.py" lang="py" lines=[["2"]]/></CodeGroup>',
    ],
    ["include formulas", "<Latex>a^2</Latex>", '<#maths display=false tex="a^2">a^2</#maths>'],
    ["can be inside fragments", "<><b>a</b><Fragment>b</Fragment></>", "<b>a</b>b"],
    ["can have spread props", '<Card {...{title: "T", disabled: true}}/>', '<Card title="T" disabled/>'],
    [
      "can have arrays and objects as props",
      '<Update label="1" tags={["a", "b"]} rss={{title: "R"}}/>',
      '<Update label="1" tags=["a","b"] rss={"title":"R"} id="1"/>',
    ],
    ["can override built-in components on a page", "export const Card = () => <b>mine</b>\n\n<Card/>", "<b>mine</b>"],
    [
      "can be members of an object on a page",
      "export const Ui = { Box: ({children}) => <i>{children}</i> }\n\n<Ui.Box>a</Ui.Box>",
      "<i>a</i>",
    ],
    [
      "can be selected by a prop",
      "export const Any = ({as: Tag = 'p', children}) => <Tag>{children}</Tag>\n\n<Any as=\"em\">a</Any>",
      "<em>a</em>",
    ],
    ["can't have event handlers", '<Card title="a" onClick={() => go()}/>', '<Card title="a"/>'],
    ["can be rendered conditionally", "{true && <Note>a</Note>}\n\n{false ? 1 : null}", "<Note>a</Note>"],
  ];
  for (const [title, text, view] of cases)
    it(title, () => {
      const result = viewOf(text, { drawing: { findIcon: createIcon } });
      assert.deepEqual(result.issues, []);
      assert.equal(result.view, view);
    });

  it("show content only to its intended audience", () => {
    const text =
      '<Visibility for="humans">H</Visibility><Visibility for="agents">A</Visibility><Visibility for="signed-in">I</Visibility><Visibility for="signed-out">O</Visibility><Visibility for={{groups: ["beta"]}}>B</Visibility>';
    const getVisible = (audience: object) => viewOf(text, { audience }).view.replace(/<[^>]*>/g, "");
    assert.equal(getVisible({}), "HO");
    assert.equal(getVisible({ reader: "agent" }), "AO");
    assert.equal(getVisible({ signedIn: true }), "HI");
    assert.equal(getVisible({ signedIn: true, groups: ["beta"] }), "HIB");
    assert.equal(getVisible({ groups: ["beta"] }), "HO");
  });

  it("don't show user data to readers who aren't signed in", () => {
    const text = "Hi {user.firstName ?? 'you'} {user.groups?.join()}";
    assert.equal(viewOf(text).view, "<p>Hi you </p>");
    assert.equal(viewOf(text, { audience: { signedIn: true, groups: ["a"] } }).view, "<p>Hi you a</p>");
  });

  it("that are unknown are replaced by their children, and the nearest name is suggested", () => {
    const { view, issues, messages } = viewOf('<Crad title="x">\n\nKept **text**\n\n</Crad>\n\n<wraning>in</wraning>');
    assert.match(
      view,
      /^<#problem kind="unknown-component" [^]* label="<Crad>"><p>Kept <strong>text<\/strong><\/p><\/#problem>\n<#problem [^]*>in<\/#problem>$/,
    );
    assert.match(messages.join("\n"), /Did you mean `<Card>`\?[^]*Did you mean `<Warning>`\?/);
    assert.equal(issues.length, 2);
  });

  it("are rendered without props that can't be evaluated", () => {
    const { view, issues } = viewOf('<Card title={nothing.here} href="/x">Text</Card>');
    assert.equal(view, '<Card href="/x">Text</Card>');
    assert.deepEqual(issues, ["unknown-name: nothing"]);
  });

  it("are still rendered if another component fails", () => {
    const { view } = viewOf(
      "export const Bad = ({a}) => <b>{a.b.c}</b>\n\n<Note>\n\nBefore\n\n<Bad>inside</Bad>\n\nAfter\n\n</Note>",
    );
    assert.match(view, /^<Note><p>Before<\/p><#problem [^]* label="<Bad>">inside<\/#problem><p>After<\/p><\/Note>$/);
  });

  describe("change with each of their props", () => {
    /** Returns a value other than the prop's default. */
    const getOtherValue = (prop: ComponentProp): string => {
      switch (prop.type) {
        case "flag":
          return prop.default === "true" || prop.default?.startsWith("only") ? "{false}" : "";
        case "number":
          return "{3}";
        case "list":
          return '{["x"]}';
        case "map":
          return '{{title: "x"}}';
        case "element":
          return "{<b>x</b>}";
        default:
          if (prop.name === "for") return '"agents"';
          if (prop.name === "highlight" || prop.name === "focus") return '"[1]"';
          return `"${prop.values?.findLast((value) => value !== prop.default) ?? (prop.names === "color" ? "red" : "/x")}"`;
      }
    };
    for (const component of components.values())
      for (const prop of component.props.values()) {
        if (prop.isUnlisted || component.replacedBy === "import") continue;
        it(`<${component.name} ${prop.name}>`, () => {
          // Without a name, an icon renders nothing.
          const base = component.name === "Icon" && prop.name !== "icon" && prop.name !== "src" ? ' icon="star"' : "";
          const value = getOtherValue(prop);
          const set = value === "" ? ` ${prop.name}` : ` ${prop.name}=${value}`;
          const tools = {
            findIcon: (name: string, library: string, style?: string) => ({
              ...createIcon(name + library + (style ?? "")),
            }),
          };
          const render = (props: string) =>
            viewOf(`A\n\n<${component.name}${props}>\`\`x\`\`</${component.name}>`, { drawing: tools }).view;
          assert.notEqual(render(base + set), render(base), set);
        });
      }
  });
});
