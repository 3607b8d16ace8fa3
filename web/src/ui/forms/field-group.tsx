import type { ReactNode } from 'react';
import classes from './field-group.module.css';

interface FieldGroupProps {
  legend: string;
  /** At the end of the heading: what holds for all of the fields together. */
  note?: string;
  children: ReactNode;
}

/** Fields that belong together, under one heading. */
export function FieldGroup({ legend, note, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        {legend}
        {note === undefined ? null : <span className={`${classes.note} number`}>{note}</span>}
      </legend>
      {children}
    </fieldset>
  );
}
