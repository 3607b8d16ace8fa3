import type { SequenceAngle } from '@overture/contract/sequence-writing';
import { useId } from 'react';
import { t } from './texts.ts';

interface AnglesPartProps {
  angles: readonly SequenceAngle[];
  chosen: SequenceAngle | undefined;
  onChoose: (angle: SequenceAngle) => void;
}

/** The angles to choose from, each with the words it rests on. */
export function AnglesPart({ angles, chosen, onChoose }: AnglesPartProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="mb-2 p-0 text-section">{t('angles')}</legend>
      {angles.map((angle, index) => (
        <label
          key={angle.title}
          className="flex gap-3 items-start py-3 px-4 border border-line rounded-card cursor-pointer has-checked:border-accent-line has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            className="mt-1 flex-none"
            checked={chosen === angle}
            data-autofocus={index === 0 || undefined}
            onChange={() => onChoose(angle)}
          />
          <span className="flex flex-col gap-1 min-w-0">
            <span className="font-medium wrap-anywhere">{angle.title}</span>
            <span className="text-ink-2 wrap-anywhere">{angle.summary}</span>
            {angle.sources.map(({ source, quote }) => (
              <span key={`${source}${quote}`} className="text-ink-3 text-meta wrap-anywhere">
                {t('angle_source', { source, quote })}
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
