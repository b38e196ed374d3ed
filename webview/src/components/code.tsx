import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  CodeToken,
  CodeView,
  ViewElement,
  ViewNode,
  ViewValue,
} from "../../../server/src/core/preview/view/page-view.ts";
import { getCodeView, getCodeText } from "../paint/node-text.ts";
import { listCodeBlocks, getTabTitle, useReaderState } from "../paint/page-context.ts";
import {
  getFlagProp,
  getText,
  getProp,
  getSlot,
  getSourcePosition,
  getTextProp,
  type RenderedNodeProps,
} from "../paint/node-props.ts";
import { CopyButton, renderLeadingIcon } from "./icon.tsx";
import { TabList, TabPanel, useChoice, useUniqueId } from "./tabs.tsx";

const blocksByNode = new WeakMap<ViewElement, ViewElement>();

/** Returns the equivalent `#code` node for a `<CodeBlock>`, so it's rendered like any other code block. */
export function getCodeBlock(node: ViewElement): ViewElement {
  const cachedBlock = blocksByNode.get(node);
  if (cachedBlock) return cachedBlock;
  const [fencedBlock] = listCodeBlocks(node.children).filter(({ tag }) => tag === "#code");
  const language = getTextProp(node, "language") ?? getTextProp(node, "lang");
  const title = getTextProp(node, "filename") ?? getTextProp(node, "title");
  const block: ViewElement = {
    ...node,
    tag: "#code",
    props: {
      lines: getText(node.children)
        .replace(/^\n|\n$/g, "")
        .split("\n")
        .map((line) => [line]),
      ...fencedBlock?.props,
      ...omitUndefined({
        lang: language,
        title,
        icon: getProp(node, "icon"),
        numbers: getFlagProp(node, "lines") ?? getFlagProp(node, "numbers"),
        wrap: getFlagProp(node, "wrap"),
        expandable: getFlagProp(node, "expandable"),
        nocopy: getFlagProp(node, "nocopy"),
        highlight: toLineList(getProp(node, "highlight")),
        focus: toLineList(getProp(node, "focus")),
      }),
    },
    slots: { ...fencedBlock?.slots, ...node.slots } satisfies Record<string, readonly ViewNode[]>,
  };
  blocksByNode.set(node, block);
  return block;
}

/** Parses line numbers, such as `"[1,3]"`, `"1-3,5"`, or `[1, 3]`. Returns `undefined` for other types of values. */
export function toLineList(value: ViewValue | undefined): number[] | undefined {
  if (Array.isArray(value)) return value.filter((line): line is number => typeof line === "number");
  if (typeof value === "number") return [value];
  if (typeof value !== "string") return undefined;
  return value
    .replace(/[[\]{}\s]/g, "")
    .split(",")
    .flatMap((rangeText) => {
      const [firstLine, lastLine] = rangeText.split("-").map(Number);
      if (firstLine === undefined || !Number.isInteger(firstLine) || rangeText === "") return [];
      const end =
        lastLine === undefined || !Number.isInteger(lastLine) ? firstLine : Math.min(lastLine, firstLine + 9_999);
      return Array.from({ length: Math.max(0, end - firstLine + 1) }, (_, index) => firstLine + index);
    });
}

