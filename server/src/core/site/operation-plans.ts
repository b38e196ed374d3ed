import type { Profile } from "../config/settings/profile.ts";
import type { OperationOutline, SpecOutline } from "../spec/spec-outline.ts";
import { derive } from "../text/view.ts";
import { pageOfOperation, type PagePlan } from "./generated-page-plan.ts";
import { inServiceOrder } from "./method-order.ts";
import { isExcluded } from "./operation-marks.ts";

export interface OperationPlan {
  readonly target: { readonly kind: "operation" | "webhook"; readonly operation: OperationOutline };
  /** Absent for an operation that is excluded. */
  readonly plan: PagePlan | undefined;
}

/** What the service would make of each operation of a specification. Made once per outline: while one specification is typed in, those of the others stay. */
export const operationPlans = derive((spec: SpecOutline) =>
  derive((profile: Profile) => {
    const byDirectory = new Map<string, readonly OperationPlan[]>();
    return (directory: string): readonly OperationPlan[] => {
      const known = byDirectory.get(directory);
      if (known) return known;
      const planOf = (kind: "operation" | "webhook", operation: OperationOutline): OperationPlan => ({
        target: { kind, operation },
        plan: isExcluded(operation, profile)
          ? undefined
          : pageOfOperation(spec, operation, kind, directory, profile),
      });
      const plans = [
        ...inServiceOrder(spec.operations).map((operation) => planOf("operation", operation)),
        ...inServiceOrder(spec.webhooks).map((webhook) => planOf("webhook", webhook)),
      ];
      byDirectory.set(directory, plans);
      return plans;
    };
  }),
);
