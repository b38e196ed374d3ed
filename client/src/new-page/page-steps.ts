import * as vscode from "vscode";
import {
  type CheckNewPageResult,
  type CheckNewPageParams,
  checkNewPage,
  type NewPageChoices,
  type NewPageOperation,
  type NewPageRequest,
  type NewPageTemplate,
} from "../../../server/src/protocol/new-page.ts";
import type { LanguageServer } from "../language-client.ts";

type Choices = Extract<NewPageChoices, { ok: true }>;
type PageLocation = NewPageRequest["location"];
/** The data about the page that is available before its path has been entered. */
export type PageDraft = Pick<CheckNewPageParams, "root" | "pageKind" | "title" | "folder">;

const formatTitle = (step: string) => vscode.l10n.t("New Page: {0}", step);

/**
 * Prompts for a template. The site's own templates come first. The template for an endpoint page is offered only if
 * there's an operation without a page.
 */
export async function pickTemplate(
  { templates, operations }: Choices,
  isListed: boolean,
): Promise<NewPageTemplate | undefined> {
  const offeredTemplates = templates.filter(
    ({ pageKind }) => (pageKind !== "endpoint" || operations.length > 0) && (pageKind !== "snippet" || !isListed),
  );
  const siteTemplates = offeredTemplates.filter(({ isSiteTemplate }) => isSiteTemplate);
  const createItems = (templateList: readonly NewPageTemplate[]) =>
    templateList.map((template) => ({ label: template.label, description: template.detail, template }));
  const createSeparator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const item = await vscode.window.showQuickPick<vscode.QuickPickItem & { template?: NewPageTemplate }>(
    siteTemplates.length === 0
      ? createItems(offeredTemplates)
      : [
          createSeparator(vscode.l10n.t("site templates")),
          ...createItems(siteTemplates),
          createSeparator(vscode.l10n.t("built-in templates")),
          ...createItems(offeredTemplates.filter(({ isSiteTemplate }) => !isSiteTemplate)),
        ],
    {
      title: formatTitle(vscode.l10n.t("Template")),
      placeHolder: vscode.l10n.t("Choose a template"),
      matchOnDescription: true,
    },
  );
  return item?.template;
}

/** Prompts for an operation that isn't on any page. */
export async function pickOperation({ operations }: Choices): Promise<NewPageOperation | undefined> {
  const specs = new Set(operations.map(({ spec }) => spec));
  const item = await vscode.window.showQuickPick(
    operations.map((operation) => {
      const { name, summary = "", spec, deprecated } = operation;
      const parts = [summary, deprecated ? vscode.l10n.t("deprecated") : "", specs.size > 1 ? spec : ""];
      return { label: name, description: parts.filter((part) => part !== "").join(" · "), operation };
    }),
    {
      title: formatTitle(vscode.l10n.t("Operation")),
      placeHolder: vscode.l10n.t("Choose an operation that isn't on any page yet"),
      matchOnDescription: true,
    },
  );
  return item?.operation;
}

/** Prompts for the title that readers will see above the page, or for the name of a snippet. */
export async function promptForTitle({ pageKind }: NewPageTemplate, value: string): Promise<string | undefined> {
  const isSnippet = pageKind === "snippet";
  const text = await vscode.window.showInputBox({
    title: formatTitle(isSnippet ? vscode.l10n.t("Name") : vscode.l10n.t("Title")),
    prompt: isSnippet
      ? vscode.l10n.t("Name of the snippet on pages, for example, Plan note")
      : vscode.l10n.t("Title that readers see"),
    value,
    ignoreFocusOut: true,
    validateInput: (typedText) =>
      typedText.trim() !== ""
        ? undefined
        : isSnippet
          ? vscode.l10n.t("Enter a name.")
          : vscode.l10n.t("Enter a title."),
  });
  return text === undefined || text.trim() === "" ? undefined : text.trim();
}

/**
 * Prompts for the path of the file. The suggested path is based on the title. The path is validated after each
 * keystroke.
 */
