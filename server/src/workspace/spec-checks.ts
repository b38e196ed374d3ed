/**
 * What the specification worker needs for judging and for nothing else. It is a file of its own in the bundle, loaded
 * when the first specification is judged: most of it is generated code that takes a while to read.
 */
export { validators } from "./compiled-validators.cjs";
export { secondVerdict } from "./second-verdict.ts";
