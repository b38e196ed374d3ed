import type { VNode } from "preact";
import type {
  DirectoryItem,
  FrameDirectory,
  FrameAppearance,
  FramePage,
} from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { translateNodes } from "../language/translate.ts";
import { toSafeLink } from "../paint/safe-attributes.ts";
import { getSourceAttributes } from "./frame-context.tsx";
import { ChromeLink, InlineNodes, LinkIcon } from "./links.tsx";

interface DirectoryListProps {
  readonly directory: FrameDirectory;
}

/** The children of a root page, as cards or as a list with collapsible sections. */
export function DirectoryList({ directory }: DirectoryListProps): VNode | null {
  const { style, items, location } = directory;
  if (items.length === 0) return null;
  return (
    <nav class="dw-site-directory" aria-label="Pages in this section" {...getSourceAttributes(location)}>
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
          <ChromeLink link={addFirstLink(item)} class="dw-site-directory-card">
            <LinkIcon icon={item.icon} />
            <span class="dw-site-directory-words">
              <span class="dw-site-directory-label">{item.label}</span>
              {item.description !== undefined && <span class="dw-site-directory-description">{item.description}</span>}
              {item.items && item.description === undefined && (
                <span class="dw-site-directory-description">{item.items.map(({ label }) => label).join(", ")}</span>
              )}
            </span>
            <Glyph name="chevron" class="dw-site-choice-mark" />
          </ChromeLink>
        </li>
      ))}
    </ul>
  );
}

/** Consecutive pages, with groups as collapsible sections. */
function Sections({ items }: ItemsProps): VNode {
  return (
    <ul class="dw-site-directory-list">
      {items.map((item, index) => (
        <li key={index}>
          {item.items ? (
            <details open>
              <summary {...getSourceAttributes(item.location)}>
                <Glyph name="chevron" class="dw-site-group-arrow" />
                <LinkIcon icon={item.icon} />
                <span class="dw-site-directory-label">{item.label}</span>
              </summary>
              {item.href !== undefined && (
                <ChromeLink link={item} class="dw-site-directory-row">
                  <EntryText item={{ ...item, label: "Overview" }} />
                </ChromeLink>
              )}
              <Sections items={item.items} />
            </details>
          ) : (
            <ChromeLink link={item} class="dw-site-directory-row">
              <LinkIcon icon={item.icon} />
              <EntryText item={item} />
            </ChromeLink>
          )}
        </li>
      ))}
    </ul>
  );
}

interface EntryTextProps {
  readonly item: DirectoryItem;
}

function EntryText({ item }: EntryTextProps): VNode {
  return (
    <span class="dw-site-directory-words">
      <span class="dw-site-directory-label">{item.label}</span>
      {item.description !== undefined && <span class="dw-site-directory-description">{item.description}</span>}
    </span>
  );
}

/** Returns the item with a link. If a group has no root page, it links to its first page. */
function addFirstLink(item: DirectoryItem): DirectoryItem {
  if (item.href !== undefined || !item.items) return item;
  for (const child of item.items) {
    const { href } = addFirstLink(child);
    if (href !== undefined) return { ...item, href };
  }
  return item;
}

interface EyebrowProps {
  readonly page: Pick<FramePage, "eyebrows" | "showsFullPath">;
}

/** The text above the title: the group that contains the page, or the page's full breadcrumb trail. */
export function Eyebrow({ page: { eyebrows, showsFullPath } }: EyebrowProps): VNode {
  if (!showsFullPath)
    return (
      <>
        {eyebrows.map(({ label, location }, index) => (
          <span key={index} {...getSourceAttributes(location)}>
            {label}
          </span>
        ))}
      </>
    );
  return (
    <nav class="dw-site-breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {eyebrows.map((link, index) => (
          <li key={index}>
            {index > 0 && <Glyph name="chevron" class="dw-site-breadcrumb-mark" />}
            <ChromeLink link={link} class="dw-site-breadcrumb">
              {link.label}
            </ChromeLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface NotFoundProps {
  readonly look: FrameAppearance;
  /** The path as requested, such as `/guides/strat`. */
  readonly url: string;
  /** The page that the reader probably meant. */
  readonly suggestion?: { readonly href: string; readonly title: string } | undefined;
}

/** The page that readers see if no page exists at a URL. It includes a hint for the author. */
export function NotFoundPage({ look: { notFoundPage }, url, suggestion }: NotFoundProps): VNode {
  const href = toSafeLink(suggestion?.href);
  return (
    <article class="dw-site-not-found">
      <p class="dw-site-not-found-code">404</p>
      <h1 class="dw-title" {...getSourceAttributes(notFoundPage.location)}>
        {notFoundPage.title ?? "Page not found"}
      </h1>
      <div class="dw-description">
        {notFoundPage.description ? (
          <InlineNodes nodes={notFoundPage.description} />
        ) : (
          translateNodes("There’s no page at {0}.", <code>{url}</code>)
        )}
      </div>
      {suggestion && href !== undefined && (
        <p>
          {translateNodes(
            "Did you mean {0}?",
            <a class="dw-site-not-found-near" href={href}>
              {suggestion.title}
            </a>,
          )}
        </p>
      )}
      {notFoundPage.redirectsToFirstPage && (
        <p class="dw-site-not-found-note">
          {translateNodes(
            "The published site doesn’t show this page. It redirects readers to its first page instead. To show your own 404 page, set {0} to false in docs.json.",
            <code>errors.404.redirect</code>,
          )}
        </p>
      )}
    </article>
  );
}
