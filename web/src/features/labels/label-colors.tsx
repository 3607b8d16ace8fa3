import { useId } from 'react';
import classes from './labels.module.css';
import { t } from './texts.ts';

interface LabelColorsProps {
  /** Says what the colors are for. */
  label?: string;
  /** Says which one a dot is ("Color 3"). */
  nameOf?: (number: number) => string;
  colors: readonly string[];
  value: string;
  onChange: (color: string) => void;
}

/** The palette of labels as dots to choose from. */
export function LabelColors({
  label = t('colors'),
  nameOf = (number) => t('color', { number }),
  colors,
  value,
  onChange,
}: LabelColorsProps) {
  const group = useId();
  return (
    <div className="flex flex-wrap gap-1.5" role="radiogroup" aria-label={label}>
      {colors.map((option, index) => (
        <label key={option} className={classes.color} style={{ '--label': option } as React.CSSProperties}>
          <input
            type="radio"
            name={group}
            aria-label={nameOf(index + 1)}
            checked={value.toLowerCase() === option.toLowerCase()}
            onChange={() => onChange(option)}
          />
        </label>
      ))}
    </div>
  );
}
