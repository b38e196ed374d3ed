import type { VNode } from "preact";
import type { DirectoryItem, FrameDirectory } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { placeMark } from "./frame-place.ts";
import { ChromeLink, LinkIcon } from "./link-parts.tsx";

interface DirectoryListProps {
  readonly directory: FrameDirectory;
}

/** What is below a root page: cards, or a list that folds by section. */
export function DirectoryList({ directory }: DirectoryListProps): VNode | null {
  const { style, items, at } = directory;
  if (items.length === 0) return null;
  return (
    <nav class="dw-site-directory" aria-label="Pages in this section" {...placeMark(at)}>
      {style === "card" ? <Cards items={items} /> : <Sections items={items} />}
    </nav>
  );
}

interface ItemsProps {
  readonly items: readonly DirectoryItem[];
}

function Cards({ items }: ItemsProps): VNode {
  return (
    <ul class="dw-site-directory-cards">
      {items.map((item, index) => (
        <li key={index}>
          <ChromeLink link={firstLink(item)} class="dw-site-directory-card">
            <LinkIcon icon={item.icon} />
            <span class="dw-site-directory-words">
              <span class="dw-site-directory-label">{item.label}</span>
              {item.description !== undefined && (
                <span class="dw-site-directory-description">{item.description}</span>
              )}
              {item.items && item.description === undefined && (
                <span class="dw-site-directory-description">
                  {item.items.map(({ label }) => label).join(", ")}
                </span>
              )}
            </span>
            <Glyph name="chevron" class="dw-site-choice-mark" />
          </ChromeLink>
        </li>
      ))}
    </ul>
  );
}

/** Pages in a row, each group as a section that folds. */
function Sections({ items }: ItemsProps): VNode {
  return (
    <ul class="dw-site-directory-list">
      {items.map((item, index) => (
        <li key={index}>
          {item.items ? (
            <details open>
              <summary {...placeMark(item.at)}>
                <Glyph name="chevron" class="dw-site-group-arrow" />
                <LinkIcon icon={item.icon} />
                <span class="dw-site-directory-label">{item.label}</span>
              </summary>
              {item.href !== undefined && (
                <ChromeLink link={item} class="dw-site-directory-row">
                  <Words item={{ ...item, label: "Overview" }} />
                </ChromeLink>
              )}
              <Sections items={item.items} />
            </details>
          ) : (
            <ChromeLink link={item} class="dw-site-directory-row">
              <LinkIcon icon={item.icon} />
              <Words item={item} />
            </ChromeLink>
          )}
        </li>
      ))}
    </ul>
  );
}

interface WordsProps {
  readonly item: DirectoryItem;
}

function Words({ item }: WordsProps): VNode {
  return (
    <span class="dw-site-directory-words">
      <span class="dw-site-directory-label">{item.label}</span>
      {item.description !== undefined && (
        <span class="dw-site-directory-description">{item.description}</span>
      )}
    </span>
  );
}

/** A group without a root page leads to its first. */
function firstLink(item: DirectoryItem): DirectoryItem {
  if (item.href !== undefined || !item.items) return item;
  for (const below of item.items) {
    const { href } = firstLink(below);
    if (href !== undefined) return { ...item, href };
  }
  return item;
}
