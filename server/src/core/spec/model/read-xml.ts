import { isTrue, textOf, valueAt, type SpecNode } from "../spec-node.ts";
import type { XmlModel } from "./schema-model.ts";

const nodes = ["element", "attribute", "text", "cdata", "none"] as const;

/** The XML Object of a schema. */
export function readXml(xml: SpecNode): XmlModel {
  const [name, namespace, prefix, nodeType] = ["name", "namespace", "prefix", "nodeType"].map((key) =>
    textOf(valueAt(xml, key)),
  );
  const node =
    nodes.find((each) => each === nodeType) ??
    (isTrue(valueAt(xml, "attribute"))
      ? "attribute"
      : isTrue(valueAt(xml, "wrapped"))
        ? "element"
        : undefined);
  return {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(prefix !== undefined && { prefix }),
    ...(node && { node }),
  };
}
