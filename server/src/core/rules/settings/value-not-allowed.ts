import { quoted } from "../../config/json/json-edit.ts";
import { locationOfHead, locationOfKey } from "../../config/json/json-tree.ts";
import type { ValueKind } from "../../config/settings/setting-shape.ts";
import type { SettingFault, ValueNotAllowedFault, WrongTypeFault } from "../../config/validate-config.ts";
import { settingsFileFaults } from "../../site/settings/site-settings.ts";
import { truncateEnd, truncateStart } from "../../text/message.ts";
import { checkSettingsSource, defineRule, type Finding, replaceAt } from "../rule.ts";

const effect = "so it does not count for the checks of this site";

export const settingsValueNotAllowed = defineRule({
  code: "settings/value-not-allowed",
  on: ["settings"],
  severity: "error",
  summary: "A value in .docwright.json that the setting cannot have.",
  why: "Docwright reads past such a value as if it were not there, so what your team wanted to set does not count.",
  messages: {
    near: `\`{value}\` is no value of \`{path}\`, ${effect}. Use \`{nearest}\`, or another of {values}.`,
    far: `\`{value}\` is no value of \`{path}\`, ${effect}. Use one of {values}.`,
    wrongType: `\`{path}\` is {found} where {expected} belongs, ${effect}. Write {expected}.`,
    basePath: `\`{path}\` is no path as \`/docs\`, ${effect}. Write it without host, blanks, \`?\`, \`#\` and \`..\`.`,
    url: `\`{path}\` is no URL as \`https://docs.example.com\`, ${effect}. Write it without \`?\` and \`#\`.`,
    glob: "`{path}` would take too long to match, so Docwright ignores it. Use at most 1,000 characters, six wildcards, and three `**`.",
    empty: `\`{path}\` is empty, ${effect}. Write a text, or remove it.`,
    invalid: `\`{path}\` cannot be read, ${effect}. Write another value, or remove it.`,
    missing: `\`{path}\` is missing, so this entry does not count for the checks of this site. Add it.`,
    use: "Use `{value}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": [|"warn"|] } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": "warning" } }\n',
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "authentication": [|"no"|] }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "authentication": false }\n',
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "ignore": [[|"**/a/**/b/**/c/**/*.mdx"|]] }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "ignore": ["**/a/**/*.mdx"] }\n',
    },
  ],
  check: checkSettingsSource(function* (source) {
    for (const fault of settingsFileFaults(source)) {
      const finding = findingOf(fault);
      if (finding) yield finding;
    }
  }),
  *fixes({ at, data }) {
    const offered = data?.["offered"];
    for (const value of typeof offered === "object" ? offered : [])
      yield { title: "use", args: { value }, edits: replaceAt(at, value) };
  },
});

type Key = "near" | "far" | "wrongType" | "basePath" | "url" | "glob" | "empty" | "invalid" | "missing";

function findingOf(fault: SettingFault): Finding<Key> | undefined {
  const args = { path: truncateStart(fault.path, 40) };
  switch (fault.kind) {
    case "unknown-setting":
      return undefined;
    case "value-not-allowed":
      return notAllowed(fault, args);
    case "wrong-type":
      return wrongType(fault, args);
    case "invalid-value": {
      const { reason, node } = fault;
      const message =
        reason === "base-path" ? "basePath" : reason === "site-url" || reason === "url" ? "url" : reason;
      return {
        message:
          message === "basePath" || message === "url" || message === "glob" || message === "empty"
            ? message
            : "invalid",
        at: locationOfHead(node),
        args,
      };
    }
    case "missing-setting":
      return {
        message: "missing",
        at: fault.ownerProperty ? locationOfKey(fault.ownerProperty) : locationOfHead(fault.owner),
        args,
      };
  }
}

function notAllowed({ node, values, nearest }: ValueNotAllowedFault, args: { path: string }): Finding<Key> {
  // Other tools use `warn` and `info`.
  const meant = nearest ?? values.find((value) => node.value !== "" && value.startsWith(node.value));
  const others = values.filter((value) => value !== meant);
  return {
    message: meant === undefined ? "far" : "near",
    at: locationOfHead(node),
    args: {
      ...args,
      value: truncateEnd(node.value, 24),
      values: others.join(", "),
      ...(meant === undefined ? {} : { nearest: meant }),
    },
    data: { offered: [...(meant === undefined ? [] : [meant]), ...others].map(quoted) },
  };
}

const kindWords: Readonly<Record<ValueKind | "array" | "null", string>> = {
  string: "a text in quotes",
  number: "a number",
  boolean: "`true` or `false`",
  list: "a list in `[ ]`",
  array: "a list in `[ ]`",
  object: "an object in `{ }`",
  null: "`null`",
};

function wrongType({ node, expected }: WrongTypeFault, args: { path: string }): Finding<Key> {
  const [kind = "string"] = expected;
  const text = node.kind === "string" ? node.value : undefined;
  const offered =
    kind === "boolean" ? (text === "true" || text === "false" ? [text] : ["true", "false"]) : [];
  return {
    message: "wrongType",
    at: locationOfHead(node),
    args: { ...args, found: kindWords[node.kind], expected: kindWords[kind] },
    ...(offered.length > 0 ? { data: { offered } } : {}),
  };
}
