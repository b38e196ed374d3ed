import {
  defaultFormSettings,
  type FormSettings,
  createRequestForm,
  type RequestForm,
  type SiteAuth,
} from "../../server/src/core/request/form/request-form.ts";
import { readOperationModel } from "../../server/src/core/spec/model/operation-model.ts";
import { readJsonTree } from "../../server/src/core/spec/parse-json.ts";
import { createSpecFiles } from "../../server/src/core/spec/spec-tree.ts";

export interface OperationSurroundings {
  readonly version?: string;
  readonly path?: string;
  readonly method?: string;
  readonly securitySchemes?: object;
  readonly schemas?: object;
  readonly settings?: Partial<FormSettings>;
  readonly auth?: SiteAuth;
}

/** Returns the form of an operation. The operation is given and parsed as part of a specification. */
export function formOfOperation(operation: object, around: OperationSurroundings = {}): RequestForm {
  const { version = "3.1.1", path = "/x", method = "GET", securitySchemes = {}, schemas = {} } = around;
  const isFixed = /^(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)$/.test(method);
  const full = { responses: { 200: { description: "ok" } }, ...operation };
  const item = isFixed ? { [method.toLowerCase()]: full } : { additionalOperations: { [method]: full } };
  const text = JSON.stringify({
    openapi: version,
    info: { title: "t", version: "1" },
    paths: { [path]: item },
    components: { securitySchemes, schemas },
  });
  const model = readOperationModel(createSpecFiles("api.json", readJsonTree("api.json", text)), {
    method,
    path,
  });
  if (!model) throw new Error(`No ${method} ${path}`);
  const { settings, auth = { method: undefined, name: undefined } } = around;
  return createRequestForm({
    kind: "operation",
    ...model,
    settings: { ...defaultFormSettings, ...settings },
    auth,
  });
}
