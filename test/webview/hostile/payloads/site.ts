import type { Payload } from "../payload.ts";

const image = "https://EVIL/p.png";
const run = "javascript:RUN";
const markup = "<img src=x onerror=RUN>";
const styled = "red;background:url(https://EVIL/p.png)";

const fields: Readonly<Record<string, string>> = {
  "title with markup": `title: "${markup}"`,
  "title with a script": 'title: "<script>RUN</script>"',
  "sidebarTitle with markup": `sidebarTitle: "${markup}"`,
  "description with markup": `description: "${markup} [a](${run}) ![b](${image})"`,
  "description with an expression": 'description: "{RUN} {[].constructor.constructor(\\"RUN\\")()}"',
  "icon from the web": `icon: "${image}"`,
  "icon with markup": 'icon: "<svg onload=RUN>"',
  "icon above the site": 'icon: "../../../etc/passwd.svg"',
  "icon with a script URL": `icon: "${run}"`,
  "icon as an object": `icon:\n  name: "${image}"\n  library: __proto__\n  style: constructor`,
  "tag with markup": `tag: "${markup}"`,
  "url with a script URL": `url: "${run}"`,
  "url on the web": `url: "${image}"`,
  "canonical URL": `canonical: "${run}"\nog:image: "${image}"`,
  "__proto__ as the mode": "mode: __proto__",
  "mode with a class": 'mode: "custom dwt-strip"',
  "api with a script URL": `api: "GET ${run}"`,
  "api on the web": `api: "GET ${image}"`,
  "openapi from the web": `openapi: "${image} GET /a"`,
  "openapi above the site": 'openapi: "../../../etc/passwd GET /a"',
  "version with markup": `version: "${markup}"`,
  "groups with markup": `groups: ["${markup}", "__proto__"]`,
  "keywords with markup": `keywords: ["${markup}"]`,
  "built-in properties as fields": "__proto__:\n  polluted: 1\nconstructor:\n  prototype:\n    polluted: 1",
  "a function": 'title: !!js/function "function () { RUN }"',
  "a language of script": "",
};

const frontmatter: readonly Payload[] = Object.entries(fields).map(([name, text]): Payload => ({
  name: `frontmatter/${name}`,
  page:
    name === "a language of script"
      ? "---js\n{ title: RUN }\n---\n\nText.\n"
      : `---\n${text.startsWith("title") ? "" : "title: A\n"}${text}\n---\n\nText.\n`,
  html: "",
}));

