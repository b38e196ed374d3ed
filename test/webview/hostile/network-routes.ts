/** A way in which code on a page can reach the network. */
export interface NetworkRoute {
  readonly name: string;
  /**
   * JavaScript that attempts the route. The route leads to `url`, which accepts HTTP, or to `stun`, which counts
   * datagrams. `head` and `body` are elements of the document. `nonce` is the page's nonce. `integrity` is the hash of
   * the script that the policy allows. `trusted` marks text as trusted. `make` creates an element with attributes and
   * appends it to the body.
   */
  readonly code: string;
  /** Whether the route may make the frame leave its document. Such a route is attempted in its own frame. */
  readonly leaves?: true;
  /**
   * Whether the route can't reach the network even from a sandboxed frame without a policy, at least in headless
   * Chromium.
   */
  readonly isDead?: true;
}

const svg = (content: string): string =>
  `body.insertAdjacentHTML("beforeend", '<svg width="50" height="50">${content}</svg>'.replaceAll("URL", url))`;
const style = (text: string): string => `make("style", { nonce, textContent: ${text} })`;
const rtc = (scope: string): string =>
  `const peer = new ${scope}.RTCPeerConnection({ iceServers: [{ urls: stun }] }); peer.createDataChannel("a"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));`;
const inner = (html: string): string => `make("iframe", { srcdoc: ${html}, width: 50, height: 50 })`;

