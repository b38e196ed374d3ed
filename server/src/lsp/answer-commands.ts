import type { Connection } from "vscode-languageserver/node";
import { coverage } from "../protocol/coverage.ts";
import { migrateEndpointPages } from "../protocol/migration.ts";
import { siteReport } from "../protocol/site.ts";
import {
  compareSpecification,
  convertSpecification,
  fetchSpecification,
  remoteSpecifications,
} from "../protocol/specifications.ts";
import { answerMoves } from "./answer-moves.ts";
import { answerApiTests } from "./api-tests.ts";
import { answerPreviews } from "./answer-previews.ts";
import { answerRefactoring } from "./answer-refactoring.ts";
import { comparedSpecification } from "./compare-specification.ts";
import { convertedSpecification } from "./convert-specification.ts";
import { endpointMigrations } from "./migrate-endpoint-pages.ts";
import { fetchNamed, remoteSpecificationsOf } from "./remote-specifications.ts";
import type { Session } from "./session.ts";
import { siteReports } from "./site-report.ts";

/** What a person asks for by a command of the editor: one line for each method. */
export function answerCommands(connection: Connection, session: Session): void {
  connection.onRequest(siteReport, () => siteReports(session));
  connection.onRequest(coverage, () => session.coverage.answer());
  connection.onRequest(migrateEndpointPages, (token) => endpointMigrations(session, token));
  connection.onRequest(remoteSpecifications, () => remoteSpecificationsOf(session));
  connection.onRequest(convertSpecification, (request) => convertedSpecification(request, session));
  connection.onRequest(compareSpecification, (request) => comparedSpecification(request, session));
  connection.onRequest(fetchSpecification, (request, token) => fetchNamed(request, session, token));
  answerMoves(connection, session);
  answerRefactoring(connection, session);
  answerPreviews(connection, session);
  answerApiTests(connection, session);
}
