import type { Payload } from "./payload.ts";
import { clobberingNames } from "./payloads/names.ts";
import { expressions, imports } from "./payloads/code.ts";
import { componentProps } from "./payloads/components.ts";
import { drawings } from "./payloads/drawings.ts";
import { elements } from "./payloads/elements.ts";
import { libraries } from "./payloads/libraries.ts";
import { links } from "./payloads/links.ts";
import { site } from "./payloads/site.ts";
import { styles } from "./payloads/styles.ts";

/** All payloads in a fixed order. The number of a payload is its index in this list. */
export const corpus: readonly Payload[] = [
  ...elements,
  ...links,
  ...drawings,
  ...styles,
  ...expressions,
  ...imports,
  ...libraries,
  ...clobberingNames,
  ...componentProps,
  ...site,
];
