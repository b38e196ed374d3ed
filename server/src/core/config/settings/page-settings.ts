import {
  checked,
  closedObject,
  color,
  either,
  flag,
  list,
  nonEmpty,
  object,
  enumShape,
  oneOfExplained,
  record,
  setting,
  text,
} from "./build-shape.ts";
import { iconSetting } from "./appearance-settings.ts";
import type { ObjectShape, Setting, Shape } from "./setting-shape.ts";

const href = checked("href");
const labelMeaning = "Text of the link.";
const targetMeaning = "Where the link leads: a path of the site or a URL.";

const socialNames = [
  "x",
  "website",
  "facebook",
  "youtube",
  "discord",
  "slack",
  "github",
  "linkedin",
  "instagram",
  "hacker-news",
  "medium",
  "telegram",
  "twitter",
  "x-twitter",
  "earth-americas",
  "bluesky",
  "threads",
  "reddit",
  "podcast",
] as const;

/** The announcement above every page. */
export const banner: Shape = object({
  content: setting(nonEmpty, "Text of the announcement, in Markdown without components of your own.", {
    required: true,
    example: "Version 2 is here.",
  }),
  dismissible: setting(flag, "Lets readers close the announcement.", { default: "`false`" }),
  type: setting(enumShape(["info", "warning", "critical"]), "Tone of the announcement.", {
    default: "`info`",
  }),
  color: setting(
    either(
      {
        object: closedObject({
          light: setting(color, "Background in light mode."),
          dark: setting(color, "Background in dark mode."),
        }),
        string: color,
      },
      ["string"],
    ),
    "Background of the announcement, instead of the one of its `type`.",
  ),
});

/** The links and icons below every page. */
export const footer: Shape = object({
  socials: setting(
    closedObject(
      Object.fromEntries(
        socialNames.map((name) => [
          name,
          setting(checked("profile-url"), `Address of your ${name} page; it shows as an icon.`),
        ]),
      ),
    ),
    "Your profiles elsewhere, shown as icons.",
  ),
  links: setting(
    list(
      object({
        header: setting(nonEmpty, "Title of the column."),
        items: setting(
          list(
            object({
              label: setting(nonEmpty, labelMeaning, { required: true, example: "About" }),
              href: setting(
                checked("footer-href"),
                "Where the link leads: a path of the site or an https URL.",
                {
                  required: true,
                  example: "/about",
                },
              ),
            }),
            { min: 1 },
          ),
          "Links of the column, at least one.",
          { required: true, example: [{ label: "About", href: "/about" }] },
        ),
      }),
      { min: 1, max: 4 },
    ),
    "Columns of links, four at most.",
  ),
});

function navbarLink(type: Setting, labelIsRequired: boolean): ObjectShape {
  return object({
    type,
    label: setting(text, labelMeaning, labelIsRequired ? { required: true, example: "Support" } : {}),
    href: setting(href, targetMeaning, { required: true, example: "https://example.com" }),
    icon: iconSetting("Icon before the text."),
  });
}

const linkType = setting(
  enumShape(["github", "discord"], { open: true }),
  "`github` and `discord` show stars or members of what the link names; leave it out for a plain link.",
);
const primaryType = setting(
  oneOfExplained({
    button: "a plain button",
    github: "a repository with its stars",
    discord: "a server with its members",
  }),
  "What the button is.",
  { required: true, example: "button" },
);

/** The links at the top of every page. */
export const navbar: Shape = object({
  links: setting(
    list({
      kind: "forms",
      forms: [{ key: "type", values: ["github", "discord"], shape: navbarLink(linkType, false) }],
      otherwise: navbarLink(linkType, true),
    }),
    "Links in the top bar.",
  ),
  primary: setting(
    {
      kind: "forms",
      forms: [{ key: "type", values: ["button"], shape: primaryButton(true) }],
      otherwise: primaryButton(false),
    },
    "The button at the right end of the top bar.",
  ),
});

function primaryButton(labelIsRequired: boolean): ObjectShape {
  return object({
    type: primaryType,
    label: setting(
      text,
      "Text of the button.",
      labelIsRequired ? { required: true, example: "Sign up" } : {},
    ),
    href: setting(href, "Where the button leads: a path of the site or a URL.", {
      required: true,
      example: "https://example.com",
    }),
  });
}

const metatags = record(nonEmpty);

