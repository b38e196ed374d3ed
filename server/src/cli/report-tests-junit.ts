import { escapeXml } from "./escape-xml.ts";
import { countTests, type ReportedTest, type TestReport } from "./test-report.ts";

/** The results as JUnit XML: a suite for each file, a case for each request. */
export function reportTestsJunit(report: TestReport): string {
  const files = new Map<string, ReportedTest[]>();
  for (const test of report.tests) {
    const group = files.get(test.at.file);
    if (group) group.push(test);
    else files.set(test.at.file, [test]);
  }
  const { failed, skipped } = countTests(report);
  const seconds = ((report.isReplay ? 0 : report.milliseconds) / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docwright test" tests="${report.tests.length}" failures="${failed}" skipped="${skipped}" errors="0" time="${seconds}">`,
    ...[...files].map(([file, tests]) => suite(file, tests)),
    "</testsuites>",
  ].join("\n");
}

function suite(file: string, tests: readonly ReportedTest[]): string {
  const count = (outcome: string) => tests.filter((test) => test.outcome === outcome).length;
  const name = escapeXml(file);
  const cases = tests.map((test) => testcase(name, test)).join("\n");
  return `  <testsuite name="${name}" tests="${tests.length}" failures="${count("failed")}" skipped="${count("skipped")}" errors="0">\n${cases}\n  </testsuite>`;
}

function testcase(file: string, { id, at, outcome, milliseconds, note, failures }: ReportedTest): string {
  const open = `    <testcase name="${escapeXml(id)}" classname="${file}" file="${file}" line="${at.position.line + 1}" time="${(milliseconds / 1000).toFixed(3)}"`;
  const told = escapeXml(note ?? "");
  if (outcome === "skipped") return `${open}>\n      <skipped message="${told}"/>\n    </testcase>`;
  if (outcome === "passed")
    return note === undefined
      ? `${open}/>`
      : `${open}>\n      <system-out>${told}</system-out>\n    </testcase>`;
  const lines = failures.map(({ pointer = "", text, at: place, remedy }) => {
    const where = place ? ` (${place.file}:${place.position.line + 1})` : "";
    return `${pointer} ${text}${where}. ${remedy}`.trim();
  });
  const [first = ""] = lines;
  const body = escapeXml(lines.join("\n"));
  return `${open}>\n      <failure message="${escapeXml(first)}">${body}</failure>\n    </testcase>`;
}
