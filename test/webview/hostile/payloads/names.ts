import { pages, type Payload } from "../payload.ts";

/** Names of members of the window or the document that the page's own script uses. */
const names =
  "__proto__ constructor prototype toString hasOwnProperty acquireVsCodeApi document body head documentElement location name parent top self window history navigator fetch sessionStorage localStorage adoptedStyleSheets querySelector getElementById createElement createElementNS childNodes firstChild parentNode attributes children style dataset host root preact katex mermaid painted customElements CSSStyleSheet ResizeObserver";

const value = "#__proto__";

/** IDs and names that shadow members with the same name (DOM clobbering). */
export const clobberingNames: readonly Payload[] = [
  ...names.split(" ").map((name): Payload => ({
    name: `names/${name}`,
    page: `<a id="${name}" name="${name}" href="${value}">a</a><a id="${name}" name="toString" href="javascript:RUN">b</a>\n\n## Heading {#${name}}\n\n## ${name}\n\n<img name="${name}" id="${name}" src="/a.png" />\n\n<form id="${name}" name="${name}"><input name="${name}" id="attributes" /></form>\n\n<Accordion title="${name}" id="${name}">a</Accordion>\n\n<Tabs><Tab title="${name}" id="${name}">a</Tab></Tabs>`,
    html: `<a id="${name}" href="javascript:RUN">b</a>`,
  })),
  ...pages("names", {
    "the preview's own data attributes":
      '<div data-host="x" data-line="-1" data-end="1e9" data-file="../../etc/passwd" data-block="x" data-appearance="dark" data-copy="RUN">a</div>',
    "the preview's own classes":
      '<div className="dwt-strip dw-page dw-site dwt-window dw-code">Your session has ended. <a href="https://evil.example/login">Sign in</a></div>',
    "a script URL as the language": '<p lang="javascript:RUN" dir="rtl" title="RUN">a</p>',
    "built-in properties as keys of the saved state":
      '<Tabs><Tab title="__proto__">a</Tab><Tab title="constructor">b</Tab></Tabs>\n\n<Accordion title="__proto__">c</Accordion>',
    "accesskey and contenteditable":
      '<p accessKey="a" contentEditable tabIndex={1e9} draggable onDragStart="RUN" inputMode="x" enterKeyHint="go">a</p>',
    "parts of components":
      '<p part="x" exportparts="x" slot="y" itemscope itemprop="a" nonce="x" popover="auto" inert>a</p>',
  }),
];
