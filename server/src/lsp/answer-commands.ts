import type { CancellationToken, Connection } from "vscode-languageserver/node";
import {
  compareSpecification,
  convertSpecification,
  coverage,
  fetchSpecification,
  migrateEndpointPages,
  remoteSpecifications,
  siteReport,
  type ComparedSpecification,
  type CompareSpecification,
  type ConvertedSpecification,
  type ConvertSpecification,
  type EndpointMigration,
  type FetchedSpecification,
  type FetchSpecification,
} from "../protocol.ts";
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
  connection.onRequest<EndpointMigration[], void>(migrateEndpointPages, (token: CancellationToken) =>
    endpointMigrations(session, token),
  );
  connection.onRequest(remoteSpecifications, () => remoteSpecificationsOf(session));
  connection.onRequest<ConvertedSpecification, void>(convertSpecification, (request: ConvertSpecification) =>
    convertedSpecification(request, session),
  );
  connection.onRequest<ComparedSpecification, void>(compareSpecification, (request: CompareSpecification) =>
    comparedSpecification(request, session),
  );
  connection.onRequest<FetchedSpecification, void>(
    fetchSpecification,
    (request: FetchSpecification, token: CancellationToken) => fetchNamed(request, session, token),
  );
  answerMoves(connection, session);
  answerRefactoring(connection, session);
  answerPreviews(connection, session);
  answerApiTests(connection, session);
}
