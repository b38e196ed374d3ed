import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import type { Credential } from "../../core/request/form/request-values.ts";
import type { SourceLocation } from "../../core/spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../core/spec/model/schema-model.ts";
import type { OperationName } from "../../core/spec/validity/analyze-spec.ts";
import type { LocalizedMessage } from "../../core/text/message.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

/**
 * A test that sends a request shown on the site to a running API and validates the response against the specification.
 */
export interface ApiTest {
  /**
   * An ID that is the same in every run, such as `openapi.yaml POST /users · minimal` or `guides/start.mdx#1 GET
   * /users`.
   */
  readonly id: string;
  /** A name for the test, such as `POST /users · minimal`. */
  readonly label: string;
  readonly spec: SitePath;
  readonly operation: OperationName;
  /** The location of the example: the operation in its specification, or the request in a page's code block. */
  readonly location: SourceLocation;
  /** The operation's location in the specification. */
  readonly operationLocation: SourceLocation;
  readonly source: "specification" | "page";
  readonly plan: TestPlan;
}

export type TestPlan =
  | { readonly kind: "send"; readonly request: BuiltRequest }
  /** A sentence that explains why the request isn't sent and what to change so that it's sent. */
  | { readonly kind: "skip"; readonly reason: LocalizedMessage };

/** The values that are used to send tests. The values always come from the author, never from the site. */
export interface TestTarget {
  /** The base URLs of the APIs, such as `http://localhost:4010/v2`. A URL can consist of only the host. */
  readonly servers: readonly string[];
  /**
   * The values of variables, by name. They're used for `{{name}}` in examples, for parameters, and for variables in
   * server URLs.
   */
  readonly variables: Readonly<Record<string, string>>;
  /** The credentials by security scheme name. Secrets in the credentials are represented by placeholders. */
  readonly credentials: Readonly<Record<string, Credential>>;
  /**
   * The name of the only available secret. It's used for schemes that aren't in `credentials`. Undefined unless exactly
   * one secret is available.
   */
  readonly onlySecret?: string;
  /** Whether to include requests that may change data. */
  readonly allMethods: boolean;
}

const maxDepth = 12;

/**
 * Whether a value built from this schema contains only values that its author specified: examples, defaults, and single
 * choices.
 */
export function hasTestExample(schema: SchemaModel, schemas: ReadonlyMap<SchemaId, SchemaModel>, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const { examples, default: defaultValue, constant, enum: values, types, nullable } = schema;
  if (examples.length > 0 || defaultValue || constant || values?.length === 1) return true;
  if (types.includes("boolean") || nullable) return true;
  const hasInnerExample = (each: SchemaModel) => hasTestExample(each, schemas, depth + 1);
  const resolvedSchema = schema.ref === undefined ? undefined : schemas.get(schema.ref);
  if (resolvedSchema) return hasInnerExample(resolvedSchema);
  if (schema.allOf.length > 0)
    return schema.allOf.every(hasInnerExample) && hasPropertyExamples(schema, hasInnerExample);
  const [choice] = [...schema.oneOf, ...schema.anyOf];
  if (choice) return hasInnerExample(choice);
  if (schema.properties.length > 0) return hasPropertyExamples(schema, hasInnerExample);
  return types.includes("array") && schema.items ? hasInnerExample(schema.items) : types.includes("object");
}

function hasPropertyExamples(
  { properties, required }: SchemaModel,
  hasInnerExample: (schema: SchemaModel) => boolean,
): boolean {
  return properties.every(({ name, schema }) => schema.readOnly || !required.includes(name) || hasInnerExample(schema));
}

/**
 * Whether the method is safe (RFC 9110, section 9.2.1). Requests with safe methods can be sent without the author's
 * opt-in.
 */
export function hasSafeMethod({ method }: { readonly method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