const seo: Shape = object({
  metatags: setting(metatags, "Meta tags of every page, by name."),
  paths: setting(
    list(
      object({
        path: setting(
          checked("folder-path", { minLength: 1 }),
          "Folder, from the site's root, without a slash at its ends.",
          {
            required: true,
            example: "guides",
          },
        ),
        metatags: setting(metatags, "Meta tags of the pages in this folder, by name.", {
          required: true,
          example: {},
        }),
      }),
      { unique: { key: "path" } },
    ),
    "Meta tags for single folders. The longest path wins; a page's own fields win over all.",
  ),
  organization: setting(
    object({
      id: setting(checked("url"), "A lasting address that stands for the publisher.", {
        default: "`<site>/#organization`",
      }),
      name: setting(nonEmpty, "Name of the publisher.", { default: "the site's name" }),
      legalName: setting(nonEmpty, "Registered name of the publisher."),
      url: setting(checked("url"), "Home page of the publisher."),
      logo: setting(checked("url"), "URL of the publisher's logo.", { default: "the site's logo" }),
      sameAs: setting(list(checked("url")), "Profiles of the publisher elsewhere."),
    }),
    "Who publishes the docs, as search engines read it.",
  ),
  indexing: setting(
    oneOfExplained({
      navigable: "pages in the navigation",
      all: "hidden pages too",
    }),
    "Which pages search engines may list.",
    { default: "`navigable`" },
  ),
  trailingSlash: setting(flag, "Ends the site's addresses with a slash.", { default: "`false`" }),
});

const contextual: Shape = object({
  options: setting(
    list(
      either({
        string: enumShape(
          [
            "copy",
            "assistant",
            "view",
            "download-pdf",
            "download-spec",
            "chatgpt",
            "claude",
            "perplexity",
            "grok",
            "aistudio",
            "devin",
            "windsurf",
            "mcp",
            "add-mcp",
            "cursor",
            "vscode",
            "devin-mcp",
          ],
          { disputed: ["devin-desktop"] },
        ),
        object: object({
          title: setting(text, "Title of the entry.", { required: true, example: "Ask the forum" }),
          description: setting(text, "Text below the title.", {
            required: true,
            example: "Open a new question",
          }),
          icon: iconSetting("Icon of the entry."),
          href: setting(
            either({
              string: text,
              object: object({
                base: setting(text, "The address without its query.", {
                  required: true,
                  example: "https://example.com",
                }),
                query: setting(
                  list(
                    object({
                      key: setting(text, "Name in the query.", { required: true, example: "page" }),
                      value: setting(text, "Value in the query. `$page`, `$path` and `$mcp` are filled in.", {
                        required: true,
                        example: "$page",
                      }),
                    }),
                  ),
                  "Names and values behind the question mark.",
                ),
              }),
            }),
            "Where the entry leads. `$page`, `$path` and `$mcp` are filled in.",
            { required: true, example: "https://example.com" },
          ),
        }),
      }),
      { unique: "item" },
    ),
    "Entries of the menu, each once.",
    { required: true, example: ["copy", "view"] },
  ),
  display: setting(
    oneOfExplained({ header: "beside the title", toc: "in the table of contents" }),
    "Where the menu stands.",
    { default: "`header`" },
  ),
});

/** Settings for the layout around pages and for search and discovery. */
export const pageSettings: Readonly<Record<string, Setting>> = {
  navbar: setting(navbar, "The bar at the top of every page."),
  footer: setting(footer, "What stands below every page."),
  banner: setting(banner, "An announcement above every page."),
  search: setting(object({ prompt: setting(text, "Text in the empty search field.") }), "The search field."),
  seo: setting(seo, "How search engines see the site."),
  redirects: setting(
    list(
      object({
        source: setting(
          text,
          "Path that no longer exists. `:name`, `:name*` and `*` stand for parts of it.",
          {
            required: true,
            example: "/old",
          },
        ),
        destination: setting(text, "Path or URL that readers get instead.", {
          required: true,
          example: "/new",
        }),
        permanent: setting(flag, "Tells browsers and search engines that the move is for good.", {
          default: "`true`",
        }),
      }),
      { unique: { key: "source" }, saidBy: "redirect/duplicate-source" },
    ),
    "Old addresses and where they lead now.",
  ),
  contextual: setting(contextual, "The menu on each page for copying it or opening it elsewhere."),
  errors: setting(
    object({
      404: setting(
        object({
          redirect: setting(flag, "Sends readers to the home page instead of showing an error.", {
            default: "`true`",
          }),
          title: setting(text, "Title of the error page."),
          description: setting(text, "Text of the error page, in Markdown."),
        }),
        "What readers see at an address without a page.",
        { required: true, example: { redirect: true } },
      ),
    }),
    "Error pages.",
  ),
  interaction: setting(
    object({
      drilldown: setting(
        flag,
        "With `true` a click on a group opens its first page, with `false` it only unfolds the group.",
        { default: "by theme" },
      ),
    }),
    "How the navigation reacts.",
  ),
  metadata: setting(
    object({
      timestamp: setting(flag, "Shows on each page when it was last changed.", { default: "`false`" }),
    }),
    "Facts shown on every page.",
  ),
  variables: setting(record(text), "Texts that pages use as `{{name}}`."),
  markdown: setting(
    object({
      schema: setting(flag, "Puts the specification into the Markdown of API pages.", { default: "`true`" }),
      instructions: setting(
        either({ string: text, list: list(text) }),
        "Extra instructions for agents, as one text or as lines.",
      ),
    }),
    "The Markdown that agents are served.",
  ),
};