/** Settings in docs.json that are shown around a page. `pages` represents the default navigation. */
const chrome: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "name with markup": { name: markup },
  "logo from the web": { logo: { light: image, dark: image, href: run } },
  "logo with a script URL": { logo: { light: run, dark: "data:text/html,<script>RUN</script>", href: run } },
  "logo above the site": { logo: "../../../etc/passwd.svg" },
  "logo in a data URL": {
    logo: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'><image href='https://EVIL/p.png'/></svg>",
  },
  "logo with quotes": { logo: '/a.png" onerror="RUN' },
  "favicon from the web": { favicon: image },
  "favicon with a script URL": { favicon: { light: run, dark: image } },
  "colors with a CSS rule": {
    colors: {
      primary: styled,
      light: "url(https://EVIL/p.png)",
      dark: "red}*{background:url(https://EVIL/p.png)}",
    },
  },
  "colors with invalid values": {
    colors: {
      primary: "expression(RUN)",
      light: { toString: "x" },
      dark: "#000;background:url(https://EVIL/p.png)",
    },
  },
  "__proto__ as the theme": { theme: "__proto__" },
  "theme with a CSS rule": { theme: 'mint"] *{background:url(https://EVIL/p.png)} [a="' },
  "background from the web": {
    background: { image, color: { light: styled, dark: styled }, decoration: "grid" },
  },
  "background for each mode": { background: { image: { light: image, dark: image } } },
  "background with a bracket": { background: { image: '/a.png"), url("https://EVIL/p.png' } },
  "background with a backslash": { background: { image: "/a.png\\29 , url(https://EVIL/p.png" } },
  "background with a line break": { background: { image: '/a.png\n"), url("https://EVIL/p.png")' } },
  "background above the site": { background: { image: "../../../etc/passwd.png" } },
  "font from the web": { fonts: { family: "Evil", source: "https://EVIL/f.woff2", format: "woff2" } },
  "font with a CSS rule": {
    fonts: {
      family: 'x"; } * { background: url(https://EVIL/p.png) } a { b: "',
      source: "https://EVIL/f.woff2",
    },
  },
  "URL as a font name": {
    fonts: {
      heading: { family: "url(https://EVIL/f.woff2)" },
      body: { family: "a, url(https://EVIL/g.woff2)", source: "//EVIL/g.woff2" },
    },
  },
  "font in a data URL": { fonts: { family: "Evil", source: "data:font/woff2;base64,AAAA" } },
  "navbar with script URLs": {
    navbar: {
      links: [
        { label: "a", href: run },
        { label: markup, href: "data:text/html,<script>RUN</script>" },
        { label: "b", href: " java\tscript:RUN", icon: image },
      ],
      primary: { type: "button", label: "c", href: run },
    },
  },
  "GitHub button with a script URL": {
    navbar: { primary: { type: "github", href: `${run}//github.com/a/b` } },
  },
  "banner with script URLs": {
    banner: {
      content: `[a](${run}) <a href="${run}" onclick="RUN">b</a> ${markup} ![c](${image})`,
      dismissible: true,
    },
  },
  "banner with disguised tags": {
    banner: {
      content: `<a href='${run}'>a</a><A HREF="JaVaScRiPt:RUN">b</A><a href="java&Tab;script:RUN">c</a><b onmouseover="RUN">d</b><span style="background:url(https://EVIL/p.png)">e</span>`,
    },
  },
  "banner with a CSS rule in its color": {
    banner: { content: "a", color: { light: styled, dark: styled }, type: "__proto__" },
  },
  "banner with script and style elements": {
    banner: {
      content: "<script>RUN</script><style>@import 'https://EVIL/a.css'</style><iframe srcdoc='<script>RUN</script>'>",
    },
  },
  "footer with script URLs": {
    footer: {
      socials: { x: run, github: "data:text/html,RUN", __proto__: "a", constructor: run, evil: image },
      links: [
        {
          header: markup,
          items: [
            { label: "a", href: run },
            { label: markup, href: "vbscript:RUN" },
          ],
        },
      ],
    },
  },
  "anchors with script URLs": {
    navigation: {
      global: {
        anchors: [
          { anchor: "a", href: run, icon: image, color: { light: styled, dark: styled } },
          { anchor: markup, href: "command:quit", icon: "<svg onload=RUN>" },
        ],
      },
      pages: ["index"],
    },
  },
  "tabs with script URLs": {
    navigation: {
      tabs: [
        { tab: markup, icon: image, pages: ["index"] },
        { tab: "a", href: run },
        { tab: "b", menu: [{ item: markup, description: markup, icon: "<svg onload=RUN>", href: run }] },
      ],
    },
  },
  "dropdowns with script URLs": {
    navigation: {
      dropdowns: [
        {
          dropdown: markup,
          description: markup,
          icon: image,
          color: { light: styled, dark: styled },
          pages: ["index"],
        },
        { dropdown: "b", href: run },
      ],
    },
  },
  "products with script URLs": {
    navigation: {
      products: [
        { product: markup, description: markup, icon: image, pages: ["index"] },
        { product: "b", href: run },
      ],
    },
  },
  "versions with script URLs": {
    navigation: {
      versions: [
        { version: markup, tag: markup, pages: ["index"] },
        { version: "b", href: run },
      ],
    },
  },
  "languages with script URLs": {
    navigation: {
      languages: [
        { language: 'en" onload="RUN', pages: ["index"] },
        { language: "fr", href: run, banner: { content: markup } },
      ],
    },
  },
  "groups with markup": {
    navigation: {
      groups: [
        {
          group: markup,
          tag: markup,
          icon: image,
          pages: [
            "index",
            {
              group: "<script>RUN</script>",
              icon: { name: "x", style: "__proto__", library: "constructor" },
              pages: ["index"],
            },
          ],
        },
      ],
    },
  },
  "pages with script URLs": {
    navigation: {
      pages: [
        "index",
        run,
        "https://EVIL/a",
        "//EVIL/a",
        "../../../etc/passwd",
        "__proto__",
        `a${markup}`,
        "data:text/html,RUN",
      ],
    },
  },
  "search with markup": { search: { prompt: markup } },
  "error page with markup": {
    errors: { "404": { title: markup, description: `[a](${run}) ${markup} <a href="${run}">b</a>` } },
  },
  "__proto__ as the icon library": {
    icons: { library: "__proto__" },
    navigation: { pages: [{ group: "a", icon: "../../../etc/passwd", pages: ["index"] }] },
  },
  "contextual menu with script URLs": {
    contextual: {
      options: [
        run,
        "copy",
        { title: markup, description: markup, icon: image, href: run },
        {
          title: "b",
          description: "c",
          href: { base: "javascript:RUN//", query: [{ key: "q", value: "$page" }] },
        },
      ],
    },
  },
  "code themes with paths": {
    styling: {
      codeblocks: { theme: { light: "../../../etc/passwd", dark: "__proto__" } },
      eyebrows: "__proto__",
    },
  },
  "code theme from the web": { styling: { codeblocks: { theme: "https://EVIL/theme" } } },
  variables: { variables: { version: "<script>RUN</script>", link: run, __proto__: "x", constructor: "y" } },
  "integrations with markup": {
    integrations: {
      ga4: { measurementId: 'G-1"><script>RUN</script>' },
      gtm: { tagId: "<img src=x onerror=RUN>" },
      intercom: { appId: "RUN" },
    },
  },
  "meta tags": {
    seo: { metatags: { "og:image": image, "http-equiv": "refresh", refresh: "0;url=https://EVIL" } },
    metadata: { timestamp: markup },
  },
  redirects: {
    redirects: [
      { source: "/index", destination: run },
      { source: "/:x*", destination: "https://EVIL/:x*" },
    ],
  },
  "references to files outside the site": {
    navbar: { $ref: "https://EVIL/n.json" },
    footer: { $ref: "../../../etc/passwd" },
    logo: { $ref: "file:///etc/passwd" },
  },
  "names of the prototype": { __proto__: { polluted: 1 }, constructor: { prototype: { polluted: 1 } } },
};

