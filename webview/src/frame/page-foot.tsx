import type { VNode } from "preact";
import type { FramePage, SiteSurroundings, SiteShellView } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { DirectoryList } from "./directory.tsx";
import { getSourceAttributes, useFrameLabels } from "./frame-context.tsx";
import { ChromeLink, FrameGlyph, LinkIcon } from "./links.tsx";

interface PageFootProps {
  readonly frame: SiteShellView;
  /** The date on which the file was last changed, as readers see it, such as `2026-03-31`. */
  readonly lastChangedDate: string | undefined;
}

/**
 * Everything below the text: the children of a root page, related pages, the previous and next pages, and the footer.
 */
export function PageFoot({ frame, lastChangedDate }: PageFootProps): VNode {
  const { page, surroundings } = frame;
  const changeDate = page.showsChangeDate ? (page.lastUpdated ?? lastChangedDate) : undefined;
  const hasCustomLayout = page.mode === "custom" || page.mode === "frame";
  return (
    <div class="dw-site-foot">
      {page.directory && <DirectoryList directory={page.directory} />}
      {page.relatedPages.length > 0 && <RelatedPages page={page} />}
      {changeDate !== undefined && <p class="dw-site-timestamp">Last modified on {changeDate}</p>}
      {!hasCustomLayout && <Neighbors page={page} />}
      {page.mode !== "custom" && <Footer surroundings={surroundings} />}
    </div>
  );
}

interface PageProps {
  readonly page: FramePage;
}

function RelatedPages({ page }: PageProps): VNode {
  return (
    <nav class="dw-site-related" aria-label="Related pages">
      <h2 class="dw-site-foot-title">Related pages</h2>
      <ul>
        {page.relatedPages.map((link, index) => (
          <li key={index}>
            <ChromeLink link={link} class="dw-site-related-link">
              {link.label}
            </ChromeLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Neighbors({ page: { previous, next } }: PageProps): VNode | null {
  const frameLabels = useFrameLabels();
  if (!previous && !next) return null;
  return (
    <nav class="dw-site-neighbors" aria-label="Previous and next page">
      {previous && (
        <ChromeLink link={previous} class="dw-site-neighbor dw-site-neighbor-previous">
          <FrameGlyph name="previous" />
          <span>
            <span class="dw-site-neighbor-way">{frameLabels.previous}</span>
            <span class="dw-site-neighbor-label">{previous.label}</span>
          </span>
        </ChromeLink>
      )}
      {next && (
        <ChromeLink link={next} class="dw-site-neighbor dw-site-neighbor-next">
          <span>
            <span class="dw-site-neighbor-way">{frameLabels.next}</span>
            <span class="dw-site-neighbor-label">{next.label}</span>
          </span>
          <Glyph name="arrow" />
        </ChromeLink>
      )}
    </nav>
  );
}

interface FooterProps {
  readonly surroundings: SiteSurroundings;
}

/** The names of social networks that are different from their keys in docs.json. */
const networkNames: Readonly<Record<string, string>> = {
  x: "X",
  "x-twitter": "X",
  "hacker-news": "Hacker News",
  "earth-americas": "Website",
  github: "GitHub",
  linkedin: "LinkedIn",
  youtube: "YouTube",
};

function Footer({ surroundings: { socials, columns, footerLocation } }: FooterProps): VNode | null {
  if (socials.length === 0 && columns.length === 0) return null;
  return (
    <footer class="dw-site-footer" {...getSourceAttributes(footerLocation)}>
      {columns.length > 0 && (
        <div class="dw-site-footer-columns">
          {columns.map(({ header, location, items }, index) => (
            <nav key={index} aria-label={header ?? "Links"}>
              {header !== undefined && (
                <div class="dw-site-footer-header" {...getSourceAttributes(location)}>
                  {header}
                </div>
              )}
              <ul>
                {items.map((item, index) => (
                  <li key={index}>
                    <ChromeLink link={item} class="dw-site-footer-link">
                      {item.label}
                    </ChromeLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      )}
      {socials.length > 0 && (
        <ul class="dw-site-socials" aria-label="Profiles">
          {socials.map((socialLink) => {
            const name = getNetworkName(socialLink.network);
            return (
              <li key={socialLink.network}>
                <ChromeLink link={socialLink} class="dw-site-social" label={name}>
                  {socialLink.icon ? <LinkIcon icon={socialLink.icon} /> : <span title={name}>{name.slice(0, 2)}</span>}
                </ChromeLink>
              </li>
            );
          })}
        </ul>
      )}
    </footer>
  );
}

function getNetworkName(network: string): string {
  const networkName = Object.hasOwn(networkNames, network) ? networkNames[network] : undefined;
  return networkName ?? network.charAt(0).toUpperCase() + network.slice(1);
}
