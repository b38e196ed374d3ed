import type { VNode } from "preact";

interface SelectFieldProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly choices: readonly (readonly [name: Name, label: string])[];
  readonly onChange: (name: Name) => void;
}

/** One of a few, whose label is for those who cannot see what stands around it. */
export function SelectField<Name extends string>({
  label,
  value,
  choices,
  onChange,
}: SelectFieldProps<Name>): VNode {
  return (
    <select
      class="dwf-select"
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget: { selectedIndex } }) => {
        const [name] = choices[selectedIndex] ?? [];
        if (name !== undefined) onChange(name);
      }}
    >
      {choices.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}
