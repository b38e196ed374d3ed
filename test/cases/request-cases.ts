import type { RequestCase } from "./request-case.ts";
import { accepting } from "./requests-accept.ts";
import { addresses, places } from "./requests-addresses.ts";
import { bodies } from "./requests-bodies.ts";
import { everyCharacter } from "./requests-characters.ts";
import { specificationExamples } from "./requests-examples.ts";
import { nestedParts } from "./requests-nested.ts";
import { multipartForms, urlencodedForms } from "./requests-forms.ts";
import { partHeaders } from "./requests-part-headers.ts";
import { partsByPosition } from "./requests-by-position.ts";
import { rfc6570 } from "./requests-rfc6570.ts";
import { signingIn } from "./requests-sign-in.ts";
import { styleDefaults, styleTable } from "./requests-style-table.ts";

export const requestCases: readonly RequestCase[] = [
  ...styleTable,
  ...styleDefaults,
  ...rfc6570,
  ...specificationExamples,
  ...everyCharacter,
  ...urlencodedForms,
  ...multipartForms,
  ...partHeaders,
  ...partsByPosition,
  ...nestedParts,
  ...bodies,
  ...signingIn,
  ...accepting,
  ...addresses,
  ...places,
];
