import type { ApiCall } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";
import { madeDocuments, typeOfFile, type StoredDocument } from "./documents.ts";
import { noShipment, problem } from "./problem.ts";
import type { ShipmentStore } from "./shipment-store.ts";

const maxSize = 20 * 1024 * 1024;

export function documentOperations(
  shipments: ShipmentStore,
): Readonly<Record<string, (call: ApiCall) => Reply | Promise<Reply>>> {
  const documents = new Map<string, StoredDocument>(madeDocuments().map((each) => [each.id, each]));
  let made = 0;
  return {
    uploadDocument: async ({ parameters, body }) => {
      if (!shipments.get(parameters["shipmentId"])) return noShipment();
      const { file, kind } = body as { readonly file: unknown; readonly kind: string };
      if (!(file instanceof Blob))
        return problem(422, "The `file` field isn't a file", [{ at: "/file", message: "must be a file" }]);
      if (file.size > maxSize) return problem(413, "The file is larger than 20 MB");
      const bytes = Buffer.from(await file.arrayBuffer());
      const type = typeOfFile(bytes);
      if (!type) return problem(415, "The file isn't a PDF, JPEG, or PNG");
      const id = `doc_N${String(++made).padStart(5, "0")}`;
      documents.set(id, { id, kind, type, bytes });
      return { status: 201, json: { id, kind, bytes: bytes.length } };
    },

    downloadDocument: ({ parameters }) => {
      const document = documents.get(String(parameters["documentId"]));
      if (!document) return problem(404, "No document has this ID");
      const { id, type, bytes } = document;
      const name = `${id}.${type.split("/")[1] ?? "bin"}`;
      return { status: 200, type, bytes, headers: { "Content-Disposition": `inline; filename="${name}"` } };
    },
  };
}
