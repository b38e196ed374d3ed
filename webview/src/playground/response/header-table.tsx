import type { VNode } from "preact";

interface HeaderTableProps {
  readonly headers: readonly (readonly [string, string])[];
  readonly caption: string;
}

/** Headers as they came: order, case and repetition. */
export function HeaderTable({ headers, caption }: HeaderTableProps): VNode {
  if (headers.length === 0) return <p class="dw-try-empty">There are none.</p>;
  return (
    <table class="dw-try-headers">
      <caption class="dw-hidden-words">{caption}</caption>
      <tbody>
        {headers.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
