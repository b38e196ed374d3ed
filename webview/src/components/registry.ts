import type { RenderedNode } from "../paint/piece.ts";
import { Accordion, AccordionGroup, Expandable } from "./accordion.tsx";
import { Badge } from "./badge.tsx";
import { Callout, calloutOf, Example, Panel, Prompt } from "./callout.tsx";
import { Card, Column, Columns, Tile, Tiles } from "./card.tsx";
import { Code, CodeBlock, CodeGroup } from "./code.tsx";
import { Color, ColorItem, ColorRow } from "./color.tsx";
import { ParamField, ResponseField } from "./field.tsx";
import { Heading, headingOf } from "./headings.tsx";
import { Input, Table, Through } from "./html.tsx";
import { DrawnIcon, IconPiece } from "./icon.tsx";
import { Latex, Maths } from "./maths.tsx";
import { Embed, Frame, GitHubRepo, Media } from "./media.tsx";
import { Mermaid } from "./mermaid.tsx";
import { Interactive, Problem } from "./problem.tsx";
import { Step, Steps } from "./steps.tsx";
import { Tabs } from "./tabs.tsx";
import { Tooltip } from "./tooltip.tsx";
import { Tree, TreeFile, TreeFolder } from "./tree.tsx";
import { Update } from "./update.tsx";
import { Variation, View, Visibility } from "./view.tsx";

/** Maps tags to the components that render them. HTML and SVG elements that aren't listed are rendered as they are. */
export const components: ReadonlyMap<string, RenderedNode> = new Map<string, RenderedNode>([
  ["Accordion", Accordion],
  ["AccordionGroup", AccordionGroup],
  ["Badge", Badge],
  ["Note", calloutOf("note")],
  ["Warning", calloutOf("warning")],
  ["Info", calloutOf("info")],
  ["Tip", calloutOf("tip")],
  ["Check", calloutOf("check")],
  ["Danger", calloutOf("danger")],
  ["Callout", Callout],
  ["Card", Card],
  ["CardGroup", Columns],
  ["Columns", Columns],
  ["Column", Column],
  ["CodeGroup", CodeGroup],
  ["SnippetGroup", CodeGroup],
  ["CodeBlock", CodeBlock],
  ["Color", Color],
  ["Color.Row", ColorRow],
  ["Color.Item", ColorItem],
  ["Expandable", Expandable],
  ["Frame", Frame],
  ["Example", Frame],
  ["GitHub.Repo", GitHubRepo],
  ["Github.Repo", GitHubRepo],
  ["GitHub", GitHubRepo],
  ["Github", GitHubRepo],
  ["Icon", IconPiece],
  ["Latex", Latex],
  ["Mermaid", Mermaid],
  ["Panel", Panel],
  ["ParamField", ParamField],
  ["Param", ParamField],
  ["ResponseField", ResponseField],
  ["RequestExample", Example],
  ["ResponseExample", Example],
  ["Prompt", Prompt],
  ["Steps", Steps],
  ["Step", Step],
  ["Tabs", Tabs],
  ["Tab", Through],
  ["Tile", Tile],
  ["Tiles", Tiles],
  ["Tooltip", Tooltip],
  ["Tree", Tree],
  ["FileTree", Tree],
  ["Tree.Folder", TreeFolder],
  ["Tree.File", TreeFile],
  ["Update", Update],
  ["View", View],
  ["Visibility", Visibility],
  ["Variation", Variation],
  ["Heading", Heading],
  ["Fragment", Through],
  ["#code", Code],
  ["#maths", Maths],
  ["#icon", DrawnIcon],
  ["#mermaid", Mermaid],
  ["#problem", Problem],
  ["#interactive", Interactive],
  ["#image", Media],
  ["#embed", Embed],
  ...([1, 2, 3, 4, 5, 6] as const).map((level) => [`h${level}`, headingOf(level)] as const),
  ["table", Table],
  ["input", Input],
]);