const around: readonly Payload[] = Object.entries(chrome).map(([name, config]): Payload => ({
  name: `chrome/${name}`,
  config:
    name === "names of the prototype"
      ? (JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as Record<
          string,
          unknown
        >)
      : config,
  page: "---\ntitle: A\n---\n\nText {{version}} [a]({{link}}).\n\n## Part\n",
  html: "",
}));

/** Returns a schema in which every string is `text`. */
const schema = (text: string) => ({
  type: "object",
  title: text,
  description: text,
  required: ["a", text],
  properties: {
    a: {
      type: "string",
      title: text,
      description: text,
      default: text,
      example: text,
      enum: [text, "b"],
      pattern: "^(a+)+$",
      format: text,
    },
    [text]: { type: "string", description: text, deprecated: true },
    __proto__: { type: "string", description: text },
    constructor: { type: "object", properties: { prototype: { type: "string", description: text } } },
    list: {
      type: "array",
      items: {
        oneOf: [
          { title: text, type: "string" },
          { title: text, type: "number" },
        ],
      },
    },
  },
});

const texts: Readonly<Record<string, string>> = {
  markup: `${markup}<script>RUN</script>`,
  "an SVG image": `<svg onload=RUN><a xlink:href="${run}">a</a></svg>`,
  "Markdown links": `[a](${run}) [b](data:text/html,RUN) <${run}> [c][d]\n\n[d]: ${run}`,
  "Markdown images": `![a](${image}) <img src="${image}" />`,
  expressions: '{RUN} {[].constructor.constructor("RUN")()} <Card href="javascript:RUN" title="a" />',
  "an import": 'import A from "https://EVIL/a.js"\n\nexport const b = RUN\n\n<A />',
  "a formula": `$\\href{${run}}{a}$ $\\includegraphics{${image}}$`,
  "a diagram":
    '```mermaid\n%%{init: {"securityLevel": "loose"}}%%\nflowchart LR\n  A["<img src=x onerror=RUN>"]\n  click A "javascript:RUN"\n```',
  "a style": `<style>{"@import 'https://EVIL/a.css'; *{background:url(https://EVIL/p.png)}"}</style><p style="background:url(https://EVIL/p.png)">a</p>`,
  "a table": `| a |\n| - |\n| [a](${run}) ${markup} |`,
  "the name of a built-in property": "__proto__",
};

