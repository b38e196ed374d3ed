import { replaceAt, type FaultKind } from "../fault-kind.ts";
import { getRange } from "../read-config.ts";
import { isFree, isRedirected } from "../served.ts";
import { addItem, addMember } from "./edit-config.ts";

/** Problems in links in docs.json. */
export const configLinkFaults: readonly FaultKind[] = [
  {
    name: "link/navbar-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) => {
      const list = site.config.getAt("navbar", "links");
      const root = site.config.getAt();
      const item = `{ "label": "Zz", "href": "/zz-${random.nextWord(4)}/${random.nextWord(4)}" }`;
      if (list)
        return list.node.type === "array"
          ? {
              ...addItem(site, list, item, random.nextBelow((list.node.children?.length ?? 0) + 1)),
              what: item,
            }
          : undefined;
      return site.config.getAt("navbar") || !root
        ? undefined
        : { ...addMember(site, root, `"navbar": { "links": [${item}] }`), what: item };
    },
  },
  {
    name: "link/footer-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) => {
      const list = random.pick(
        site.config.all.filter(
          ({ pointer, node }) => pointer[0] === "footer" && pointer.at(-1) === "items" && node.type === "array",
        ),
      );
      const footer = site.config.getAt("footer");
      const item = `{ "label": "Zz", "href": "/zz-${random.nextWord(4)}/${random.nextWord(4)}" }`;
      if (list)
        return {
          ...addItem(site, list, item, random.nextBelow((list.node.children?.length ?? 0) + 1)),
          what: item,
        };
      if (!footer || footer.node.type !== "object" || site.config.getAt("footer", "links")) return undefined;
      return { ...addMember(site, footer, `"links": [{ "header": "Zz", "items": [${item}] }]`), what: item };
    },
  },
  {
    name: "link/config-href-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(
          ({ key, value, pointer }) =>
            key?.value === "href" &&
            typeof value === "string" &&
            ["navigation", "navbar", "footer", "logo"].includes(String(pointer[0])),
        ),
      );
      const path = `zz-${random.nextWord(4)}/${random.nextWord(4)}`;
      return configValue && isFree(site, path)
        ? {
            ...replaceAt(configValue.path, getRange(configValue.node), `"/${path}"`),
            what: `${configValue.pointer.join(".")} is /${path}`,
          }
        : undefined;
    },
  },
  {
    name: "link/config-scheme-unsafe",
    codes: ["link/unsafe-scheme", "config/invalid-value"],
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(
          ({ key, value, pointer }) =>
            key?.value === "href" &&
            typeof value === "string" &&
            ["navigation", "navbar", "footer"].includes(String(pointer[0])),
        ),
      );
      return (
        configValue && {
          ...replaceAt(configValue.path, getRange(configValue.node), '"javascript:alert(1)"'),
          what: "an unsafe href in docs.json",
        }
      );
    },
  },
  {
    name: "link/config-through-redirect",
    codes: ["link/to-redirect"],
    inject: (site, random) => {
      const redirect = random.pick(
        site.config.redirects.filter(
          ({ source, destination }) =>
            /^\/[\w/-]+$/.test(source) &&
            site.texts.has(`${destination.slice(1)}.mdx`) &&
            !site.texts.has(`${source.slice(1)}.mdx`) &&
            !isRedirected(site, destination),
        ),
      );
      const list = site.config.getAt("navbar", "links");
      if (
        !redirect ||
        list?.node.type !== "array" ||
        site.config.redirects.find(({ source }) => source === redirect.source) !== redirect
      )
        return undefined;
      return {
        ...addItem(site, list, `{ "label": "Zz", "href": ${JSON.stringify(redirect.source)} }`, 0),
        what: `navbar link to ${redirect.source}`,
      };
    },
  },
];
