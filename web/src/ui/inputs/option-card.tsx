import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './inputs.module.css';

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
      {icon ? <span className={`${classes.icon} inline-flex flex-none text-ink-3`}>{icon}</span> : null}
      <span className="flex-1 min-w-0 wrap-anywhere">{label}</span>
      {note === undefined ? null : <span className="flex-none text-ink-3 text-meta number">{note}</span>}
      {kind === 'checkbox' ? (
        <span
          className={`${classes.tick} grid flex-none place-items-center size-4 border border-line-control rounded-[5px] text-transparent`}
          aria-hidden
        >
          <IconCheck size={12} stroke={3} />
        </span>
      ) : null}
    </label>
  );
}
