import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './option-card.module.css';

interface OptionCardProps {
  kind: 'radio' | 'checkbox';
  label: string;
  checked: boolean;
  onChange: () => void;
  icon?: ReactNode;
  /** What it costs, or how much of it there is. */
  note?: string;
  /** Of radio buttons that belong together. */
  name?: string;
  disabled?: boolean;
}

/** A radio button or checkbox in the shape of a card. */
export function OptionCard({ kind, label, checked, onChange, icon, note, name, disabled }: OptionCardProps) {
  return (
    <label className={classes.card}>
      <input type={kind} name={name} checked={checked} disabled={disabled} onChange={onChange} />
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      <span className={classes.label}>{label}</span>
      {note === undefined ? null : <span className={`${classes.note} number`}>{note}</span>}
      {kind === 'checkbox' ? (
        <span className={classes.tick} aria-hidden>
          <IconCheck size={12} stroke={3} />
        </span>
      ) : null}
    </label>
  );
}
