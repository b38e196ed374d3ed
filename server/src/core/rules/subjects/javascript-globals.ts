/** The global objects and functions of ECMAScript. None of them is text, so React doesn't show them. */
const ofLanguage =
  "globalThis AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean " +
  "DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function " +
  "Int16Array Int32Array Int8Array Intl Iterator JSON Map Math Number Object Promise Proxy RangeError ReferenceError " +
  "Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError " +
  "Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent " +
  "encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt unescape";

/**
 * The global objects and functions of both browsers and Node. A page is rendered on a server first, so names that only
 * browsers define, such as `name` and `status`, are undefined there.
 */
const ofPlatforms =
  "AbortController AbortSignal Blob BroadcastChannel ByteLengthQueuingStrategy CompressionStream " +
  "CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DecompressionStream Event EventTarget File FormData " +
  "Headers MessageChannel MessageEvent MessagePort Performance PerformanceEntry PerformanceMark PerformanceMeasure " +
  "PerformanceObserver ReadableStream Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder " +
  "TextEncoderStream TransformStream URL URLSearchParams WebAssembly WebSocket WritableStream atob btoa clearInterval " +
  "clearTimeout console crypto fetch navigator performance process queueMicrotask setInterval setTimeout structuredClone";

/** Objects that only browsers define, but that code on a page often reads after it checks that they exist. */
const ofBrowsers = "window document location history localStorage sessionStorage";

/** What the service passes to the code of pages: React and its functions. */
const ofReact =
  "React Fragment useState useEffect useLayoutEffect useMemo useRef useCallback useContext useReducer useId";

/** The names of objects and functions that code on every page can use without an import. */
export const javascriptGlobals: ReadonlySet<string> = new Set(
  [ofLanguage, ofPlatforms, ofBrowsers, ofReact].join(" ").split(" "),
);