export const networkRoutes: readonly NetworkRoute[] = [
  // Routes with scripts.
  { name: "script", code: `make("script", { src: url })` },
  { name: "script with the nonce", code: `make("script", { nonce, src: url })` },
  {
    name: "script with the hash of the one that is allowed",
    code: `make("script", { nonce, integrity, crossOrigin: "anonymous", src: url })`,
  },
  { name: "module with the hash", code: `make("script", { type: "module", nonce, integrity, src: url })` },
  {
    name: "script of SVG",
    code: `const one = document.createElementNS("http://www.w3.org/2000/svg", "svg"); const two = document.createElementNS("http://www.w3.org/2000/svg", "script"); two.setAttribute("nonce", nonce); two.setAttribute("href", trusted.createScriptURL(url)); one.append(two); body.append(one);`,
  },
  { name: "import()", code: `import(url).catch(() => 0)` },
  {
    name: "import() of data with an import",
    code: `import("data:text/javascript,import " + JSON.stringify(url)).catch(() => 0)`,
  },
  {
    name: "inline module with an import",
    code: `make("script", { type: "module", nonce, textContent: "import " + JSON.stringify(url) })`,
  },
  {
    name: "inline script that loads another",
    code: `make("script", { nonce, textContent: "fetch(" + JSON.stringify(url) + ")" })`,
  },
  {
    name: "event handler",
    code: `make("p").setAttribute("onclick", trusted.createScript("fetch(" + JSON.stringify(url) + ")")); body.lastElementChild.click()`,
  },
  { name: "eval", code: `(0, eval)(trusted.createScript("fetch(" + JSON.stringify(url) + ")"))` },
  { name: "timer with text", code: `setTimeout(trusted.createScript("fetch(" + JSON.stringify(url) + ")"))` },
  {
    name: "document.write",
    code: `const other = document.implementation.createHTMLDocument(); other.write("<img src=" + url + ">"); body.append(other.body.firstChild)`,
  },
  {
    name: "speculation rules",
    code: `make("script", { type: "speculationrules", nonce, textContent: JSON.stringify({ prefetch: [{ urls: [url], eagerness: "immediate" }] }) })`,
    isDead: true,
  },
  {
    name: "XSLT",
    code: `const sheet = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="' + url + '"/></xsl:stylesheet>', "text/xml"); const one = new XSLTProcessor(); one.importStylesheet(sheet); one.transformToFragment(sheet, document)`,
    isDead: true,
  },
  // Routes with links.
  ...["script", "style", "image", "font", "fetch", "audio", "video", "track", "json", "worker"].map((as) => ({
    name: `preload of ${as}`,
    code: `make("link", { rel: "preload", nonce, integrity, as: "${as}", href: url })`,
    ...(["audio", "video", "json", "worker"].includes(as) && { isDead: true as const }),
  })),
  { name: "modulepreload", code: `make("link", { rel: "modulepreload", nonce, href: url })` },
  {
    name: "modulepreload with the hash",
    code: `make("link", { rel: "modulepreload", nonce, integrity, href: url })`,
  },
  { name: "prefetch", code: `make("link", { rel: "prefetch", href: url })` },
  { name: "prerender", code: `make("link", { rel: "prerender", href: url })`, isDead: true },
  { name: "preconnect", code: `make("link", { rel: "preconnect", href: url })`, isDead: true },
  { name: "dns-prefetch", code: `make("link", { rel: "dns-prefetch", href: url })`, isDead: true },
  { name: "style sheet", code: `make("link", { rel: "stylesheet", nonce, href: url })` },
  {
    name: "alternate style sheet",
    code: `make("link", { rel: "alternate stylesheet", title: "a", nonce, href: url })`,
  },
  { name: "icon", code: `make("link", { rel: "icon", href: url })`, isDead: true },
  { name: "manifest", code: `make("link", { rel: "manifest", href: url })`, isDead: true },
  {
    name: "compression dictionary",
    code: `make("link", { rel: "compression-dictionary", href: url })`,
  },
  // Routes with requests.
  { name: "fetch", code: `fetch(url, { mode: "no-cors" }).catch(() => 0)` },
  {
    name: "fetch that outlives the page",
    code: `fetch(url, { mode: "no-cors", keepalive: true }).catch(() => 0)`,
  },
  { name: "fetchLater", code: `fetchLater(url, { activateAfter: 0 })` },
  { name: "XMLHttpRequest", code: `const one = new XMLHttpRequest(); one.open("GET", url); one.send()` },
  {
    name: "synchronous XMLHttpRequest",
    code: `const one = new XMLHttpRequest(); one.open("GET", url, false); one.send()`,
  },
  { name: "beacon", code: `navigator.sendBeacon(url, "a")` },
  { name: "WebSocket", code: `new WebSocket(url.replace("http", "ws"))` },
  { name: "WebSocketStream", code: `new WebSocketStream(url.replace("http", "ws"))` },
  { name: "EventSource", code: `new EventSource(url)` },
  {
    name: "ping",
    // The base URL is that of the page around the frame, so even a fragment leads to another document.
    code: `const one = make("a", { href: "#a", ping: url }); one.click()`,
    leaves: true,
  },
  { name: "attribution", code: `make("img", { src: "data:,", attributionSrc: url })`, isDead: true },
  {
    name: "manifest of a payment",
    code: `new PaymentRequest([{ supportedMethods: url }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).canMakePayment()`,
    isDead: true,
  },
  // Routes with workers and worklets.
  { name: "worker", code: `new Worker(trusted.createScriptURL(url))`, isDead: true },
  {
    name: "worker of data",
    code: `new Worker(trusted.createScriptURL("data:text/javascript," + encodeURIComponent("fetch(" + JSON.stringify(url) + ", { mode: 'no-cors' })")))`,
  },
  {
    name: "worker of a blob",
    code: `new Worker(trusted.createScriptURL(URL.createObjectURL(new Blob(["importScripts(" + JSON.stringify(url) + ")"]))))`,
  },
  {
    name: "module worker of a blob",
    code: `new Worker(trusted.createScriptURL(URL.createObjectURL(new Blob(["import " + JSON.stringify(url)], { type: "text/javascript" }))), { type: "module" })`,
    isDead: true,
  },
  {
    name: "shared worker",
    code: `new SharedWorker(trusted.createScriptURL("data:text/javascript," + encodeURIComponent("fetch(" + JSON.stringify(url) + ", { mode: 'no-cors' })")))`,
    isDead: true,
  },
  {
    name: "service worker",
    code: `navigator.serviceWorker.register(trusted.createScriptURL(url))`,
    isDead: true,
  },
  { name: "paint worklet", code: `CSS.paintWorklet.addModule(url).catch(() => 0)` },
  { name: "audio worklet", code: `new AudioContext().audioWorklet.addModule(url).catch(() => 0)` },
  // Routes with content.
  { name: "image", code: `new Image().src = url` },
  { name: "image with sources", code: `make("img", { srcset: url + " 1x" })` },
  { name: "picture", code: `make("picture", { innerHTML: "<source srcset=" + url + "><img>" })` },
  { name: "image button", code: `make("input", { type: "image", src: url })` },
  { name: "background of the body", code: `body.setAttribute("background", url)` },
  {
    name: "background of a table",
    code: `make("table", { innerHTML: "<tr><td>a" }).setAttribute("background", url)`,
  },
  { name: "video", code: `make("video", { src: url, preload: "auto" })` },
  { name: "poster", code: `make("video", { poster: url })` },
  { name: "audio", code: `make("audio", { src: url, preload: "auto" })` },
  {
    name: "source of audio",
    code: `make("audio", { preload: "auto", innerHTML: "<source src=" + url + ">" })`,
  },
  {
    name: "track",
    code: `const one = make("video", { innerHTML: "<track default src=" + url + ">" }); one.textTracks[0].mode = "showing"`,
    isDead: true,
  },
  { name: "object", code: `make("object", { data: url })` },
  { name: "embed", code: `make("embed", { src: url })` },
  { name: "frame", code: `make("iframe", { src: url })` },
  { name: "fenced frame", code: `make("fencedframe", { config: url })`, isDead: true },
  { name: "portal", code: `make("portal", { src: url })`, isDead: true },
  { name: "image of SVG", code: svg(`<image href="URL" width="9" height="9"/>`) },
  { name: "use of SVG", code: svg(`<use href="URL#a"/>`), isDead: true },
  {
    name: "feImage of SVG",
    code: svg(`<filter id="f"><feImage href="URL"/></filter><rect width="9" height="9" filter="url(#f)"/>`),
  },
  { name: "markup", code: `body.insertAdjacentHTML("beforeend", "<img src=" + url + ">")` },
  {
    name: "artwork of media",
    code: `navigator.mediaSession.metadata = new MediaMetadata({ title: "a", artwork: [{ src: url }] }); navigator.mediaSession.playbackState = "playing"`,
    isDead: true,
  },
  // Routes with styles.
  { name: "background", code: `make("p", { textContent: "a" }).style.backgroundImage = "url(" + url + ")"` },
  { name: "list mark", code: `make("li", { textContent: "a" }).style.listStyleImage = "url(" + url + ")"` },
  { name: "cursor", code: `make("p", { textContent: "a" }).style.cursor = "url(" + url + "), auto"` },
  { name: "mask", code: `make("p", { textContent: "a" }).style.mask = "url(" + url + "#a)"` },
  {
    name: "image set",
    code: `make("p", { textContent: "a" }).style.backgroundImage = "image-set('" + url + "' 1x)"`,
  },
  { name: "content", code: `make("p", { textContent: "a" }).style.content = "url(" + url + ")"` },
  {
    name: "style element",
    code: style(`"p { background: url(" + url + ") }"`) + `; make("p", { textContent: "a" })`,
  },
  { name: "@import", code: style(`"@import url(" + url + ");"`) },
  {
    name: "@font-face",
    code:
      style(`"@font-face { font-family: f; src: url(" + url + ") } p { font-family: f }"`) +
      `; make("p", { textContent: "a" })`,
  },
  { name: "FontFace", code: `new FontFace("f", "url(" + url + ")").load().catch(() => 0)` },
  {
    name: "adopted sheet",
    code: `const sheet = new CSSStyleSheet(); sheet.replaceSync("p { border-image: url(" + url + ") 1; border: 1px solid }"); document.adoptedStyleSheets = [sheet]; make("p", { textContent: "a" })`,
    isDead: true,
  },
  {
    name: "inline style in markup",
    code: `body.insertAdjacentHTML("beforeend", "<p style='background: url(" + url + ")'>a</p>")`,
  },
  // Routes with WebRTC.
  { name: "WebRTC", code: rtc("window") },
  {
    name: "WebRTC by its old name",
    code: `window.RTCPeerConnection = window.webkitRTCPeerConnection; ${rtc("window")}`,
    isDead: true,
  },
  {
    name: "WebRTC of a new frame",
    code: `const frame = make("iframe"); ${rtc("frame.contentWindow")}`,
    isDead: true,
  },
  {
    name: "WebRTC of a frame by its index",
    code: `make("iframe"); ${rtc("window[window.length - 1]")}`,
    isDead: true,
  },
  {
    name: "WebRTC of an object",
    code: `const one = make("object", { data: "about:blank" }); ${rtc("one.contentWindow")}`,
    isDead: true,
  },
  {
    name: "WebRTC in a frame with a script",
    code: inner(
      `"<script nonce=" + nonce + ">" + ${JSON.stringify(rtc("window"))}.replaceAll("stun", JSON.stringify(stun)) + "</" + "script>"`,
    ),
  },
  {
    name: "WebRTC in a frame by an event",
    code: inner(
      `"<img src=x onerror='" + ${JSON.stringify(rtc("window"))}.replaceAll("stun", JSON.stringify(stun)) + "'>"`,
    ),
  },
  {
    name: "WebRTC in a frame of a javascript: URL",
    code: `make("iframe", { src: "javascript:" + ${JSON.stringify(rtc("window"))}.replaceAll("stun", JSON.stringify(stun)) })`,
  },
  {
    name: "WebRTC in a frame with our script",
    code: inner(
      `"<div id=root></div><script nonce=" + nonce + ">" + document.scripts[0].text + ";" + ${JSON.stringify(rtc("window"))}.replaceAll("stun", JSON.stringify(stun)) + "</" + "script>"`,
    ),
  },
  { name: "WebTransport", code: `new WebTransport(url.replace("http", "https"))`, isDead: true },
  // Routes with frames in the frame.
  { name: "image in a frame", code: inner(`"<img src=" + url + ">"`) },
  { name: "script in a frame", code: inner(`"<script nonce=" + nonce + " src=" + url + "></" + "script>"`) },
  {
    name: "script with the hash in a frame",
    code: inner(`"<script nonce=" + nonce + " crossorigin integrity=" + integrity + " src=" + url + "></" + "script>"`),
    isDead: true,
  },
  { name: "refresh in a frame", code: inner(`"<meta http-equiv=refresh content='0;url=" + url + "'>"`) },
  { name: "frame of data", code: `make("iframe", { src: "data:text/html,<img src=" + url + ">" })` },
  {
    name: "frame of a blob",
    code: `make("iframe", { src: URL.createObjectURL(new Blob(["<img src=" + url + ">"], { type: "text/html" })) })`,
  },
  { name: "base", code: `make("base", { href: url + "/" }); make("img", { src: "a.png" })` },
  // Routes with windows and navigation.
  { name: "window.open", code: `window.open(url)` },
  { name: "link to a new window", code: `make("a", { href: url, target: "_blank" }).click()` },
  { name: "link to the top", code: `make("a", { href: url, target: "_top" }).click()`, isDead: true },
  { name: "link to the parent", code: `make("a", { href: url, target: "_parent" }).click()`, isDead: true },
  { name: "download", code: `make("a", { href: url, download: "a" }).click()`, leaves: true },
  { name: "top.location", code: `top.location = url`, isDead: true },
  { name: "parent.location", code: `parent.location.href = url`, isDead: true },
  { name: "location", code: `location.href = url`, leaves: true },
  { name: "location.replace", code: `location.replace(url)`, leaves: true },
  {
    name: "location by a host name alone",
    code: `location.host = new URL(url).host`,
    isDead: true,
    leaves: true,
  },
  { name: "navigation", code: `navigation.navigate(url)`, leaves: true },
  { name: "link", code: `make("a", { href: url }).click()`, leaves: true },
  {
    name: "link of SVG",
    code: `${svg(`<a href="URL"><text y="9">a</text></a>`)}; body.querySelector("svg a").dispatchEvent(new MouseEvent("click", { bubbles: true }))`,
    leaves: true,
  },
  { name: "form", code: `make("form", { action: url }).submit()`, leaves: true },
  {
    name: "form with a button elsewhere",
    code: `make("form", { id: "f" }); const one = make("button", { formAction: url }); one.setAttribute("form", "f"); one.click()`,
    leaves: true,
  },
  {
    name: "form to a new window",
    code: `make("form", { action: url, target: "_blank", method: "post" }).submit()`,
  },
  { name: "refresh", code: `make("meta", { httpEquiv: "refresh", content: "0;url=" + url })`, leaves: true },
  {
    name: "document of data that loads",
    code: `location.href = "data:text/html,<img src=" + url + ">"`,
    leaves: true,
  },
  {
    name: "document of a blob that loads",
    code: `location.href = URL.createObjectURL(new Blob(["<img src=" + url + ">"], { type: "text/html" }))`,
    leaves: true,
  },
  {
    name: "javascript: URL",
    code: `location.href = "javascript:fetch(" + JSON.stringify(url) + ")"`,
    leaves: true,
    isDead: true,
  },
  {
    name: "document.open",
    code: `document.open(); document.write("<img src=" + url + "><script src=" + url + "></" + "script>"); document.close()`,
    leaves: true,
  },
];
