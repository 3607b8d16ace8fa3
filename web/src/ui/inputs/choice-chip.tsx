import type { ReactNode } from 'react';
import classes from './inputs.module.css';

/** Chips of one question; `label` says the question to screen readers. */
export function ChoiceChips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5 m-0 p-0 border-0">
      <legend className="visually-hidden">{label}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceChipProps {
  isChosen: boolean;
  onClick: () => void;
  /** What screen readers say where the shown text is too short. */
  label?: string;
  children: ReactNode;
}

/** An option that is on or off. */
export function ChoiceChip({ isChosen, onClick, label, children }: ChoiceChipProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isChosen} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
