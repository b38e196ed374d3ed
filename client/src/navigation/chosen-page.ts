import type { PreviewPanels } from "../preview/previews.ts";
import type { NavigationView } from "./navigation-view.ts";
import type { ChosenPage } from "./published-page.ts";

/**
 * Returns the page of the tree row that a command is run on, or else of the active preview. Returns undefined if there
 * is neither.
 */
export function chosenPage(
  argument: unknown,
  navigation: Pick<NavigationView, "chosen">,
  previews: Pick<PreviewPanels, "inFront">,
): ChosenPage | undefined {
  const isRow = typeof argument === "object" && argument !== null && "kind" in argument;
  const [row] = isRow ? navigation.chosen(argument) : [];
  if (row?.kind === "node") {
    const { opens, at, slug } = row.node;
    const uri = opens?.uri ?? at?.uri;
    return uri === undefined ? undefined : ofFile(uri, slug);
  }
  const shown = previews.inFront;
  return shown && ofFile(shown.uri, shown.url);
}

/** A page with a file is identified by its path, a generated page only by its slug. */
function ofFile(uri: string, slug: string | undefined): ChosenPage {
  return /\.mdx?$/.test(uri) || slug === undefined ? { uri } : { uri, slug };
}
