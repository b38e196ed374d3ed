import { columnsFor } from "./columns-for.ts";
import type { FeedbackOptions } from "./feedback-options.ts";
import type { FeedbackReport, TotalsReport } from "./feedback-report.ts";
import { choosePalette } from "./palette.ts";
import type { CommandHost } from "./run-cli.ts";

/** Writes what was found in the format that was asked for. */
export async function printFeedback(
  report: FeedbackReport | TotalsReport,
  format: FeedbackOptions["format"],
  host: CommandHost,
): Promise<void> {
  const isEntries = "entries" in report;
  switch (format) {
    case "json": {
      const { reportFeedbackJson, reportTotalsJson } = await import("./report-feedback-json.ts");
      host.stdout.write(`${isEntries ? reportFeedbackJson(report) : reportTotalsJson(report)}\n`, "json");
      return;
    }
    case "csv": {
      const { reportFeedbackCsv, reportTotalsCsv } = await import("./report-feedback-csv.ts");
      host.stdout.write(isEntries ? reportFeedbackCsv(report) : reportTotalsCsv(report));
      return;
    }
    case "table": {
      const { reportFeedbackTable } = await import("./report-feedback-table.ts");
      const { reportTotalsTable } = await import("./report-totals-table.ts");
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      const options = { palette, columns: columnsFor(host) };
      const lines = isEntries ? reportFeedbackTable(report, options) : reportTotalsTable(report, options);
      for (const line of lines) host.stdout.write(`${line}\n`);
    }
  }
}
