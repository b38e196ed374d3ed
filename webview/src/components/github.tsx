import type { VNode } from "preact";
import { type PieceProps, textOf } from "../paint/piece.ts";
import { Glyph } from "./glyphs.tsx";

/** `<GitHub.Repo>`: a card of a repository. What GitHub would tell of it is not asked for here. */
export function GitHubRepo({ node, mark }: PieceProps): VNode {
  const [owner, name] = repositoryOf(textOf(node, "repo") ?? "");
  const flat = textOf(node, "variant") === "flat";
  const className = textOf(node, "className") ?? "";
  const classes = ["dw-repository", flat ? "dw-repository-flat" : "dw-repository-inset", className];
  const inside = (
    <span class="dw-repository-inside">
      <Glyph name="repository" />
      <span class="dw-repository-words">
        <span class="dw-repository-name">
          {owner && <span class="dw-repository-owner">{owner}/</span>}
          {name || "Repository"}
        </span>
        <span class="dw-repository-note">Description, stars and forks are shown on the published page</span>
      </span>
      <Glyph name="outward" class="dw-card-arrow" />
    </span>
  );
  if (!owner || !name)
    return (
      <div class={classes.join(" ").trim()} {...mark}>
        {inside}
      </div>
    );
  return (
    <a class={classes.join(" ").trim()} href={`https://github.com/${owner}/${name}`} {...mark}>
      {inside}
    </a>
  );
}

/** `owner/name`, or the address of a repository. */
function repositoryOf(repo: string): readonly [string, string] {
  const path = repo.replace(/^https?:\/\/(?:www\.)?github\.com\//i, "").replace(/\.git$|[?#].*$/, "");
  const [owner = "", name = ""] = path.split("/");
  return /^[\w.-]+$/.test(owner) && /^[\w.-]+$/.test(name) ? [owner, name] : ["", path];
}
