import { Collapse } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './message-editor.module.css';

interface FoldedSectionProps {
  title: string;
  /** At the end of the heading. */
  note?: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A part of the message under its heading, collapsed until it is wanted. */
export function FoldedSection({ title, note, isOpen, onToggle, children }: FoldedSectionProps) {
  const id = useId();
  return (
    <section className={classes.section}>
      <button
        type="button"
        className={classes.sectionHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <IconChevronRight size={15} aria-hidden className={classes.chevron} />
        {title}
        {note}
      </button>
      <Collapse expanded={isOpen} id={id} transitionDuration={120} keepMounted={false}>
        {children}
      </Collapse>
    </section>
  );
}
