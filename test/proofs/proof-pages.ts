/** Handwritten pages with every construct that the scan has to distinguish. */
export const proofPages: Readonly<Record<string, string>> = {
  "a guide": `---
title: "Send a parcel"
---

import { Fee } from "/snippets/fee.mdx";
import Depot, * as All from './depot.jsx'

export const unit = "kg"
export const Row = ({ label, value = "–", ...rest }) => <Field {...rest}>{label}: {value}</Field>;

export function Total({ sum, parts = {} }) {
  if (sum < 3) return <Fee small />;

  return (
    <Fee>
      {sum > 0 && <Icon icon="truck" label={\`\${sum} kg\`} />}
    </Fee>
  );
}

# Send a *parcel* to {country}

See [prices](/prices "All"), ![map](/images/map.png) and [![depot](/d.svg)](/depots#near).
A \`[no](/link)\` and \`\`[no \` either](/x)\`\`; [one <b>bold</b> word](</with blanks>).

<Steps>
  <Step title="Weigh it" icon={<Icon icon="scale" />}>
    1. Put it on the scale.

       \`\`\`bash title="Weigh" {1-2}
       scale read --unit {unit}
       \`\`\`
    2. Write down {weight} and {parcel.id}.
  </Step>
  <Step title='Pay' id="pay">
    <Tabs>
      <Tab title="Card">Costs {price}.</Tab>
      <Tab title="Cash" />
    </Tabs>
  </Step>
</Steps>

| Zone | Days |
|:-----|-----:|
| [EU](/eu) | \`a|b\` {days} |
| <Badge>World</Badge> | 9 \\| 10 |
</Note>`.replace("</Note>", ""),
  "lists and quotes": `Text
with two lines
===

- one
  two {a}
- - deep [b](/c)
  1. more

     ~~~js
     const x = "{no}";
     ~~~
> quoted [d](/e)
lazy {f}
> > deeper
>
> \`\`\`
> code
2. not a list {g}

3) three
   <Card title="h">

   inside {i}
   </Card>

* * *
+ plus
***
Setext {j}
---
[k]: /l "m"
[^n]: A note with {o}

    and more [p](/q)

Bare https://x.test/{no}/y and www.x.test{no}, but not ftp://x.test/{r}.
`,
  "children of components": `<Tabs>
  <Tab title="After a list">
    - one
  </Tab>
  <Card title="direct" />
  - item
  <Card title="right after an item" />
  <Tab title="b">
    * item
    more
  </Tab>
  <Card
    title="on several lines"
  >
    * [last](/item)
  </Card>
  1. first

     <Card title="in an item" />

  \`\`\`html
  - <div>
  \`\`\`

  Code such as \`<div>\`.

  <Card title="after code" />
  <div>
    <>
      <Card title="in an element">
        <Icon icon="x" />
      </Card>
    </>
  </div>
  <>
    <Card title="in a fragment" icon={<div><Icon icon="y" /></div>} />
  </>
  > quoted
  <img src="/after-quote.png" />
  > <Card title="in a quote">
  >   <Icon icon="z" />
  > </Card>
</Tabs>

> - <Tabs>
>     <Tab title="a">b</Tab>
>     <Card title="as deep as its parent" />
>   </Tabs>

<video src="/v.mp4">
  <source src="/v.mp4" />
</video>
<Frame>
  <video>
    <source src="/w.mp4" />
  </video>
</Frame>
`,
  "math and escapes": `The sum $\\frac{a}{b}$ and $$x_{1}$$ cost \\{no} \\[no](/no) \\<no> &lt;b> {yes}.

$$
\\sum_{i=1}^{n} <Card> {i}
$$

## Over {/* a comment */} code \`x\` [y](z) ##

{/* <Card> {no} [no](/no) */}

{
  items.map((item) => (
    <Card key={item.id} title={item.title}>

      {item.text} {"}"} {/* } */ \`\${"{"}\`}
    </Card>
  ))
}

<Frame caption="a > b" {...props}><img src={"/a.png"} alt='' /></Frame>
<>
  <Icon icon="x" /> {inFragment}
</>

Text <Tooltip tip="a
b">over lines</Tooltip> and {
  name
} end
<Card href="/x">
text right below {z}
</Card>
after
#not a heading
# Heading #tag
####### seven
`,
  exports: `export const a = 'one', c = [1, 2]
export { Fee, days as Days } from "/snippets/fee.mdx"
export * from './all.mdx'

export const Chart = React.memo(({ points }) => <Plot points={points} />);

export const table = {
  head: <Row><Cell>a</Cell></Row>,

  pattern: /[<}]/g,
};
export const later =

  "value"

export default function Page({ children, "data-x": x }) {
  return <Layout>{children}</Layout>
}

Text {a} {table.head}

export const d = 1 is prose only behind a blank line

export class Store {}
export const empty = () => {}; export const two = () => <p/>
`
    .replace("export const a = 'one', c = [1, 2]", "export const a = 'one'")
    .replace("export const d = 1 is prose only behind a blank line\n\n", ""),
};
