import type { VNode } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type {
  ParameterForm,
  ParameterLocation,
  RequestForm,
} from "../../../server/src/core/request/form/request-form.ts";
import { getParameterKey, type RequestValues } from "../../../server/src/core/request/form/request-values.ts";
import { Disclosure } from "../components/accordion.tsx";
import { EndpointContext } from "../endpoint/endpoint-context.ts";
import { translate } from "../language/translate.ts";
import { ParameterRow } from "./fields/field-row.tsx";
import { useView } from "./store/playground-store.ts";

const titles: Readonly<Record<ParameterLocation, string>> = {
  path: translate("Path"),
  query: translate("Query"),
  querystring: translate("Query string"),
  header: translate("Headers"),
  cookie: translate("Cookies"),
};

const parameterLocations: readonly ParameterLocation[] = ["path", "query", "querystring", "header", "cookie"];

/** The number of optional parameters that are shown before the rest are expanded. */
const maxCollapsedOptionalCount = 6;

interface ParametersProps {
  readonly form: RequestForm;
  readonly values: RequestValues;
}

/** Parameters grouped by location. */
export function Parameters({ form, values }: ParametersProps): VNode {
  const locations = parameterLocations.filter((location) =>
    form.parameters.some((parameter) => parameter.in === location),
  );
  return (
    <>
      {locations.map((location) => (
        <Group
          key={`${form.key} ${location}`}
          title={titles[location]}
          parameters={form.parameters.filter((parameter) => parameter.in === location)}
          form={form}
          values={values}
        />
      ))}
    </>
  );
}

interface GroupProps extends ParametersProps {
  readonly title: string;
  readonly parameters: readonly ParameterForm[];
}

/**
 * A group of parameters, with the required ones first. If a group has many optional parameters, only the first ones are
 * initially shown. Selecting a parameter doesn't change its position.
 */
function Group({ title, parameters, form, values }: GroupProps): VNode {
  const { built } = useView("built");
  const { targetAnchor: requestedAnchor } = useContext(EndpointContext);
  const [isOpen, setOpen] = useState(false);
  const collapsedKeys = useMemo(() => {
    const optionalParameters = parameters.filter(
      (each) => !each.required && values.parameters[getParameterKey(each)]?.sent !== true,
    );
    return new Set(
      optionalParameters.length > maxCollapsedOptionalCount ? optionalParameters.map(getParameterKey) : [],
    );
    // Parameters keep their position when they're selected later.
  }, [parameters.map(getParameterKey).join("\n")]);
  const collapsedParameters = parameters.filter((each) => collapsedKeys.has(getParameterKey(each)));
  useEffect(() => {
    if (requestedAnchor !== undefined && collapsedParameters.some(({ anchor }) => anchor === requestedAnchor))
      setOpen(true);
  }, [requestedAnchor]);
  const renderRow = (parameter: ParameterForm): VNode => {
    const key = getParameterKey(parameter);
    const problems = built?.problems.filter(({ formKey }) => formKey === key) ?? [];
    return (
      <ParameterRow
        key={key}
        parameter={parameter}
        value={values.parameters[key]}
        schemas={form.schemas}
        problems={problems}
        isLinkTarget={requestedAnchor === parameter.anchor}
      />
    );
  };
  return (
    <section class="dw-try-section">
      <h2 class="dw-try-title">{title}</h2>
      {parameters.filter((each) => !collapsedKeys.has(getParameterKey(each))).map(renderRow)}
      {collapsedParameters.length > 0 && (
        <Disclosure
          class="dw-expandable dw-try-folded"
          isOpen={isOpen}
          onToggle={setOpen}
          position={{}}
          head={
            <span>
              {translate(
                { one: "{0} more optional parameter", other: "{0} more optional parameters" },
                collapsedParameters.length,
              )}
            </span>
          }
        >
          {isOpen && collapsedParameters.map(renderRow)}
        </Disclosure>
      )}
    </section>
  );
}
