import { type ComponentChildren, createElement, type VNode } from "preact";
import { useContext, useState } from "preact/hooks";
import { translate } from "../language/translate.ts";
import { FrameContext, usePage } from "../paint/page-context.ts";
import { getFlagProp, type RenderedNodeProps, getSlot, getTextProp } from "../paint/node-props.ts";
import { toSafeAttributes, toSafeLink } from "../paint/safe-attributes.ts";
import { Glyph, type GlyphName } from "./icon.tsx";

type Kind = "img" | "video" | "audio";

const kinds: Readonly<
  Record<
    Kind,
    {
      readonly glyph: GlyphName;
      readonly formatShowLabel: (host: string) => string;
      readonly formatFailure: (src: string) => string;
    }
  >
> = {
  img: {
    glyph: "picture",
    formatShowLabel: (host) => translate("Show images from {0}", host),
    formatFailure: (src) => translate("Couldn’t load image: {0}", src),
  },
  video: {
    glyph: "play",
    formatShowLabel: (host) => translate("Show videos from {0}", host),
    formatFailure: (src) => translate("Couldn’t load video: {0}", src),
  },
  audio: {
    glyph: "sound",
    formatShowLabel: (host) => translate("Show audio from {0}", host),
    formatFailure: (src) => translate("Couldn’t load audio: {0}", src),
  },
};

/**
 * `#image`: an image, video, or audio file in the site. Files from the web load only if the author has allowed their
 * host.
 */
export function Media({ node, position }: RenderedNodeProps): VNode {
  const { toResourceUrl, shownHosts, onShowHost } = usePage();
  const isInFrame = useContext(FrameContext);
  const [failedSource, setFailedSource] = useState<string>();
  const kind = getKind(getTextProp(node, "kind"));
  const src = getTextProp(node, "src") ?? "";
  const host = getTextProp(node, "host") ?? getHost(src);
  const alt = getTextProp(node, "alt") ?? "";
  const attributes = { ...toSafeAttributes("img", node.props, toResourceUrl), ...position };
  if (host !== undefined && !shownHosts.has(host))
    return (
      <MediaPlaceholder kind={kind} alt={alt} attributes={attributes} text={host}>
        <button
          type="button"
          class="dw-button"
          onClick={(event) => {
            // The button may be in a card that is a link, so the click must not follow the link.
            event.preventDefault();
            event.stopPropagation();
            onShowHost(host);
          }}
        >
          {kinds[kind].formatShowLabel(host)}
        </button>
      </MediaPlaceholder>
    );
  const url = resolveUrl(src, host, toResourceUrl);
  if (url === undefined || failedSource === url)
    return <MediaPlaceholder kind={kind} alt={alt} attributes={attributes} text={kinds[kind].formatFailure(src)} />;
  const onError = (): void => setFailedSource(url);
  if (kind === "img")
    return (
      <img {...attributes} src={url} alt={alt} onError={onError} loading="lazy" decoding="async" draggable={false} />
    );
  const isAutoPlay = getFlagProp(node, "autoPlay") ?? getFlagProp(node, "autoplay") ?? false;
  const playerAttributes: Record<string, string | number | boolean | object | undefined> = {
    ...attributes,
    src: url,
    onError,
    controls: getFlagProp(node, "controls") ?? !isAutoPlay,
    // Videos that play automatically in a frame behave like animated images.
    loop: getFlagProp(node, "loop") ?? (isAutoPlay && isInFrame),
    muted: getFlagProp(node, "muted") ?? (isAutoPlay && isInFrame),
    autoPlay: isAutoPlay && !matchMedia("(prefers-reduced-motion: reduce)").matches,
    preload: "metadata",
    "aria-label": alt || getTextProp(node, "title") || getTextProp(node, "aria-label"),
  };
  if (kind === "video") {
    const poster = getTextProp(node, "poster");
    playerAttributes["playsInline"] = getFlagProp(node, "playsInline") ?? (isAutoPlay && isInFrame);
    playerAttributes["poster"] =
      poster === undefined || getHost(poster) !== undefined ? undefined : resolveUrl(poster, undefined, toResourceUrl);
  }
  return createElement(kind, playerAttributes);
}

interface MediaPlaceholderProps {
  readonly kind: Kind;
  readonly alt: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** A placeholder for media that isn't loaded. It describes the media and shows what the author can do. */
function MediaPlaceholder({ kind, alt, attributes, text, children }: MediaPlaceholderProps): VNode {
  const { class: className, style, ...otherAttributes } = attributes;
  return (
    <span
      {...otherAttributes}
      style={{ ...getSize(attributes, children !== undefined), ...(style as object | undefined) }}
      title={text}
      class={typeof className === "string" ? `dw-blocked ${className}` : "dw-blocked"}
      role="group"
      aria-label={alt || translate("Not loaded")}
    >
      <span class="dw-blocked-inside">
        <Glyph name={kinds[kind].glyph} />
        <span class="dw-blocked-words">
          {alt !== "" && <span class="dw-blocked-alt">{alt}</span>}
          <span class="dw-blocked-host">{text}</span>
        </span>
        {children}
      </span>
    </span>
  );
}

/**
 * Returns the size that `width` and `height` set, as styles, because only media elements apply these attributes
 * themselves. If `canGrow` is true, the placeholder contains a button, so its height isn't limited.
 */
function getSize(
  { width, height }: Readonly<Record<string, unknown>>,
  canGrow: boolean,
): Record<string, string> | undefined {
  const [parsedWidth, parsedHeight] = [parseLength(width), parseLength(height)];
  if (canGrow) return parsedWidth === undefined ? undefined : { width: parsedWidth };
  const ratio =
    parsedWidth?.endsWith("px") && parsedHeight?.endsWith("px")
      ? { height: "auto", aspectRatio: `${Number.parseFloat(parsedWidth)} / ${Number.parseFloat(parsedHeight)}` }
      : undefined;
  return {
    ...(parsedWidth !== undefined && { width: parsedWidth }),
    ...(parsedHeight !== undefined && { height: parsedHeight }),
    ...ratio,
  };
}

/** Parses an HTML dimension, such as `640`, `"640"`, or `"50%"`. */
function parseLength(value: unknown): string | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)(%|px)?\s*$/.exec(
    typeof value === "string" || typeof value === "number" ? String(value) : "",
  );
  return match ? `${match[1]}${match[2] ?? "px"}` : undefined;
}

