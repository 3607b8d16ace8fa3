import { TextInput } from '@mantine/core';
import { TEXT_LIMITS } from '@overture/domain/limits';

export type Names = Record<'first_name' | 'last_name', string>;

/** First word and the rest: a suggestion that the user can change. */
export function splitName(name: string | null): Names {
  const [first = '', ...rest] = (name ?? '').split(' ');
  return { first_name: first, last_name: rest.join(' ') };
}

interface NameFieldsProps {
  names: Names;
  labels: Names;
  onChange: (names: Names) => void;
}

/** First and last name of a person who becomes a lead. */
export function NameFields({ names, labels, onChange }: NameFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['first_name', 'last_name'] as const).map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
          required={field === 'first_name'}
          data-autofocus={field === 'first_name' || undefined}
          maxLength={TEXT_LIMITS.name_max}
          value={names[field]}
          onChange={(event) => onChange({ ...names, [field]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
