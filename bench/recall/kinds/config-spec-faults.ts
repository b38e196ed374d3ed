import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { rangeOf } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addItem, elementsOf, has } from "./edit-config.ts";
import { navigated, operationIn, samePath } from "./openapi-faults.ts";

/** Problems in docs.json that involve specifications and operations. */
export const configSpecFaults: readonly FaultKind[] = [
  {
    name: "openapi/config-file-missing",
    codes: ["openapi/spec-not-found"],
    inject: (site, random) => {
      const found = random.pick(specSettings(site, "openapi"));
      return (
        found && {
          ...replaceAt(
            found.path,
            rangeOf(found.node),
            JSON.stringify(String(found.value).replace(/(\.\w+)$/, `-${random.word(3)}$1`)),
          ),
          what: `${String(found.value)} renamed in docs.json`,
        }
      );
    },
  },
  {
    name: "openapi/config-file-outside",
    codes: ["openapi/spec-outside-site", "openapi/spec-not-found"],
    inject: (site, random) => {
      const found = random.pick(specSettings(site, "openapi"));
      return (
        found && {
          ...replaceAt(found.path, rangeOf(found.node), '"../../../../elsewhere/openapi.json"'),
          what: "a specification outside of the site",
        }
      );
    },
  },
  {
    name: "openapi/config-remote",
    codes: ["openapi/remote-spec"],
    inject: (site, random) => {
      const found = random.pick(specSettings(site, "openapi"));
      return (
        found && {
          ...replaceAt(found.path, rangeOf(found.node), '"https://api.example.com/openapi.json"'),
          what: "a specification by address",
        }
      );
    },
  },
  {
    name: "openapi/entry-operation-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) => entry(site, random, (text) => `${text}${random.pick(["/zz", "-zz"])}`),
  },
  {
    name: "openapi/entry-method-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) =>
      entry(site, random, (text) => {
        const at = operationIn(text);
        const other = ["PUT", "PATCH", "DELETE", "POST"].find(
          (method) =>
            !site.specs.some(({ operations }) =>
              operations.some(
                (one) => samePath(one.path, at?.path ?? "") && one.method === method.toLowerCase(),
              ),
            ),
        );
        return other === undefined ? text : text.replace(/\b(GET|PUT|POST|DELETE|PATCH)\b/, other);
      }),
  },
  {
    name: "openapi/entry-lower-case",
    codes: ["openapi/method-not-uppercase"],
    // The profile `mintlify` accepts lowercase methods.
    options: ["--profile", "standard"],
    inject: (site, random) =>
      entry(site, random, (text) =>
        text.replace(/\b(GET|PUT|POST|DELETE|PATCH)\b/, (method) => method.toLowerCase()),
      ),
  },
  {
    name: "openapi/entry-without-spec",
    codes: ["openapi/no-spec"],
    inject: (site, random) => {
      const groups = elementsOf(site).filter((one) => {
        if (one.kind !== "groups" || !has(one, "pages")) return false;
        for (let at = one.parent; at; at = at.parent)
          if (at.node.type === "object" && has(at, "openapi")) return false;
        return !has(one, "openapi");
      });
      const found = random.pick(groups);
      const list = found && site.config.at(...found.pointer, "pages");
      if (!list || list.node.type !== "array" || site.config.at("api", "openapi")) return undefined;
      return {
        ...addItem(
          site,
          list,
          `"GET /zz-${random.word(4)}"`,
          random.below((list.node.children?.length ?? 0) + 1),
        ),
        what: "an operation where no specification is set",
      };
    },
  },
  {
    name: "asyncapi/config-file-missing",
    codes: ["asyncapi/spec-not-found"],
    inject: (site, random) => {
      const found = random.pick(specSettings(site, "asyncapi"));
      return (
        found && {
          ...replaceAt(
            found.path,
            rangeOf(found.node),
            JSON.stringify(String(found.value).replace(/(\.\w+)$/, `-${random.word(3)}$1`)),
          ),
          what: `${String(found.value)} renamed in docs.json`,
        }
      );
    },
  },
];

function entry(site: SiteCopy, random: Random, change: (text: string) => string): Injection | undefined {
  const found = random.pick(navigated(site));
  const written = found && change(found.value);
  if (!found || written === undefined || written === found.value) return undefined;
  return {
    ...replaceAt(found.config.path, rangeOf(found.config.node), JSON.stringify(written)),
    what: `${found.value} → ${written}`,
  };
}

/** Returns the values in docs.json that refer to a local specification file. */
function specSettings(site: SiteCopy, key: "openapi" | "asyncapi") {
  return site.config.all.filter(
    ({ pointer, value }) =>
      (pointer[0] === "api" || pointer[0] === "navigation") &&
      pointer.includes(key) &&
      pointer.at(-1) !== "directory" &&
      typeof value === "string" &&
      site.files.has(value.replace(/^\.?\//, "")),
  );
}
