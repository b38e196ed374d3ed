import { pdfDocument } from "../files/pdf-document.ts";
import { pngPicture } from "../files/png-picture.ts";
import { quayPicture } from "../files/quay-picture.ts";

export interface StoredDocument {
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The accepted file types, each with its magic bytes. */
const kinds: readonly { readonly type: string; readonly begins: Buffer }[] = [
  { type: "application/pdf", begins: Buffer.from("%PDF-") },
  { type: "image/jpeg", begins: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: "image/png", begins: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
];

/**
 * Returns the type of a file based on its bytes instead of its declared type, or `undefined` if the type isn't
 * accepted.
 */
export function typeOfFile(bytes: Buffer): string | undefined {
  return kinds.find(({ begins }) => bytes.subarray(0, begins.length).equals(begins))?.type;
}

/** Returns the initial documents, one of each accepted type. */
export function madeDocuments(): readonly StoredDocument[] {
  const lines = ["Bill of lading", "Shipment shp_8K2MQ4", "Norvik Aurora, Singapore to Hamburg"];
  return [
    { id: "doc_71QWNB", kind: "bill_of_lading", type: "application/pdf", bytes: pdfDocument(lines) },
    {
      id: "doc_4PN6C0",
      kind: "photograph",
      type: "image/png",
      bytes: pngPicture(["  rr", "bgry", "gybr"]),
    },
    { id: "doc_9JP3G1", kind: "photograph", type: "image/jpeg", bytes: quayPicture },
  ];
}
