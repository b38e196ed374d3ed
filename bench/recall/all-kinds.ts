import type { FaultKind } from "./fault-kind.ts";
import { codeFaults } from "./kinds/code-faults.ts";
import { componentFaults } from "./kinds/component-faults.ts";
import { configFaults } from "./kinds/config-faults.ts";
import { configSpecFaults } from "./kinds/config-spec-faults.ts";
import { configSyntaxFaults } from "./kinds/config-syntax-faults.ts";
import { configLinkFaults } from "./kinds/config-link-faults.ts";
import { contentFaults } from "./kinds/content-faults.ts";
import { driftFaults } from "./kinds/drift-faults.ts";
import { frontmatterFaults } from "./kinds/frontmatter-faults.ts";
import { languageFaults } from "./kinds/language-faults.ts";
import { limitFaults } from "./kinds/limit-faults.ts";
import { linkFaults } from "./kinds/link-faults.ts";
import { mdxSyntaxFaults } from "./kinds/mdx-syntax-faults.ts";
import { movedPageFaults } from "./kinds/moved-page-faults.ts";
import { navFaults } from "./kinds/nav-faults.ts";
import { navFieldFaults } from "./kinds/nav-field-faults.ts";
import { openapiFaults } from "./kinds/openapi-faults.ts";
import { redirectFaults } from "./kinds/redirect-faults.ts";
import { settingsFaults } from "./kinds/settings-faults.ts";
import { specChoiceFaults } from "./kinds/spec-choice-faults.ts";
import { specFaults } from "./kinds/spec-faults.ts";
import { specValidityFaults } from "./kinds/spec-validity-faults.ts";
import { unlistedOperationFaults } from "./kinds/unlisted-operation-faults.ts";

/** All kinds of problems that the benchmark creates. */
export const allKinds: readonly FaultKind[] = [
  ...configSyntaxFaults,
  ...configFaults,
  ...navFaults,
  ...navFieldFaults,
  ...openapiFaults,
  ...configSpecFaults,
  ...specFaults,
  ...frontmatterFaults,
  ...mdxSyntaxFaults,
  ...componentFaults,
  ...codeFaults,
  ...contentFaults,
  ...linkFaults,
  ...configLinkFaults,
  ...redirectFaults,
  ...settingsFaults,
  ...limitFaults,
  ...languageFaults,
  ...specChoiceFaults,
  ...unlistedOperationFaults,
  ...movedPageFaults,
  ...specValidityFaults,
  ...driftFaults,
];
