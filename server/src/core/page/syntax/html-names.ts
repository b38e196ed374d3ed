/** Elements that HTML ends by themselves and MDX does not. */
export const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** Elements of HTML and SVG that authors write in pages; any other lower-case name is more likely a placeholder. */
export const elementNames: ReadonlySet<string> = new Set([
  ...voidElements,
  ..."a abbr address article aside audio b bdi bdo blockquote body button canvas caption center cite code colgroup data datalist dd del details dfn dialog div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hgroup html i iframe ins kbd label legend li main map mark menu meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot small span strike strong style sub summary sup table tbody td template textarea tfoot th thead time title tr tt u ul var video".split(
    " ",
  ),
  ..."animate circle clipPath defs desc ellipse feBlend filter foreignObject g image line linearGradient marker mask math path pattern polygon polyline radialGradient rect stop svg symbol text textPath tspan use".split(
    " ",
  ),
]);

/** Whether a name is meant as a tag: a component, or an element of HTML. */
export function isTagName(name: string): boolean {
  return (/^[A-Z]/.test(name) && !isPlaceholder(name)) || name.includes(".") || elementNames.has(name);
}

/** `API_KEY`, `YOUR-TOKEN`: no component is written so. */
function isPlaceholder(name: string): boolean {
  return /^[A-Z][A-Z\d]*[_-][A-Z\d_-]*$/.test(name);
}
