import { createIconSetting } from "./appearance-settings.ts";
import {
  createCheckedString,
  createClosedObject,
  color,
  choice,
  createEnum,
  flag,
  list,
  nonEmpty,
  object,
  type ObjectSchema,
  createDescribedEnum,
  record,
  setting,
  type Setting,
  type SettingSchema,
  text,
} from "./setting-schema.ts";

const href = createCheckedString("href");
const labelDescription = "Link text.";
const targetDescription = "Link target: a path on this site or a URL.";

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
export const banner: SettingSchema = object({
  content: setting(nonEmpty, "Text of the announcement, in Markdown without custom components.", {
    required: true,
    example: "Version 2 is here.",
  }),
  dismissible: setting(flag, "Lets readers dismiss the announcement.", { default: "`false`" }),
  type: setting(createEnum(["info", "warning", "critical"]), "Style of the announcement.", {
    default: "`info`",
  }),
  color: setting(
    choice(
      {
        object: createClosedObject({
          light: setting(color, "Background color in light mode."),
          dark: setting(color, "Background color in dark mode."),
        }),
        string: color,
      },
      ["string"],
    ),
    "Background color of the announcement. Overrides the default color for its `type`.",
  ),
});

/** The links and icons below every page. */
export const footer: SettingSchema = object({
  socials: setting(
    createClosedObject(
      Object.fromEntries(
        socialNames.map((name) => [
          name,
          setting(createCheckedString("profile-url"), `URL of your ${name} page, shown as an icon.`),
        ]),
      ),
    ),
    "Your profiles on other sites, shown as icons.",
  ),
  links: setting(
    list(
      object({
        header: setting(nonEmpty, "Column title."),
        items: setting(
          list(
            object({
              label: setting(nonEmpty, labelDescription, { required: true, example: "About" }),
              href: setting(createCheckedString("footer-href"), "Link target: a path on this site or an HTTPS URL.", {
                required: true,
                example: "/about",
              }),
            }),
            { minItems: 1 },
          ),
          "Links in the column, at least one.",
          { required: true, example: [{ label: "About", href: "/about" }] },
        ),
      }),
      { minItems: 1, maxItems: 4 },
    ),
    "Columns of links, up to four.",
  ),
});

function createNavbarLinkSchema(type: Setting, isLabelRequired: boolean): ObjectSchema {
  return object({
    type,
    label: setting(text, labelDescription, isLabelRequired ? { required: true, example: "Support" } : {}),
    href: setting(href, targetDescription, { required: true, example: "https://example.com" }),
    icon: createIconSetting("Icon before the text."),
  });
}

const linkType = setting(
  createEnum(["github", "discord"], { isOpen: true }),
  "Kind of link. `github` shows a repository's stars, and `discord` shows a server's members. Omit it for a plain link.",
);
const primaryType = setting(
  createDescribedEnum({
    button: "Shows a plain button.",
    github: "Shows a repository and its stars.",
    discord: "Shows a server and its members.",
  }),
  "Kind of button.",
  { required: true, example: "button" },
);

/** The links at the top of every page. */
export const navbar: SettingSchema = object({
  links: setting(
    list({
      kind: "forms",
      forms: [{ key: "type", values: ["github", "discord"], schema: createNavbarLinkSchema(linkType, false) }],
      defaultSchema: createNavbarLinkSchema(linkType, true),
    }),
    "Links in the top bar.",
  ),
  primary: setting(
    {
      kind: "forms",
      forms: [{ key: "type", values: ["button"], schema: createPrimaryButtonSchema(true) }],
      defaultSchema: createPrimaryButtonSchema(false),
    },
    "Button at the right end of the top bar.",
  ),
});

function createPrimaryButtonSchema(isLabelRequired: boolean): ObjectSchema {
  return object({
    type: primaryType,
    label: setting(text, "Button text.", isLabelRequired ? { required: true, example: "Sign up" } : {}),
    href: setting(href, targetDescription, {
      required: true,
      example: "https://example.com",
    }),
  });
}

const metatags = record(nonEmpty);

