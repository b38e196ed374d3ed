/** A parameter or field that can be described by both a specification and a page. */
export interface MadeField {
  readonly name: string;
  readonly in?: "path" | "query" | "header" | "cookie";
  readonly type: string;
  readonly required: boolean;
  readonly default?: string | number;
  readonly description: string;
  readonly fields?: readonly MadeField[];
  /** Whether the nested fields belong to the items of a list. */
  readonly isList?: true;
}

export interface MadeOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly parameters: readonly MadeField[];
  readonly body: readonly MadeField[];
  readonly answer: readonly MadeField[];
  readonly bodyExample: unknown;
  readonly answerExample: unknown;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const tags = ["Users", "Orders & more", "Bills", ""] as const;

/**
 * Generates an operation. Its number determines the locations of parameters, the bodies, the nesting, the lists, the
 * defaults, and the examples.
 */
export function madeOperation(number: number, folder: string): MadeOperation {
  const method = methods[number % methods.length] ?? "GET";
  const hasBody = method !== "GET" && method !== "DELETE";
  const mark = folder.replace(/\W/g, "") || "en";
  const text = (what: string) => `The ${what} (${mark} ${number}).`;
  const id = { name: "id", in: "path", type: "string", required: true, description: text("id") } as const;
  const inner = [
    { name: "city", type: "string", required: true, description: text("city") },
    { name: "zip", type: "integer", required: false, description: text("zip") },
  ];
  const address = {
    name: "address",
    type: "object",
    required: false,
    description: text("address"),
    fields: inner,
  };
  const items = {
    name: "items",
    type: "array",
    required: true,
    description: text("items"),
    isList: true as const,
    fields: [{ name: "sku", type: "string", required: true, description: text("sku") }],
  };
  return {
    method,
    path: `/${mark}/things${number}/{id}`,
    summary: `${method === "GET" ? "Get" : "Change"} thing ${number} ${mark}`,
    description: `What ${method} does: thing ${number}.`,
    tag: tags[number % tags.length] ?? "",
    parameters: [
      id,
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        default: 20 + number,
        description: text("limit"),
      },
      ...(number % 2
        ? ([
            {
              name: "X-Trace",
              in: "header",
              type: "string",
              required: number % 3 === 0,
              description: text("trace"),
            },
          ] as const)
        : []),
      ...(number % 3 === 1
        ? ([{ name: "session", in: "cookie", type: "string", required: false, description: text("session") }] as const)
        : []),
    ],
    body: hasBody ? [{ name: "name", type: "string", required: true, description: text("name") }, address, items] : [],
    answer: [
      { name: "ok", type: "boolean", required: true, description: text("ok") },
      ...(number % 2 ? [address] : [items]),
    ],
    bodyExample: hasBody ? { name: `n${number}`, items: [{ sku: "a" }] } : undefined,
    answerExample: { ok: true, number },
  };
}

/** Returns a specification with these operations and one at `/health`. */
export function specText(
  operations: readonly MadeOperation[],
  layout: "yaml" | "yaml-crlf" | "json" | "json-tabs",
): string {
  const paths = Object.fromEntries(
    operations.map((operation) => [operation.path, { [operation.method.toLowerCase()]: operationOf(operation) }]),
  );
  const document = {
    openapi: "3.1.0",
    info: { title: "Made", version: "1" },
    servers: [{ url: "https://api.example.com/v1" }],
    paths: {
      ...paths,
      "/health": { get: { summary: "Health", responses: { 200: { description: "Fine." } } } },
    },
  };
  switch (layout) {
    case "json":
      return `${JSON.stringify(document, null, 2)}\n`;
    case "json-tabs":
      return `${JSON.stringify(document, null, "\t")}\n`;
    case "yaml":
      return `# Made\n${yaml(document, "", "  ")}\n`;
    case "yaml-crlf":
      return `${yaml(document, "", "    ")}\n`.replaceAll("\n", "\r\n");
  }
}

function operationOf(operation: MadeOperation): object {
  const { summary, description, tag, parameters, body, answer, bodyExample, answerExample } = operation;
  return {
    summary,
    description,
    ...(tag && { tags: [tag] }),
    parameters: parameters.map((field) => ({
      name: field.name,
      in: field.in,
      required: field.required,
      description: field.description,
      schema: { type: field.type, ...(field.default !== undefined && { default: field.default }) },
    })),
    ...(body.length > 0 && {
      requestBody: {
        content: { "application/json": { schema: schemaOf(body), example: bodyExample } },
      },
    }),
    responses: {
      200: {
        description: "It worked.",
        content: { "application/json": { schema: schemaOf(answer), example: answerExample } },
      },
      404: { description: "Not there." },
    },
  };
}

function schemaOf(fields: readonly MadeField[]): object {
  return {
    type: "object",
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field) => {
        const inner = field.fields ? schemaOf(field.fields) : {};
        const own = field.isList ? { items: inner } : inner;
        return [field.name, { ...own, type: field.type, description: field.description }];
      }),
    ),
  };
}

/** Formats a value in the block style of YAML, as authors write it. */
function yaml(value: unknown, indentation: string, step: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return value.map((item) => `\n${indentation}- ${yaml(item, `${indentation}  `, step).trimStart()}`).join("");
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const lines = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => {
      const name = /^[\w-]+$/.test(key) && !/^\d/.test(key) ? key : JSON.stringify(key);
      const isInner = typeof item === "object" && item !== null && !Array.isArray(item);
      const inner = yaml(item, indentation + step, step);
      return `${indentation}${name}:${isInner ? `\n${inner}` : inner.startsWith("\n") ? inner : ` ${inner}`}`;
    });
  return lines.length === 0 ? "{}" : lines.join("\n");
}
