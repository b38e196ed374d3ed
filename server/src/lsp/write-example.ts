import type { PageSource } from "../core/preview/source/page-source.ts";
import { insertExample } from "../core/request/insert-example.ts";
import type { FileEdit } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import type { WantedExample } from "../workspace/playground/playground.ts";
import { makeEdit, unsettledReason } from "./edit-basis.ts";
import type { Session } from "./session.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

/** Has the client put an example of a playground into a file of the site, to be undone like typing. A sentence when it is not. */
export async function writeExample(
  site: LiveSite,
  source: PageSource,
  wanted: WantedExample,
  session: Session,
): Promise<string | undefined> {
  const made = await makeEdit(site, session, "edited files", async (basis) => {
    const found =
      wanted.into === "page"
        ? intoPage(site, source, wanted)
        : await intoSpecification(site, source, wanted, session);
    return typeof found === "string" ? found : { edit: toWorkspaceEdit([found], basis) };
  });
  if (typeof made === "string") return made;
  if (!made) return unsettledReason;
  const { edit } = made;
  if (!edit) return notApplied;
  const { applied } = await session.connection.workspace.applyEdit({ label: "Insert example", edit });
  return applied ? undefined : notApplied;
}

type Wanted<Into extends WantedExample["into"]> = Extract<WantedExample, { readonly into: Into }>;

function intoPage(site: LiveSite, { path }: PageSource, { example }: Wanted<"page">): FileEdit | string {
  const page = site.current?.site.references.get(path);
  if (!page) return noFile;
  const inserted = insertExample(page, example);
  return inserted.ok ? { kind: "edit", file: path, edits: inserted.edits } : inserted.reason;
}

async function intoSpecification(
  site: LiveSite,
  { endpoint }: PageSource,
  { status, type, text }: Wanted<"specification">,
  { specs }: Session,
): Promise<FileEdit | string> {
  const spec = endpoint?.kind === "operation" ? site.current?.site.specs.get(endpoint.spec) : undefined;
  if (!spec || endpoint?.kind !== "operation") return noSpecification;
  const { operation } = endpoint.whole;
  const answer = { operation, status, type, text };
  const saved = await specs.ask(site.files, spec, { about: "answer-example", answer });
  if (!saved) return "The specification is being read. Try again in a moment.";
  return saved.ok ? { kind: "edit", file: saved.file, edits: saved.edits } : saved.reason;
}

const notApplied = "The editor did not take the edit. Copy the example instead.";
const noFile =
  "This page is made from the specification and has no file of its own. Copy the example, or save it in the specification.";
const noSpecification = "This page describes its endpoint itself, so there is no specification to save to.";
