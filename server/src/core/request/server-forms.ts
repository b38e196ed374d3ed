import type { ServerModel } from "../spec/model/operation-model.ts";
import type { ServerForm } from "./request-form.ts";

const most = 50;

/** Where an endpoint can be called; what an address has in braces and nobody describes has to be filled in all the same. */
export function serverForms(servers: readonly ServerModel[]): readonly ServerForm[] {
  return servers.slice(0, most).map(({ url, description, variables }) => {
    const known = new Set(variables.map(({ name }) => name));
    const named = new Set(Array.from(url.matchAll(/(?<!\{)\{([^{}]+)\}/g), ([, name = ""]) => name));
    const others = [...named].filter((name) => !known.has(name)).slice(0, most);
    return {
      url,
      description,
      variables: [
        ...variables.slice(0, most),
        ...others.map((name) => ({
          name,
          default: "",
          values: [],
          description: undefined,
          isUndescribed: true as const,
        })),
      ],
    };
  });
}
