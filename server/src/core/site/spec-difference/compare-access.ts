import type { OperationModel, SecurityNeed } from "../../spec/model/operation-model.ts";
import type { Finding } from "./difference.ts";
import { nameAsCode, namesAsCode } from "./name-as-code.ts";

/** Where the operation is called and how one signs in. */
export function compareAccess(before: OperationModel, after: OperationModel): readonly Finding[] {
  return [...compareServers(before, after), ...compareSecurity(before, after)];
}

function compareServers(before: OperationModel, after: OperationModel): Finding[] {
  const [olds, news] = [before, after].map(({ servers }) => servers.map(({ url }) => url));
  const gone = (olds ?? []).filter((url) => !news?.includes(url));
  const fresh = (news ?? []).filter((url) => !olds?.includes(url));
  return [
    ...(fresh.length > 0
      ? [finding("servers", true, `the operation has the server ${namesAsCode(fresh)} now`)]
      : []),
    ...(gone.length > 0
      ? [finding("servers", false, `the operation no longer has the server ${namesAsCode(gone)}`)]
      : []),
  ];
}

function compareSecurity(before: OperationModel, after: OperationModel): Finding[] {
  const [olds, news] = [waysOf(before), waysOf(after)];
  const kept = olds.every((old) => news.some((way) => isNoMore(way, old)));
  const isSame = kept && news.every((way) => olds.some((old) => isNoMore(old, way)));
  if (isSame) return [];
  const now = wordsOf(news);
  const was = wordsOf(olds);
  const words =
    now === was
      ? `the operation checks ${now} in another way`
      : `the operation is called with ${now} now (was ${was})`;
  return [finding("security", kept, words)];
}

/** Nothing said is the same as nothing needed. */
function waysOf({ security }: OperationModel): readonly (readonly SecurityNeed[])[] {
  return security.length > 0 ? security : [[]];
}

/** Whether who can sign in the second way can sign in the first way. */
function isNoMore(way: readonly SecurityNeed[], than: readonly SecurityNeed[]): boolean {
  return way.every((need) =>
    than.some(
      (other) =>
        other.name === need.name &&
        need.scopes.every((scope) => other.scopes.includes(scope)) &&
        schemeOf(other) === schemeOf(need),
    ),
  );
}

/** What of a scheme decides what is sent. */
function schemeOf({ scheme }: SecurityNeed): string {
  return JSON.stringify(["type", "in", "name", "scheme"].map((key) => scheme?.[key]));
}

function wordsOf(ways: readonly (readonly SecurityNeed[])[]): string {
  return ways
    .map((way) =>
      way.length === 0
        ? "no authorization"
        : way
            .map(({ name, scopes }) =>
              scopes.length > 0 ? `${nameAsCode(name)} (${namesAsCode(scopes)})` : nameAsCode(name),
            )
            .join(" and "),
    )
    .join(" or ");
}

function finding(kind: "servers" | "security", isSafe: boolean, text: string): Finding {
  return {
    kind,
    weight: isSafe ? "addition" : "breaking",
    section: "changed",
    place: "request",
    name: "",
    text,
  };
}
