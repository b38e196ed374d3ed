import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import type { Credential } from "../../core/request/form/request-values.ts";
import type { SpecPlace } from "../../core/spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../core/spec/model/schema-model.ts";
import type { OperationName } from "../../core/spec/validity/analyze-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

/** A request that the site shows its readers, to be sent to where an API runs; its answer is held against the specification. */
export interface ApiTest {
  /** The same in every run: `openapi.yaml POST /users · minimal`, `guides/start.mdx#1 GET /users`. */
  readonly id: string;
  /** `POST /users · minimal` */
  readonly label: string;
  readonly spec: SitePath;
  readonly operation: OperationName;
  /** Where the example stands: the operation in its specification, or the code block's call in a page. */
  readonly at: SpecPlace;
  /** Where the operation stands in the specification. */
  readonly operationAt: SpecPlace;
  readonly from: "specification" | "page";
  readonly plan: TestPlan;
}

export type TestPlan =
  | { readonly kind: "send"; readonly request: BuiltRequest }
  /** A sentence: why it is not sent, and what would have it sent. */
  | { readonly kind: "skip"; readonly reason: string };

/** Where tests are sent to. All of it is named by the person, none of it by the site. */
export interface TestTarget {
  /** Where APIs run: `http://localhost:4010/v2`, or a host alone. */
  readonly servers: readonly string[];
  /** By name: of `{{name}}` in examples, of parameters and of parts of a server's address. */
  readonly variables: Readonly<Record<string, string>>;
  /** By name of the security scheme; values hold marks of secrets. */
  readonly credentials: Readonly<Record<string, Credential>>;
  /** For schemes that `credentials` does not name: the only secret there is. */
  readonly onlySecret?: string;
  /** Also send what may change something. */
  readonly allMethods: boolean;
}

const maxDepth = 12;

/** Whether a value made of this schema consists of what its author shows: examples, defaults and only choices. */
export function hasTestExample(
  schema: SchemaModel,
  schemas: ReadonlyMap<SchemaId, SchemaModel>,
  depth = 0,
): boolean {
  if (depth > maxDepth) return false;
  const { examples, default: defaultValue, constant, enum: values, types, nullable } = schema;
  if (examples.length > 0 || defaultValue || constant || values?.length === 1) return true;
  if (types.includes("boolean") || nullable) return true;
  const inner = (each: SchemaModel) => hasTestExample(each, schemas, depth + 1);
  const named = schema.ref === undefined ? undefined : schemas.get(schema.ref);
  if (named) return inner(named);
  if (schema.allOf.length > 0) return schema.allOf.every(inner) && ownProperties(schema, inner);
  const [choice] = [...schema.oneOf, ...schema.anyOf];
  if (choice) return inner(choice);
  if (schema.properties.length > 0) return ownProperties(schema, inner);
  return types.includes("array") && schema.items ? inner(schema.items) : types.includes("object");
}

function ownProperties(
  { properties, required }: SchemaModel,
  inner: (schema: SchemaModel) => boolean,
): boolean {
  return properties.every(({ name, schema }) => schema.readOnly || !required.includes(name) || inner(schema));
}

/** Methods that change nothing (RFC 9110, section 9.2.1), as far as tests send them unasked. */
export function isSafe({ method }: { readonly method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
