import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { getRange } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addItem, listElements, has } from "./edit-config.ts";
import { listNavigated, parseOperation, isSamePath } from "./openapi-faults.ts";

/** Problems in docs.json that involve specifications and operations. */
export const configSpecFaults: readonly FaultKind[] = [
  {
    name: "openapi/config-file-missing",
    codes: ["openapi/spec-not-found"],
    inject: (site, random) => {
      const value = random.pick(listSpecSettings(site, "openapi"));
      return (
        value && {
          ...replaceAt(
            value.path,
            getRange(value.node),
            JSON.stringify(String(value.value).replace(/(\.\w+)$/, `-${random.nextWord(3)}$1`)),
          ),
          what: `${String(value.value)} renamed in docs.json`,
        }
      );
    },
  },
  {
    name: "openapi/config-file-outside",
    codes: ["openapi/spec-outside-site", "openapi/spec-not-found"],
    inject: (site, random) => {
      const value = random.pick(listSpecSettings(site, "openapi"));
      return (
        value && {
          ...replaceAt(value.path, getRange(value.node), '"../../../../elsewhere/openapi.json"'),
          what: "a specification outside of the site",
        }
      );
    },
  },
  {
    name: "openapi/config-remote",
    codes: ["openapi/remote-spec"],
    inject: (site, random) => {
      const value = random.pick(listSpecSettings(site, "openapi"));
      return (
        value && {
          ...replaceAt(value.path, getRange(value.node), '"https://api.example.com/openapi.json"'),
          what: "a specification by address",
        }
      );
    },
  },
  {
    name: "openapi/entry-operation-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) => changeEntry(site, random, (text) => `${text}${random.pick(["/zz", "-zz"])}`),
  },
  {
    name: "openapi/entry-method-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) =>
      changeEntry(site, random, (text) => {
        const at = parseOperation(text);
        const other = ["PUT", "PATCH", "DELETE", "POST"].find(
          (method) =>
            !site.specs.some(({ operations }) =>
              operations.some((one) => isSamePath(one.path, at?.path ?? "") && one.method === method.toLowerCase()),
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
      changeEntry(site, random, (text) =>
        text.replace(/\b(GET|PUT|POST|DELETE|PATCH)\b/, (method) => method.toLowerCase()),
      ),
  },
  {
    name: "openapi/entry-without-spec",
    codes: ["openapi/no-spec"],
    inject: (site, random) => {
      const groups = listElements(site).filter((one) => {
        if (one.kind !== "groups" || !has(one, "pages")) return false;
        for (let at = one.parent; at; at = at.parent) if (at.node.type === "object" && has(at, "openapi")) return false;
        return !has(one, "openapi");
      });
      const found = random.pick(groups);
      const list = found && site.config.getAt(...found.pointer, "pages");
      if (!list || list.node.type !== "array" || site.config.getAt("api", "openapi")) return undefined;
      return {
        ...addItem(
          site,
          list,
          `"GET /zz-${random.nextWord(4)}"`,
          random.nextBelow((list.node.children?.length ?? 0) + 1),
        ),
        what: "an operation where no specification is set",
      };
    },
  },
  {
    name: "asyncapi/config-file-missing",
    codes: ["asyncapi/spec-not-found"],
    inject: (site, random) => {
      const value = random.pick(listSpecSettings(site, "asyncapi"));
      return (
        value && {
          ...replaceAt(
            value.path,
            getRange(value.node),
            JSON.stringify(String(value.value).replace(/(\.\w+)$/, `-${random.nextWord(3)}$1`)),
          ),
          what: `${String(value.value)} renamed in docs.json`,
        }
      );
    },
  },
];

function changeEntry(site: SiteCopy, random: Random, change: (text: string) => string): Injection | undefined {
  const found = random.pick(listNavigated(site));
  const newValue = found && change(found.value);
  if (!found || newValue === undefined || newValue === found.value) return undefined;
  return {
    ...replaceAt(found.config.path, getRange(found.config.node), JSON.stringify(newValue)),
    what: `${found.value} → ${newValue}`,
  };
}

/** Returns the values in docs.json that refer to a local specification file. */
function listSpecSettings(site: SiteCopy, key: "openapi" | "asyncapi") {
  return site.config.all.filter(
    ({ pointer, value }) =>
      (pointer[0] === "api" || pointer[0] === "navigation") &&
      pointer.includes(key) &&
      pointer.at(-1) !== "directory" &&
      typeof value === "string" &&
      site.files.has(value.replace(/^\.?\//, "")),
  );
}
