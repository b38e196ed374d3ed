import type { VNode } from "preact";
import type { FrameContextMenu } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { useUniqueId } from "../components/tabs.tsx";
import { getSourceAttributes, useFrame } from "./frame-context.tsx";
import { LinkIcon } from "./links.tsx";
import { usePopup } from "../components/popup.ts";

interface PageMenuProps {
  readonly contextual: FrameContextMenu;
}

/** The titles of the menu items that the service defines. */
const titles: Readonly<Record<string, string>> = {
  copy: "Copy page",
  view: "View as Markdown",
  "download-pdf": "Download as PDF",
  "download-spec": "Download specification",
  chatgpt: "Open in ChatGPT",
  claude: "Open in Claude",
  perplexity: "Open in Perplexity",
  grok: "Open in Grok",
  aistudio: "Open in AI Studio",
  devin: "Open in Devin",
  windsurf: "Open in Windsurf",
  mcp: "Copy MCP server URL",
  "add-mcp": "Copy MCP install command",
  cursor: "Connect to Cursor",
  vscode: "Connect to VS Code",
  "devin-mcp": "Connect to Devin",
};

/** Items that work in the preview. The other items open other apps, which the preview doesn't support. */
const supportedItems: ReadonlySet<string> = new Set(["copy", "view"]);

/** The menu for copying the page or opening it elsewhere. The first item is a button, and the others are in a list. */
export function PageMenu({ contextual: { options } }: PageMenuProps): VNode | null {
  const { onPageMenu } = useFrame();
  const { root, open, setOpen, onKeyDown } = usePopup();
  const id = useUniqueId();
  const [firstOption] = options;
  if (!firstOption) return null;
  const choose = (name: string): void => {
    setOpen(false);
    onPageMenu?.(name);
  };
  return (
    <div ref={root} class="dw-site-page-menu" onKeyDown={onKeyDown}>
      <button
        type="button"
        class="dw-site-page-menu-first"
        disabled={!onPageMenu || !supportedItems.has(firstOption.name)}
        onClick={() => choose(firstOption.name)}
        {...getSourceAttributes(firstOption.location)}
      >
        {getTitle(firstOption.name)}
      </button>
      {options.length > 1 && (
        <button
          type="button"
          class="dw-site-page-menu-more"
          aria-expanded={open}
          aria-controls={id}
          aria-label="More page actions"
          onClick={() => setOpen(!open)}
        >
          <Glyph name="down" />
        </button>
      )}
      <div id={id} class="dw-site-popup" data-popup hidden={!open}>
        <ul aria-label="Page actions">
          {options.map((option, index) => (
            <li key={index}>
              <button
                type="button"
                class="dw-site-choice-link"
                disabled={!onPageMenu || !supportedItems.has(option.name)}
                onClick={() => choose(option.name)}
                {...getSourceAttributes(option.location)}
              >
                <LinkIcon icon={option.icon} />
                <span class="dw-site-choice-words">
                  <span class="dw-site-choice-label">{getTitle(option.name)}</span>
                  {option.description !== undefined && (
                    <span class="dw-site-choice-description">{option.description}</span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function getTitle(name: string): string {
  return Object.hasOwn(titles, name) ? (titles[name] ?? name) : name;
}
