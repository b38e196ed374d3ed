import type { VNode } from "preact";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { flagOf, markOf, type PieceProps } from "../paint/piece.ts";
import { codeBlockNode } from "../paint/code-block-node.ts";
import { codeViewOf } from "../paint/code-view-of.ts";
import { codesIn, tabTitle } from "../paint/state-keys.ts";
import { CodeBody, CodeTools } from "./code.tsx";
import { leadingIcon } from "./icon.tsx";
import { TabList } from "./tab-list.tsx";
import { TabPanel } from "./tabs.tsx";
import { useChoice } from "./use-choice.ts";
import { useOwnId } from "./use-id.ts";

/** `<CodeGroup>`: code blocks of which one is shown, chosen by tabs or from a list. */
export function CodeGroup({ node, paint, mark }: PieceProps): VNode | null {
  const id = useOwnId();
  const codes = codesIn(node.children).map((code) => (code.tag === "CodeBlock" ? codeBlockNode(code) : code));
  const titles = codes.map(tabTitle);
  const [chosen, choose] = useChoice(node, titles, { first: 0, follows: true });
  const current = codes[chosen];
  if (!current) return null;
  const tools = current.tag === "#code" && <CodeTools view={codeViewOf(current)} />;
  const isList = flagOf(node, "dropdown") ?? false;
  const heads = codes.map((code, index) => ({
    id: `${id}-${index}`,
    label: (
      <>
        {leadingIcon(code, paint)}
        {titles[index]}
      </>
    ),
  }));
  return (
    <div class="dw-code dw-code-group" {...mark}>
      {isList ? (
        <div class="dw-code-bar">
          {leadingIcon(current, paint)}
          <select
            class="dw-code-select"
            aria-label="Shown code"
            value={String(chosen)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {titles.map((title, index) => (
              <option key={index} value={String(index)}>
                {title}
              </option>
            ))}
          </select>
          {tools}
        </div>
      ) : (
        <TabList label={titles.join(", ")} class="dw-code-bar" tabs={heads} chosen={chosen} onChoose={choose}>
          {tools}
        </TabList>
      )}
      {codes.map((code, index) =>
        isList ? (
          <div key={index} hidden={index !== chosen} {...markOf(code)}>
            {shownCode(code)}
          </div>
        ) : (
          <TabPanel
            key={index}
            id={`${id}-${index}`}
            anchor={undefined}
            shown={index === chosen}
            onFound={() => choose(index)}
            {...markOf(code)}
          >
            {shownCode(code)}
          </TabPanel>
        ),
      )}
    </div>
  );

  function shownCode(code: ViewElement) {
    return code.tag === "#code" ? <CodeBody node={code} view={codeViewOf(code)} /> : paint([code]);
  }
}
