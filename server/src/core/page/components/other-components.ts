import type { Component } from "./component.ts";
import { component, prop } from "./build-component.ts";

/** Older names that still work, and names without public documentation. */
export const otherComponents: readonly Component[] = [
  component(
    "Snippet",
    "Older way to put a file of the folder `_snippets` here; today it is imported.",
    [prop("file", "text", "Path of the file within the folder.")],
    { content: "none", replacedBy: "import" },
  ),
  component("Example", "Older name of `Frame`.", [], { replacedBy: "Frame", unlisted: true }),
  ...[
    "ApiPlayground",
    "SnippetGroup",
    "CustomCode",
    "CustomComponent",
    "DynamicCustomComponent",
    "MDX",
    "Link",
    "ZoomImage",
    "OptimizedVideo",
    "zapier-zap-templates",
  ].map((name) => component(name, "Known to the service, but not documented.", [], { unlisted: true })),
];
