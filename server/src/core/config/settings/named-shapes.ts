import type { NamedShape, Shape } from "../setting-shape.ts";
import { elementShapes } from "./navigation-settings.ts";

export type ConcreteShape = Exclude<Shape, NamedShape>;

/** The shape itself, where a name stands for it. */
export function resolveShape(shape: Shape): ConcreteShape {
  return shape.kind === "named" ? elementShapes[shape.name] : shape;
}
