import type { PreviewPanels } from "../preview/previews.ts";
import type { NavigationView } from "./navigation-view.ts";
import type { ChosenPage } from "./published-page.ts";

/**
 * The page of the tree's row that a command is called on, else of the preview that the person is in. Undefined where neither is
 * meant.
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

/** Of a page with a file its path counts; a page that is made of a specification has its slug alone. */
function ofFile(uri: string, slug: string | undefined): ChosenPage {
  return /\.mdx?$/.test(uri) || slug === undefined ? { uri } : { uri, slug };
}
