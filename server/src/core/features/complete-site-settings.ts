import { quoted } from "../config/edit-config.ts";
import { severities } from "../site/severity.ts";
import { nothing, type CompletionRequest, type Completions, type Offer } from "./completion.ts";
import { jsonCursorAt, type JsonCursor } from "./json-cursor.ts";
import { writeInJson } from "./write-in-json.ts";

/** What may be written at a caret in `.docwright.json` (contracts.md §5). */
export function completeSiteSettings({ text, offset, rules = [] }: CompletionRequest): Completions {
  const cursor = jsonCursorAt(text, offset);
  return cursor ? writeInJson(offersAt(cursor, rules), cursor, text) : nothing;
}

function offersAt(cursor: JsonCursor, rules: readonly string[]): Offer[] {
  const [first, second, third] = cursor.path;
  const isOverride = first === "overrides" && typeof second === "number";
  const inRules =
    first === "rules"
      ? cursor.path.length === 1
      : isOverride && third === "rules" && cursor.path.length === 3;
  if (cursor.expects === "key") {
    if (cursor.path.length === 0) return keys(settings, cursor);
    if (isOverride && cursor.path.length === 2) return keys(overrideSettings, cursor);
    return inRules ? ruleNames(rules, cursor) : [];
  }
  if (first === "profile") return values(["standard", "mintlify"]);
  if (first === "authentication") return values(["true", "false"], (value) => value);
  if (first === "rules" || third === "rules") return values([...severities, "off"]);
  if (first === "overrides" && cursor.path.length === 2)
    return [
      { kind: "element", label: "files …", text: '{ "files": [""], "rules": {} }', caret: 13, rank: 0 },
    ];
  return [];
}

interface SettingStart {
  readonly about: string;
  readonly json: string;
}

const settings: Readonly<Record<string, SettingStart>> = {
  profile: {
    about: "Which rules of the service hold: the specification's or the published service's.",
    json: '""',
  },
  rules: {
    about: "How severe the problems of a rule, or of a whole area as `link/*`, are; `off` silences it.",
    json: "{}",
  },
  ignore: { about: "Files and folders that are not part of the site, as in `.gitignore`.", json: "[]" },
  overrides: { about: "Other severities for some files.", json: "[]" },
  basePath: { about: "Path below which the site is published, as `/docs`.", json: '""' },
  siteUrl: {
    about: "Address of the published site; links to it are checked as links within it.",
    json: '""',
  },
  keyPrefix: { about: "How administrator keys begin, so that they are found in files.", json: '""' },
  authentication: { about: "Whether readers have to sign in.", json: "" },
};

const overrideSettings: Readonly<Record<string, SettingStart>> = {
  files: { about: "Which files, as patterns: `api/**`.", json: "[]" },
  rules: { about: "Severities that hold for these files.", json: "{}" },
};

function keys(known: Readonly<Record<string, SettingStart>>, cursor: JsonCursor): Offer[] {
  return Object.entries(known)
    .filter(([key]) => !cursor.keys.has(key))
    .map(([key, { about, json }], rank) => ({
      kind: "setting",
      label: key,
      about,
      text: `${quoted(key)}: ${json}`,
      caret: quoted(key).length + 2 + Math.min(1, json.length),
      rank,
    }));
}

/** Codes of rules, and whole areas: `link/*`. */
function ruleNames(rules: readonly string[], cursor: JsonCursor): Offer[] {
  const areas = [...new Set(rules.map((code) => `${code.split("/")[0] ?? ""}/*`))];
  return [...areas, ...rules]
    .filter((code) => !cursor.keys.has(code))
    .map((code) => ({
      kind: "rule",
      label: code,
      text: `${quoted(code)}: ""`,
      caret: quoted(code).length + 3,
      rank: code.endsWith("*") ? 1 : 0,
    }));
}

function values(all: readonly string[], json: (value: string) => string = quoted): Offer[] {
  return all.map((value, rank) => ({ kind: "value", label: value, text: json(value), rank }));
}