export async function promptForPath(server: LanguageServer, draft: PageDraft): Promise<CheckNewPageResult | undefined> {
  const check = (path?: string) => server.request(checkNewPage, { ...draft, ...(path !== undefined && { path }) });
  const initialResult = await check();
  if (!initialResult) return undefined;
  const { path } = initialResult;
  const input = await vscode.window.showInputBox({
    title: formatTitle(vscode.l10n.t("Path")),
    prompt: vscode.l10n.t("Relative to the folder that contains docs.json. This path is also part of the page's URL."),
    value: path,
    valueSelection: [path.lastIndexOf("/") + 1, path.length],
    ignoreFocusOut: true,
    validateInput: async (typedText) => {
      const result = await check(typedText);
      if (result?.refusal !== undefined)
        return { message: result.refusal, severity: vscode.InputBoxValidationSeverity.Error };
      return result?.warning === undefined
        ? undefined
        : { message: result.warning, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  return input === undefined ? undefined : check(input);
}

/**
 * Prompts for the part of the navigation to which the page will be added. The most likely part comes first. Skips the
 * prompt if the navigation already contains the page.
 */
export async function pickLocation(
  choices: Choices,
  { pageKind }: NewPageTemplate,
  { isListed }: CheckNewPageResult,
): Promise<PageLocation | undefined> {
  if (isListed) return { kind: "later" };
  const items = pageKind === "snippet" ? createSnippetLocationItems(choices) : createPageLocationItems(choices);
  const item =
    items.length === 1 && pageKind === "snippet"
      ? items[0]
      : await vscode.window.showQuickPick(items, {
          title: formatTitle(
            pageKind === "snippet" ? vscode.l10n.t("Import") : vscode.l10n.t("Position in the Navigation"),
          ),
          placeHolder:
            pageKind === "snippet"
              ? vscode.l10n.t("Choose where to import the snippet")
              : vscode.l10n.t("Choose where readers will find the page"),
          matchOnDescription: true,
        });
  return item?.location;
}

interface LocationItem extends vscode.QuickPickItem {
  readonly location: PageLocation;
}

function createPageLocationItems({ destinations, likelyIndex, warning }: Choices): readonly LocationItem[] {
  if (warning !== undefined)
    return [
      {
        label: vscode.l10n.t("Leave it out of the navigation for now"),
        detail: warning,
        location: { kind: "later" },
      },
    ];
  const listedItems = destinations.map(({ location, label, ancestors }, index) => {
    const parts = [ancestors.join(" › "), index === likelyIndex ? vscode.l10n.t("suggested") : ""];
    return {
      label,
      description: parts.filter((part) => part !== "").join(" · "),
      location: { kind: "listed", at: location } as const,
    };
  });
  const likelyItems = likelyIndex === undefined ? [] : listedItems.slice(likelyIndex, likelyIndex + 1);
  return [
    ...likelyItems,
    {
      label: vscode.l10n.t("Not in the navigation"),
      description: vscode.l10n.t("hidden: readers need the URL to find it"),
      location: { kind: "unlisted" },
    },
    ...listedItems.filter((item) => !likelyItems.includes(item)),
  ];
}

function createSnippetLocationItems({ page }: Choices): readonly LocationItem[] {
  return [
    ...(page === undefined
      ? []
      : [
          {
            label: vscode.l10n.t("Import in {0}", page),
            location: { kind: "imported", by: page } as const,
          },
        ]),
    { label: vscode.l10n.t("Don't import it for now"), location: { kind: "later" } },
  ];
}

/**
 * Prompts for the counterparts in other languages and versions that will also be created. Returns their paths, or
 * undefined if the user cancels.
 */
export async function pickCounterparts(
  server: LanguageServer,
  draft: PageDraft,
  { path }: CheckNewPageResult,
  { at }: Extract<PageLocation, { kind: "listed" }>,
): Promise<readonly string[] | undefined> {
  const result = await server.request(checkNewPage, { ...draft, path, location: at });
  if (!result || result.counterparts.length === 0) return [];
  const selectedItems = await vscode.window.showQuickPick(
    result.counterparts.map(({ slug, label }) => ({ label: slug, description: label, picked: true })),
    {
      title: formatTitle(vscode.l10n.t("Other Languages and Versions")),
      placeHolder: vscode.l10n.t("Select where to create copies of this page"),
      canPickMany: true,
    },
  );
  return selectedItems?.map(({ label }) => label);
}
