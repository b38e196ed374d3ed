import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { usePage, useRepaint } from "../../paint/page-context.ts";
import { JsonTree } from "./json-tree.tsx";
import { jsonLines } from "./json-lines.ts";
import { readJsonTree } from "./read-json-tree.ts";
import { PiecesAnswer, TextAnswer } from "./text-answer.tsx";

/** Longer than this it is not coloured. UTF-16 units. */
const longestColoured = 1_000_000;

const views = ["text", "tree", "raw"] as const;
const words = { text: "Formatted", tree: "Tree", raw: "As it came" } as const;

interface JsonAnswerProps {
  readonly text: string;
  readonly isWhole: boolean;
}

/** JSON laid out, as a tree, or as it came. Which of them is kept for the next answer. */
export function JsonAnswer({ text, isWhole }: JsonAnswerProps): VNode {
  const { state } = usePage();
  useRepaint(() => state.get("playground json"));
  const kept = state.get("playground json");
  const view = views[typeof kept === "object" ? kept.index : 0] ?? "text";
  const tree = useMemo(() => (isWhole ? readJsonTree(text) : undefined), [text, isWhole]);
  const lines = useMemo(
    () => (tree && view === "text" ? jsonLines(tree, text.length <= longestColoured) : []),
    [tree, view, text],
  );
  if (!tree)
    return (
      <>
        {isWhole && (
          <p class="dw-try-words">It says that it is JSON and is not, so it is shown as it came.</p>
        )}
        <TextAnswer text={text} label="Body" />
      </>
    );
  return (
    <>
      <div class="dw-try-views" role="group" aria-label="How the body is shown">
        {views.map((each, index) => (
          <button
            key={each}
            type="button"
            class="dw-try-view"
            aria-pressed={view === each}
            onClick={() => state.set("playground json", { index, at: 0 })}
          >
            {words[each]}
          </button>
        ))}
      </div>
      {view === "text" && <PiecesAnswer lines={lines} label="Body" />}
      {view === "tree" && <JsonTree root={tree} />}
      {view === "raw" && <TextAnswer text={text} label="Body" />}
    </>
  );
}
