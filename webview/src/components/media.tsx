import { createElement, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { flagOf, type PieceProps, textOf } from "../paint/piece.ts";
import { FrameContext, usePage } from "../paint/page-context.ts";
import { safeAttributes } from "../paint/safe-attributes.ts";
import { Glyph, type GlyphName } from "./glyphs.tsx";

const kinds: Readonly<
  Record<string, { readonly glyph: GlyphName; readonly many: string; readonly none: string }>
> = {
  img: { glyph: "picture", many: "images", none: "The image could not be loaded" },
  video: { glyph: "play", many: "videos", none: "The video could not be loaded" },
  audio: { glyph: "sound", many: "sounds", none: "The sound could not be loaded" },
};

/** `#image`: a picture, film or sound of the site; of the web only when the author has agreed to its host. */
export function Media({ node, mark }: PieceProps): VNode {
  const { resource, shownHosts, onShowHost } = usePage();
  const inFrame = useContext(FrameContext);
  const kind = textOf(node, "kind") ?? "img";
  const look = kinds[kind] ?? kinds["img"];
  const src = textOf(node, "src") ?? "";
  const host = textOf(node, "host") ?? hostOf(src);
  const alt = textOf(node, "alt") ?? "";
  const attributes = { ...safeAttributes("img", node.props), ...mark };
  if (host !== undefined && !shownHosts.has(host))
    return (
      <span {...attributes} class="dw-blocked" role="group" aria-label={`Not loaded from ${host}`}>
        {look && <Glyph name={look.glyph} />}
        <span class="dw-blocked-words">
          {alt !== "" && <span class="dw-blocked-alt">{alt}</span>}
          <span class="dw-blocked-host">{host}</span>
        </span>
        <button
          type="button"
          class="dw-button"
          onClick={(event) => {
            // It may stand in a card that is a link.
            event.preventDefault();
            event.stopPropagation();
            onShowHost(host);
          }}
        >
          Show {look?.many} from {host}
        </button>
      </span>
    );
  // A file of the site has a path, and no scheme.
  const isFile = src !== "" && !/^\s*[a-z][a-z0-9+.-]*:/i.test(src);
  const address = isData(src)
    ? src
    : host !== undefined
      ? webAddress(src)
      : isFile
        ? resource(src)
        : undefined;
  if (address === undefined)
    return (
      <span {...attributes} class="dw-blocked dw-blocked-missing">
        {look && <Glyph name={look.glyph} />}
        <span class="dw-blocked-words">
          {alt !== "" && <span class="dw-blocked-alt">{alt}</span>}
          <span class="dw-blocked-host">{src}</span>
        </span>
      </span>
    );
  if (kind !== "video" && kind !== "audio")
    return <img {...attributes} src={address} alt={alt} loading="lazy" decoding="async" draggable={false} />;
  const poster = textOf(node, "poster");
  const plays = flagOf(node, "autoPlay") ?? flagOf(node, "autoplay") ?? false;
  const player: Record<string, string | number | boolean | object | undefined> = {
    ...attributes,
    src: address,
    controls: flagOf(node, "controls") ?? !plays,
    // A film that plays by itself in a frame is a moving picture.
    loop: flagOf(node, "loop") ?? (plays && inFrame),
    muted: flagOf(node, "muted") ?? (plays && inFrame),
    autoPlay: plays && !matchMedia("(prefers-reduced-motion: reduce)").matches,
    preload: "metadata",
    "aria-label": alt || textOf(node, "title") || textOf(node, "aria-label"),
  };
  if (kind === "video") {
    player["playsInline"] = flagOf(node, "playsInline") ?? (plays && inFrame);
    player["poster"] = poster === undefined || hostOf(poster) !== undefined ? undefined : resource(poster);
  }
  return createElement(kind, player);
}

/** The host of an address on the web, whether or not the renderer has named it. */
function hostOf(src: string): string | undefined {
  const match = /^\s*(?:https?:)?[\\/]{2}([^\\/?#]+)/i.exec(src);
  return match?.[1]?.toLowerCase();
}

/** `https:` for addresses without a scheme; nothing for schemes that are neither. */
function webAddress(src: string): string | undefined {
  if (/^\s*https?:/i.test(src)) return src.trim();
  return /^\s*[\\/]{2}/.test(src) ? `https:${src.trim()}` : undefined;
}

function isData(src: string): boolean {
  return /^data:(?:image|video|audio)\//i.test(src);
}
