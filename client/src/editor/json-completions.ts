import * as vscode from "vscode";

/**
 * The trigger character of Docwright's own request for the completions of other providers. It marks the request, so that
 * it isn't confused with one that the user makes at the same time.
 */
const ownTrigger = "docwright";

export interface CompletionPlace {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

type Completions = vscode.CompletionItem[] | vscode.CompletionList | null | undefined;

/**
 * Returns Docwright's completions of a JSON file without the settings and values that VS Code's JSON service also
 * offers. Without a schema, that service offers every string of the file, so pages and operations always stay:
 * Docwright's items have titles, and the other service's don't contain all pages.
 */
export async function withoutJsonCompletions(
  place: CompletionPlace,
  context: vscode.CompletionContext,
  complete: () => Completions | Thenable<Completions>,
  completeByOthers: typeof completionsOfOthers = completionsOfOthers,
): Promise<Completions> {
  if (context.triggerCharacter === ownTrigger) return [];
  const ours = await complete();
  const items = !ours || Array.isArray(ours) ? ours : ours.items;
  if (!ours || !items?.some((item) => !isOnlyOurs(item))) return ours;
  const theirs = new Set(
    (await completeByOthers(place))
      .filter(({ kind }) => kind !== vscode.CompletionItemKind.Text)
      .map(plainLabel),
  );
  const left = items.filter((item) => isOnlyOurs(item) || !theirs.has(plainLabel(item)));
  return Array.isArray(ours) ? left : new vscode.CompletionList(left, ours.isIncomplete);
}

async function completionsOfOthers({
  uri,
  position,
}: CompletionPlace): Promise<readonly vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList | undefined>(
    "vscode.executeCompletionItemProvider",
    uri,
    position,
    ownTrigger,
  );
  return list?.items ?? [];
}

/** Pages and files have the kind File, and operations the kind Method. */
function isOnlyOurs({ kind }: vscode.CompletionItem): boolean {
  return kind === vscode.CompletionItemKind.File || kind === vscode.CompletionItemKind.Method;
}

function plainLabel({ label }: vscode.CompletionItem): string {
  return (typeof label === "string" ? label : label.label).replace(/^"|"$/g, "");
}
