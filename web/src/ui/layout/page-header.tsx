import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './layout.module.css';

interface PageHeaderProps {
  title: ReactNode;
  /** Shown beside the title, already formatted. */
  count?: string | undefined;
  subtitle?: ReactNode;
  /** A link element; its text is what screen readers say. */
  back?: ReactNode;
  /** Secondary actions first, the one primary action last. */
  actions?: ReactNode;
}

/** Title row of a page. The title is the page's one `h1` and takes the focus after a change of page. */
export function PageHeader({ title, count, subtitle, back, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-none flex-wrap items-center justify-between gap-x-4 gap-y-3 min-h-16 py-3 px-gutter">
      <div className="flex items-center gap-2 min-w-0 flex-[1_1_240px]">
        {back ? <div className={classes.back}>{back}</div> : null}
        <div className="min-w-0">
          <div className="flex items-baseline gap-2 min-w-0">
            <h1 tabIndex={-1} className="truncate outline-none">
              {title}
            </h1>
            {count === undefined ? null : <span className="text-ink-3 text-body number">{count}</span>}
          </div>
          {subtitle ? <p className="text-ink-3 text-table">{subtitle}</p> : null}
        </div>
      </div>
      {actions ? <div className={`${classes.actions} flex flex-wrap items-center gap-2`}>{actions}</div> : null}
    </header>
  );
}

/** The arrow inside a back link. */
export function BackArrow() {
  return <IconArrowLeft size={18} aria-hidden />;
}
