import type { VNode } from "preact";
import type { FrameLook } from "../../../server/src/core/preview/view/site-frame.ts";
import { safeLink } from "../paint/safe-link.ts";
import { placeMark } from "./frame-place.ts";
import { InlineNodes } from "./inline-nodes.tsx";

interface NotFoundProps {
  readonly look: FrameLook;
  /** As asked for: `/guides/strat`. */
  readonly address: string;
  /** The page that was probably meant. */
  readonly near?: { readonly href: string; readonly title: string } | undefined;
}

/** What readers get at an address without a page, with what the author should know about it. */
export function NotFound({ look: { notFound }, address, near }: NotFoundProps): VNode {
  const href = safeLink(near?.href);
  return (
    <article class="dw-site-not-found">
      <p class="dw-site-not-found-code">404</p>
      <h1 class="dw-title" {...placeMark(notFound.at)}>
        {notFound.title ?? "Page not found"}
      </h1>
      <div class="dw-description">
        {notFound.description ? (
          <InlineNodes nodes={notFound.description} />
        ) : (
          <>
            There is no page at <code>{address}</code>.
          </>
        )}
      </div>
      {near && href !== undefined && (
        <p>
          Did you mean{" "}
          <a class="dw-site-not-found-near" href={href}>
            {near.title}
          </a>
          ?
        </p>
      )}
      {notFound.redirect && (
        <p class="dw-site-not-found-note">
          The published site does not show this: it sends readers to its first page. Set{" "}
          <code>errors.404.redirect</code> to false in docs.json to show a page of your own.
        </p>
      )}
    </article>
  );
}
