import { buildRequest } from "../../core/request/build/build-request.ts";
import { secretNames } from "../../core/request/build/secret-placeholders.ts";
import {
  type FormSettings,
  requestForm,
  type RequestForm,
  type SiteAuth,
} from "../../core/request/form/request-form.ts";
import type { OperationModel } from "../../core/spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../core/spec/model/schema-model.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type ApiTest, isSafe, type TestPlan, type TestTarget } from "./api-test.ts";
import { type ChosenServer, filledForm, createTestCredentials } from "./request-values.ts";

/** Everything in the specification is sent, including optional values. */
const settings: FormSettings = {
  proxy: true,
  siteUrl: undefined,
  showsFullUrl: false,
  onlyRequired: false,
  prefill: true,
  languages: undefined,
};

export interface TestedOperation {
  readonly spec: SitePath;
  readonly operation: OperationModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
  readonly auth: SiteAuth;
  readonly server: ChosenServer;
}

export const unsafe = "This request might change data. Use --all-methods to send it.";
const namesSecret = "Its example refers to a secret, but only the environment can use secrets.";

/** Returns one test for each named example of the body, or a single test if there are none. */
export function operationTests(tested: TestedOperation, target: TestTarget): readonly ApiTest[] {
  const { spec, operation } = tested;
  const form = formOf(tested);
  const names = form.body?.media[0]?.examples.map(({ name }) => name) ?? [];
  const requested = names.length > 1 ? names.slice(0, 20) : [undefined];
  return requested.map((name): ApiTest => {
    const label = `${operation.method} ${operation.path}${name === undefined ? "" : ` · ${name}`}`;
    return {
      id: `${spec} ${label}`,
      label,
      spec,
      operation: { method: operation.method, path: operation.path, isWebhook: false },
      at: operation.at,
      operationAt: operation.at,
      from: "specification",
      plan: planOf(form, name, tested, target),
    };
  });
}

export function formOf({ operation, schemas, auth }: Omit<TestedOperation, "server" | "spec">): RequestForm {
  return requestForm({ kind: "operation", operation, schemas, auth, settings });
}

function planOf(
  form: RequestForm,
  example: string | undefined,
  { server, operation }: TestedOperation,
  target: TestTarget,
): TestPlan {
  if (!isSafe(operation) && !target.allMethods) return { kind: "skip", reason: unsafe };
  if (!server.ok) return { kind: "skip", reason: server.reason };
  const filled = filledForm(form, example, target.variables);
  if (!filled.ok) return { kind: "skip", reason: filled.reason };
  // The author adds secrets below. A placeholder in the values would come from the site.
  if (secretNames(JSON.stringify(filled.values)).length > 0) return { kind: "skip", reason: namesSecret };
  const signed = createTestCredentials(form, target);
  if (!signed.ok) return { kind: "skip", reason: signed.reason };
  const { way, credentials } = signed;
  const values = { ...filled.values, way, credentials };
  const { variables } = target;
  const { request, problems } = buildRequest(form, values, { baseUrl: server.url, variables });
  const stopping = problems.find(({ stops }) => stops);
  return stopping ? { kind: "skip", reason: stopping.text } : { kind: "send", request };
}
