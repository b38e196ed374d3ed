import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { anchorNotFound } from "./anchor-not-found.ts";

const config = `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] } }
`;
const start = `//- guides/start.mdx
---
title: First steps
---

## Install
`;

describe("link/anchor-not-found", () => {
  it("knows headings, elements, snippets and both spellings", () => {
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
import Part from "/snippets/part.mdx";

<Part />

## What's new?
## Step 2: run
## Fees & billing
## Twice
## Twice
## Custom {#own}
<div id="box" />

[1](#what-s-new) [2](#whats-new) [3](#what’s-new) [4](#step-2%3A-run) [5](#step-2-run) [6](#fees-&-billing)
[7](#fees-%26-billing) [8](#fees-billing) [9](#twice-2) [10](#own) [11](#box) [12](#in-part) [13](#top) [14](#)
[15](#:~:text=new) [16](/index#in-part) [19](/guides/start#first-steps) [17]([|#twice-3|]) [18]([|#Own|])
//- snippets/part.mdx
## In part

[1](#own)
${start}`,
    );
  });

  it("is silent where a page has parts that cannot be read", () => {
    checkRule(
      anchorNotFound,
      `//- docs.json
{ "navigation": { "pages": ["index", "a", "b", "c", "d"] } }
//- index.mdx
[a](/a#x) [b](/b#x) [c](/c#x) [d](/d#version-2) [e](/guides#x)
//- a.mdx
import { Table } from "/snippets/table.jsx";
//- b.mdx
import Gone from "/snippets/gone.mdx";
//- c.mdx
---
openapi: GET /users
---
//- d.mdx
## Version {version}
//- guides/start.mdx
`,
    );
  });

  it("knows what a heading begins with whose end is made when the page is built", () => {
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
[a]([|#setup|]) [b](#version-3)

## Version {version}

## **\`version\`** <Icon icon="star" />
${start}`,
    );
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx\n[a](#setup)\n\n## <Badge>New</Badge> Version\n${start}`,
    );
  });

  it("keeps the rest of the link", () => {
    checkFix(anchorNotFound, `${config}//- index.mdx\n[a]([|./guides/start?x=1#instal|])\n${start}`, {
      "index.mdx": "[a](./guides/start?x=1#install)",
    });
  });

  it("corrects a slip beside a mark that is written out", () => {
    checkFix(
      anchorNotFound,
      `${config}//- index.mdx\n[a]([|#step-2-instal|])\n\n## Step 2: Install\n${start}`,
      {
        "index.mdx": "[a](#step-2%3A-install)\n\n## Step 2: Install",
      },
    );
  });

  it("knows a place whose name is longer", () => {
    checkFix(
      anchorNotFound,
      `${config}//- index.mdx\n[a]([|#customer-meters|])\n\n## 2. Customer meters\n${start}`,
      {
        "index.mdx": "[a](#2-customer-meters)\n\n## 2. Customer meters",
      },
    );
  });
});
