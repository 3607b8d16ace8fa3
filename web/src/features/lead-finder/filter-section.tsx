import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './lead-finder.module.css';
import { t } from './texts.ts';

interface FilterSectionProps {
  title: string;
  /** Number of chosen values, shown in the heading of a closed section too. */
  count: number;
  startsOpen?: boolean;
  children: ReactNode;
}

export function FilterSection({ title, count, startsOpen, children }: FilterSectionProps) {
  const [isOpen, setOpen] = useState(startsOpen === true || count > 0);
  const id = useId();
  return (
    <section className="border-b border-line">
      <h3>
        <button
          type="button"
          className={classes.sectionHead}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{title}</span>
          {count > 0 ? (
            <span
              className="grid place-items-center min-w-5 h-5 py-0 px-1.5 rounded-full bg-accent-soft-2 text-accent text-meta number"
              title={t('chosen', { count })}
            >
              {count}
            </span>
          ) : null}
          <IconChevronDown
            size={16}
            className={`${classes.chevron} ms-auto text-ink-3 transition-transform`}
            aria-hidden
          />
        </button>
      </h3>
      <div id={id} className={classes.sectionBody} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
