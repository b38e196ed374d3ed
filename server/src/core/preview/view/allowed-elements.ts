/**
 * Elements of HTML and SVG that a page may show, by the names HTML has for them. What is not here is never made, neither
 * by the renderer nor by whoever paints. Attributes are named as in HTML (`class`, `colspan`, `stroke-width`), `style` is
 * a list of CSS properties by their CSS names (`{ "background-color": "red" }`).
 */
export const htmlElements: ReadonlySet<string> = new Set(
  "a abbr address article aside b bdi bdo blockquote br button caption center cite code col colgroup data datalist dd del details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search section select small span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr".split(
    " ",
  ),
);

export const svgElements: ReadonlySet<string> = new Set(
  "svg circle clipPath defs desc ellipse feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feOffset feTurbulence filter g line linearGradient marker mask path pattern polygon polyline radialGradient rect stop symbol text textPath title tspan use animate animateTransform animateMotion".split(
    " ",
  ),
);

/** Of a typeset formula. */
export const mathElements: ReadonlySet<string> = new Set(
  "math semantics annotation mrow mi mn mo ms mtext mspace mover munder munderover msup msub msubsup mfrac mroot msqrt mtable mtr mtd mpadded mphantom menclose mstyle".split(
    " ",
  ),
);

/** A class that stands around the text of a page: selectors of the page's own styles begin with it. */
export const pageClass = "dw-page";

/**
 * Stands before the path of a file of the site in what styles load, `docwright-site:/images/waves.svg`: whoever paints puts
 * in its place where files of the site are loaded from.
 */
export const siteFileScheme = "docwright-site:";