const specifications: readonly Payload[] = Object.entries(texts).flatMap(([name, text]): Payload[] => [
  {
    name: `specification/${name}`,
    page: '---\ntitle: A\nopenapi: "POST /a"\n---\n\nText.\n',
    html: "",
    spec: {
      root: {
        info: { title: text, version: text, description: text },
        servers: [{ url: "https://api.example.com", description: text }],
        tags: [{ name: text, description: text }],
      },
      operation: {
        summary: text,
        description: text,
        operationId: text,
        deprecated: true,
        tags: [text],
        externalDocs: { url: run, description: text },
        parameters: [
          {
            name: text,
            in: "query",
            description: text,
            schema: { type: "string", default: text, enum: [text] },
            example: text,
          },
          {
            name: "h",
            in: "header",
            description: text,
            schema: schema(text),
            examples: { [text]: { summary: text, value: text } },
          },
        ],
        requestBody: {
          description: text,
          content: { "application/json": { schema: schema(text), example: { [text]: text } } },
        },
        responses: {
          "200": {
            description: text,
            content: {
              "application/json": {
                schema: schema(text),
                examples: { [text]: { summary: text, description: text, value: { [text]: text } } },
              },
              [text]: { schema: schema(text) },
            },
          },
          [text]: { description: text },
        },
        security: [{ [text]: [] }],
        "x-codeSamples": [{ lang: text, label: text, source: text }],
      },
    },
  },
  ...["x-mint"].map((key): Payload => ({
    name: `specification/vendor extensions in ${name}`,
    page: '---\ntitle: A\nopenapi: "POST /a"\n---\n\nText.\n',
    html: "",
    spec: {
      operation: {
        [key]: {
          content: text,
          href: run,
          metadata: {
            title: text,
            description: text,
            icon: image,
            playground: text,
            __proto__: { polluted: 1 },
          },
        },
        responses: { "200": { description: text } },
      },
    },
  })),
]);

const servers: readonly Payload[] = [
  run,
  "data:text/html,<script>RUN</script>",
  "//EVIL",
  "https://user:pw@EVIL",
  "{scheme}://{host}",
  "file:///etc/passwd",
  'https://EVIL/"><img src=x onerror=RUN>',
].map((url, index): Payload => ({
  name: `specification/server ${index + 1}`,
  page: '---\ntitle: A\nopenapi: "POST /a"\n---\n\nText.\n',
  html: "",
  spec: {
    root: {
      servers: [
        {
          url,
          variables: { scheme: { default: "javascript", enum: ["javascript"] }, host: { default: "RUN" } },
        },
      ],
    },
    operation: { responses: { "200": { description: "a" } } },
  },
}));

export const site: readonly Payload[] = [...frontmatter, ...around, ...specifications, ...servers];
