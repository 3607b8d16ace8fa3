import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

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
    <header className={classes.header}>
      <div className={classes.titles}>
        {back ? <div className={classes.back}>{back}</div> : null}
        <div className={classes.text}>
          <div className={classes.titleRow}>
            <h1 tabIndex={-1} className={classes.title}>
              {title}
            </h1>
            {count === undefined ? null : <span className={`${classes.count} number`}>{count}</span>}
          </div>
          {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
        </div>
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}

/** The arrow inside a back link. */
export function BackArrow() {
  return <IconArrowLeft size={18} aria-hidden />;
}