const seo: SettingSchema = object({
  metatags: setting(metatags, "Meta tags for every page, by name."),
  paths: setting(
    list(
      object({
        path: setting(
          createCheckedString("folder-path", { minLength: 1 }),
          "Folder relative to the site's root, without a leading or trailing slash.",
          {
            required: true,
            example: "guides",
          },
        ),
        metatags: setting(metatags, "Meta tags for the pages in this folder, by name.", {
          required: true,
          example: {},
        }),
      }),
      { uniqueness: { key: "path" } },
    ),
    "Meta tags for individual folders. The longest path takes precedence, but a page's own fields override all of them.",
  ),
  organization: setting(
    object({
      id: setting(createCheckedString("url"), "Permanent URL that identifies the publisher.", {
        default: "`<site>/#organization`",
      }),
      name: setting(nonEmpty, "Name of the publisher.", { default: "the site's name" }),
      legalName: setting(nonEmpty, "Registered name of the publisher."),
      url: setting(createCheckedString("url"), "Home page of the publisher."),
      logo: setting(createCheckedString("url"), "URL of the publisher's logo.", { default: "the site's logo" }),
      sameAs: setting(list(createCheckedString("url")), "URLs of the publisher's profiles on other sites."),
    }),
    "Publisher of the docs, for search engines.",
  ),
  indexing: setting(
    createDescribedEnum({
      navigable: "Includes only pages in the navigation.",
      all: "Includes hidden pages too.",
    }),
    "Pages that search engines can index.",
    { default: "`navigable`" },
  ),
  trailingSlash: setting(flag, "Adds a trailing slash to the site's URLs.", { default: "`false`" }),
});

const contextual: SettingSchema = object({
  options: setting(
    list(
      choice({
        string: createEnum(
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
          { disputedValues: ["devin-desktop"] },
        ),
        object: object({
          title: setting(text, "Title of the menu item.", { required: true, example: "Ask the forum" }),
          description: setting(text, "Text below the title.", {
            required: true,
            example: "Open a new question",
          }),
          icon: createIconSetting("Icon of the menu item."),
          href: setting(
            choice({
              string: text,
              object: object({
                base: setting(text, "URL without its query string.", {
                  required: true,
                  example: "https://example.com",
                }),
                query: setting(
                  list(
                    object({
                      key: setting(text, "Name of the query parameter.", { required: true, example: "page" }),
                      value: setting(
                        text,
                        "Value of the query parameter. Can contain the placeholders `$page`, `$path`, and `$mcp`.",
                        {
                          required: true,
                          example: "$page",
                        },
                      ),
                    }),
                  ),
                  "Query parameters of the URL.",
                ),
              }),
            }),
            "URL of the menu item. Can contain the placeholders `$page`, `$path`, and `$mcp`.",
            { required: true, example: "https://example.com" },
          ),
        }),
      }),
      { uniqueness: "item" },
    ),
    "Menu items. Each item can appear only once.",
    { required: true, example: ["copy", "view"] },
  ),
  display: setting(
    createDescribedEnum({
      header: "Shows the menu next to the title.",
      toc: "Shows the menu in the table of contents.",
    }),
    "Position of the menu.",
    { default: "`header`" },
  ),
});

/** Settings for the layout around pages, and for search and discovery. */
export const pageSettings: Readonly<Record<string, Setting>> = {
  navbar: setting(navbar, "Top bar on every page."),
  footer: setting(footer, "Footer on every page."),
  banner: setting(banner, "Announcement above every page."),
  search: setting(object({ prompt: setting(text, "Placeholder text in the search field.") }), "The search field."),
  seo: setting(seo, "How search engines index the site."),
  redirects: setting(
    list(
      object({
        source: setting(text, "Path that no longer exists. `:name`, `:name*`, and `*` match parts of it.", {
          required: true,
          example: "/old",
        }),
        destination: setting(text, "Path or URL that readers are redirected to.", {
          required: true,
          example: "/new",
        }),
        permanent: setting(flag, "Marks the redirect as permanent for browsers and search engines.", {
          default: "`true`",
        }),
      }),
      { uniqueness: { key: "source" }, reportedBy: "redirect/duplicate-source" },
    ),
    "Redirects from old paths to new paths or URLs.",
  ),
  contextual: setting(contextual, "Menu on each page for copying the page or opening it in other tools."),
  errors: setting(
    object({
      404: setting(
        object({
          redirect: setting(flag, "Redirects readers to the home page instead of showing an error.", {
            default: "`true`",
          }),
          title: setting(text, "Title of the error page."),
          description: setting(text, "Text of the error page, in Markdown."),
        }),
        "What readers see at a URL that doesn't exist.",
        { required: true, example: { redirect: true } },
      ),
    }),
    "Error pages.",
  ),
  interaction: setting(
    object({
      drilldown: setting(
        flag,
        "Controls whether selecting a group opens its first page instead of only expanding or collapsing the group.",
        { default: "depends on the theme" },
      ),
    }),
    "How the navigation behaves.",
  ),
  metadata: setting(
    object({
      timestamp: setting(flag, "Shows when each page was last changed.", { default: "`false`" }),
    }),
    "Information shown on every page.",
  ),
  variables: setting(record(text), "Strings that pages can insert with `{{name}}`."),
  markdown: setting(
    object({
      schema: setting(flag, "Includes the specification in the Markdown version of API pages.", {
        default: "`true`",
      }),
      instructions: setting(
        choice({ string: text, list: list(text) }),
        "Additional instructions for agents, as one string or a list of lines.",
      ),
    }),
    "Markdown that the site serves to agents.",
  ),
};
