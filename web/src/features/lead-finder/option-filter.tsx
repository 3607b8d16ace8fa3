import { ChoiceChip, ChoiceChips } from '../../ui/inputs/choice-chip.tsx';

interface OptionFilterProps<Option extends string> {
  /** What is filtered, for screen readers. */
  label: string;
  options: readonly Option[];
  chosen: readonly Option[];
  onChange: (chosen: Option[]) => void;
}

/** A handful of options as chips; any number may be chosen. */
export function OptionFilter<Option extends string>({ label, options, chosen, onChange }: OptionFilterProps<Option>) {
  const toggle = (option: Option) =>
    onChange(options.filter((known) => (known === option ? !chosen.includes(option) : chosen.includes(known))));
  return (
    <ChoiceChips label={label}>
      {options.map((option) => (
        <ChoiceChip key={option} isChosen={chosen.includes(option)} onClick={() => toggle(option)}>
          {option}
        </ChoiceChip>
      ))}
    </ChoiceChips>
  );
}
