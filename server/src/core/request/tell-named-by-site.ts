import { tell, type Building } from "./building.ts";
import { variableNames } from "./fill-variables.ts";
import { ownOf } from "../text/plain-record.ts";
import type { RequestForm } from "./request-form.ts";
import type { RequestValues } from "./request-values.ts";

/**
 * Tells of variables of the environment that the site itself has written into the form, in an example or an address, where
 * the request goes to a server of the site's: unlike secrets they are bound to no origin.
 */
export function tellNamedBySite(
  building: Building,
  form: RequestForm,
  values: RequestValues,
  url: string,
): void {
  const { variables } = building;
  if (Object.keys(variables).length === 0) return;
  const named = namedBySite(form).filter((name) => ownOf(variables, name) !== undefined);
  if (named.length === 0) return;
  const sent = new Set(variableNames(JSON.stringify([values, form.servers[values.server.at]?.url])));
  const [place = ""] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  for (const name of named)
    if (sent.has(name))
      tell(
        building,
        "server",
        `This site itself names \`{{${name}}}\`, and what your environment has for it goes to \`${place}\`. If that is not meant to be, take it out of the request or type your own address into the environment.`,
      );
}

const known = new WeakMap<RequestForm, readonly string[]>();

function namedBySite(form: RequestForm): readonly string[] {
  const found = known.get(form) ?? variableNames(JSON.stringify(form));
  known.set(form, found);
  return found;
}
