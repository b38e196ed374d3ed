import { components } from "../../../../server/src/core/page/components/components.ts";
import type { Payload } from "../payload.ts";

/** The values that each attack inserts into every prop of a component. */
const tries: Readonly<Record<string, (name: string) => string>> = {
  addresses: (name) => `${name}="javascript:RUN"`,
  pictures: (name) => `${name}="https://EVIL/p.png"`,
  markup: (name) => `${name}={<><img src="x" onError="RUN" /><script>RUN</script><a href="javascript:RUN">a</a></>}`,
  text: (name) => `${name}="<img src=x onerror=RUN>"`,
  objects: (name) =>
    `${name}={{ __html: "<img src=x onerror=RUN>", name: "https://EVIL/i.svg", library: "__proto__", style: "constructor", toString: () => RUN, light: "url(https://EVIL/p.png)", dark: "javascript:RUN", 0: "x", length: 1e9 }}`,
  styles: (name) => `${name}="red;background:url(https://EVIL/p.png)"`,
};

const html: Readonly<Record<string, string>> = {
  addresses: '<a href="javascript:RUN">a</a>',
  pictures: '<img src="https://EVIL/p.png">',
  markup: '<img src="x" onerror="RUN"><a href="javascript:RUN">a</a>',
  text: "<img src=x onerror=RUN>",
  objects: "<img src=x onerror=RUN>",
  styles: '<p style="color:red;background:url(https://EVIL/p.png)">a</p>',
};

/** Attacks through every prop of every component. Each attack is inserted into all props at once. */
export const componentProps: readonly Payload[] = [...components.values()].flatMap(({ name, props }) => {
  const names = [...new Set([...props.keys(), "className", "style", "id", "href", "img", "src", "icon", "color"])];
  return Object.entries(tries).map(([what, write]): Payload => ({
    name: `components/${name} ${what}`,
    page: `<${name} ${names.map(write).join(" ")}>\n  a\n</${name}>`,
    html: html[what] ?? "",
  }));
});