/** Returns the URL to load from, or `undefined` if `src` is neither a web URL nor the path of a file in the site. */
function resolveUrl(
  src: string,
  host: string | undefined,
  toResourceUrl: (url: string) => string | undefined,
): string | undefined {
  if (isDataUrl(src)) return src;
  if (host !== undefined) return toWebUrl(src);
  // The path of a file in the site doesn't have a scheme.
  return src === "" || /^\s*[a-z][a-z0-9+.-]*:/i.test(src) ? undefined : toResourceUrl(src);
}

/** Returns the host in a web URL, or `undefined` for any other URL. */
function getHost(src: string): string | undefined {
  const match = /^\s*(?:https?:)?[\\/]{2}([^\\/?#]+)/i.exec(src);
  return match?.[1]?.toLowerCase();
}

/**
 * Returns the web URL, with `https:` added if the URL has no scheme. Returns `undefined` for schemes other than HTTP
 * and HTTPS.
 */
function toWebUrl(src: string): string | undefined {
  if (/^\s*https?:/i.test(src)) return src.trim();
  return /^\s*[\\/]{2}/.test(src) ? `https:${src.trim()}` : undefined;
}

function isDataUrl(src: string): boolean {
  return /^data:(?:image|video|audio)\//i.test(src);
}

function getKind(kind: string | undefined): Kind {
  return kind === "video" || kind === "audio" ? kind : "img";
}

/** `<Frame>`: an image or video on a background, with an optional hint above and an optional caption below. */
export function Frame({ node, paint, position }: RenderedNodeProps): VNode {
  const hint = getSlot(node, "hint") ?? getSlot(node, "title");
  const caption = getSlot(node, "caption") ?? getSlot(node, "description");
  const className = getTextProp(node, "className") ?? getTextProp(node, "class");
  return (
    <figure class={className ? `dw-frame ${className}` : "dw-frame"} {...position}>
      {hint && <div class="dw-frame-hint">{paint(hint)}</div>}
      <div class="dw-frame-ground">
        <div class="dw-frame-picture">
          <FrameContext.Provider value>{paint(node.children)}</FrameContext.Provider>
        </div>
        {caption && <figcaption class="dw-frame-caption">{paint(caption)}</figcaption>}
      </div>
    </figure>
  );
}

/** `#embed`: a placeholder for a page on another site. Docwright shows only its URL and doesn't load it. */
export function Embed({ node, position }: RenderedNodeProps): VNode {
  const src = toSafeLink(getTextProp(node, "src")) ?? "";
  const host = getTextProp(node, "host") ?? "";
  return (
    <div class="dw-embed" {...position}>
      <Glyph name="window" />
      <div class="dw-embed-words">
        <div class="dw-embed-title">{getTextProp(node, "title") ?? (host || translate("Embedded page"))}</div>
        <div class="dw-embed-note">
          {translate("The published page embeds this content. The preview doesn’t load it.")}
        </div>
        {src !== "" && <code class="dw-embed-address">{src}</code>}
      </div>
      {/^https?:/i.test(src) && (
        <a class="dw-button" href={src}>
          <Glyph name="outward" />
          {translate("Open in browser")}
        </a>
      )}
    </div>
  );
}

/** `<GitHub.Repo>`: a card for a repository. Docwright doesn't request the repository's details from GitHub. */
export function GitHubRepo({ node, position }: RenderedNodeProps): VNode {
  const [owner, name] = parseRepository(getTextProp(node, "repo") ?? "");
  const isFlat = getTextProp(node, "variant") === "flat";
  const className = getTextProp(node, "className") ?? "";
  const classes = ["dw-repository", isFlat ? "dw-repository-flat" : "dw-repository-inset", className];
  const content = (
    <span class="dw-repository-inside">
      <Glyph name="repository" />
      <span class="dw-repository-words">
        <span class="dw-repository-name">
          {owner && <span class="dw-repository-owner">{owner}/</span>}
          {name || "Repository"}
        </span>
        <span class="dw-repository-note">
          {translate("The published page shows the description, stars, and forks")}
        </span>
      </span>
      <Glyph name="outward" class="dw-card-arrow" />
    </span>
  );
  if (!owner || !name)
    return (
      <div class={classes.join(" ").trim()} {...position}>
        {content}
      </div>
    );
  return (
    <a class={classes.join(" ").trim()} href={`https://github.com/${owner}/${name}`} {...position}>
      {content}
    </a>
  );
}

/** Returns the owner and the name of a repository, which is specified as `owner/name` or as a URL. */
function parseRepository(repo: string): readonly [string, string] {
  const path = repo.replace(/^https?:\/\/(?:www\.)?github\.com\//i, "").replace(/\.git$|[?#].*$/, "");
  const [owner = "", name = ""] = path.split("/");
  return /^[\w.-]+$/.test(owner) && /^[\w.-]+$/.test(name) ? [owner, name] : ["", path];
}