function omitUndefined(props: Readonly<Record<string, ViewValue | undefined>>): Record<string, ViewValue> {
  const entries = Object.entries(props).filter((entry): entry is [string, ViewValue] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

/** `#code`: a code block that the renderer has already parsed. */
export function Code(props: RenderedNodeProps): VNode {
  const { node, paint, position } = props;
  const view = getCodeView(node);
  const title = getSlot(node, "title");
  return (
    <figure class="dw-code" {...position}>
      {title && (
        <figcaption class="dw-code-bar">
          {renderLeadingIcon(node, paint)}
          <span class="dw-code-title">{paint(title)}</span>
          <CodeTools view={view} />
        </figcaption>
      )}
      <CodeBody node={node} view={view}>
        {!title && <CodeTools view={view} isFloating />}
      </CodeBody>
    </figure>
  );
}

/** The copy button of a code block. Renders nothing if the author has turned it off. */
export function CodeTools({
  view,
  isFloating,
}: {
  readonly view: CodeView;
  readonly isFloating?: boolean;
}): VNode | null {
  if (view.nocopy) return null;
  return (
    <span class={isFloating ? "dw-code-tools dw-code-tools-floating" : "dw-code-tools"}>
      <CopyButton label="Copy code" getText={() => getCodeText(view)} />
    </span>
  );
}

/** The number of lines that a long block shows before it's expanded. */
const maxFoldedLines = 14;

interface CodeBodyProps {
  readonly node: ViewElement;
  readonly view: CodeView;
  readonly children?: ComponentChildren;
}

/** The lines of a code block. A long block that is marked as expandable also has a button for showing all lines. */
export function CodeBody({ node, view, children }: CodeBodyProps): VNode {
  const [stateValue, storeValue] = useReaderState(node);
  const id = useUniqueId();
  const isFoldable = (view.expandable ?? false) && view.lines.length > maxFoldedLines;
  const isOpen = stateValue === true;
  const classes = [
    "dw-code-body",
    view.numbers ? "dw-code-numbered" : "",
    view.wrap ? "dw-code-wrapped" : "",
    view.focus?.length ? "dw-code-focused" : "",
    view.addedLines?.length || view.removedLines?.length ? "dw-code-diff" : "",
    isFoldable && !isOpen ? "dw-code-folded" : "",
  ];
  const lineClasses = listLineClasses(view);
  const label = view.title ?? (view.lang ? `Code, ${view.lang}` : "Code");
  return (
    <div class={classes.filter(Boolean).join(" ")}>
      <ScrollRegion id={id} label={label} measureKey={view.lines.length}>
        <code class="dw-code-lines" data-language={view.lang || undefined}>
          {view.lines.map((line, index) => (
            <CodeLine key={index} line={line} className={lineClasses[index] ?? "dw-line"} />
          ))}
        </code>
      </ScrollRegion>
      {children}
      {isFoldable && (
        <button
          type="button"
          class="dw-code-fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => storeValue(!isOpen)}
        >
          {isOpen ? "Show less" : `Show all ${view.lines.length} lines`}
        </button>
      )}
    </div>
  );
}

interface ScrollRegionProps {
  readonly id: string;
  readonly label: string;
  /** A value whose change causes the overflow to be measured again. */
  readonly measureKey: number;
  readonly children: ComponentChildren;
}

/** A box that can be focused with Tab, but only while its content overflows. */
function ScrollRegion({ id, label, measureKey, children }: ScrollRegionProps): VNode {
  const box = useRef<HTMLPreElement>(null);
  const [isScrollable, setScrollable] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      // Content that is hidden by folding can't be scrolled into view.
      const isTall = scrollHeight > clientHeight + 1 && getComputedStyle(element).overflowY !== "hidden";
      setScrollable(scrollWidth > clientWidth + 1 || isTall);
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [measureKey]);
  const scrollProps = isScrollable ? { tabIndex: 0, role: "region" as const, "aria-label": label } : {};
  return (
    <pre ref={box} class="dw-code-scroll" id={id} {...scrollProps}>
      {children}
    </pre>
  );
}

function CodeLine({ line, className }: { readonly line: readonly CodeToken[]; readonly className: string }): VNode {
  return (
    <span class={className}>
      {line.map((token) => (typeof token === "string" ? token : <span class={`dw-c${token[1]}`}>{token[0]}</span>))}
      {"\n"}
    </span>
  );
}

/** Returns the class of each line. */
function listLineClasses(view: CodeView): string[] {
  const highlightedLines = new Set(view.highlight);
  const focusedLines = new Set(view.focus);
  const addedLines = new Set(view.addedLines);
  const removedLines = new Set(view.removedLines);
  return view.lines.map((_, index) => {
    const line = index + 1;
    const classes = ["dw-line"];
    if (highlightedLines.has(line)) classes.push("dw-line-highlight");
    if (focusedLines.size > 0 && !focusedLines.has(line)) classes.push("dw-line-unfocused");
    if (addedLines.has(line)) classes.push("dw-line-added");
    if (removedLines.has(line)) classes.push("dw-line-removed");
    return classes.join(" ");
  });
}

/** `<CodeBlock>`: a code block that is defined by its props. It contains text or a fenced code block. */
export function CodeBlock(props: RenderedNodeProps): VNode {
  return <Code {...props} node={getCodeBlock(props.node)} />;
}

/** `<CodeGroup>`: several code blocks, one of which is shown. Readers select it with a tab or from a list. */
export function CodeGroup({ node, paint, position }: RenderedNodeProps): VNode | null {
  const id = useUniqueId();
  const codeBlocks = listCodeBlocks(node.children).map((code) =>
    code.tag === "CodeBlock" ? getCodeBlock(code) : code,
  );
  const titles = codeBlocks.map(getTabTitle);
  const [chosenIndex, choose] = useChoice(node, titles, { defaultIndex: 0, isSynchronized: true });
  const currentElement = codeBlocks[chosenIndex];
  if (!currentElement) return null;
  const tools = currentElement.tag === "#code" && <CodeTools view={getCodeView(currentElement)} />;
  const isList = getFlagProp(node, "dropdown") ?? false;
  const heads = codeBlocks.map((code, index) => ({
    id: `${id}-${index}`,
    label: (
      <>
        {renderLeadingIcon(code, paint)}
        {titles[index]}
      </>
    ),
  }));
  return (
    <div class="dw-code dw-code-group" {...position}>
      {isList ? (
        <div class="dw-code-bar">
          {renderLeadingIcon(currentElement, paint)}
          <select
            class="dw-code-select"
            aria-label="Code block"
            value={String(chosenIndex)}
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
        <TabList label={titles.join(", ")} class="dw-code-bar" tabs={heads} chosenIndex={chosenIndex} onChoose={choose}>
          {tools}
        </TabList>
      )}
      {codeBlocks.map((code, index) =>
        isList ? (
          <div key={index} hidden={index !== chosenIndex} {...getSourcePosition(code)}>
            {renderCode(code)}
          </div>
        ) : (
          <TabPanel
            key={index}
            id={`${id}-${index}`}
            anchor={undefined}
            isShown={index === chosenIndex}
            onFound={() => choose(index)}
            {...getSourcePosition(code)}
          >
            {renderCode(code)}
          </TabPanel>
        ),
      )}
    </div>
  );

  function renderCode(code: ViewElement) {
    return code.tag === "#code" ? <CodeBody node={code} view={getCodeView(code)} /> : paint([code]);
  }
}
