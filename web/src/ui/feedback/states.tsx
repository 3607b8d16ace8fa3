import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppButton } from '../inputs/app-button.tsx';
import { uiTexts } from '../ui-texts.ts';
import classes from './states.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What this place is for. */
  text?: ReactNode;
  /** The one button that fills it. */
  action?: ReactNode;
  compact?: boolean;
}

/** An empty place that says what it is for and offers the one step that fills it. */
export function EmptyState({ icon, title, text, action, compact }: EmptyStateProps) {
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      {icon ? (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      ) : null}
      <h2 className={classes.title}>{title}</h2>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  /** What happened, in the server's words where it gave some. */
  message?: string | undefined;
  /** What was not lost. */
  kept?: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  compact?: boolean;
}

/** A failure: what happened, what was not lost, what to do. */
export function ErrorState({ title, message, kept, onRetry, retrying, compact }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert" data-compact={compact || undefined}>
      <div className={classes.icon} data-tone="red" aria-hidden>
        <IconAlertTriangle size={22} />
      </div>
      <h2 className={classes.title}>{title ?? uiTexts.errorTitle}</h2>
      <p className={classes.text}>
        {message ? <span className={classes.line}>{message}</span> : null}
        {/* The server's own words say themselves what was not lost. */}
        {kept || !message ? <span className={classes.line}>{kept ?? uiTexts.errorKept}</span> : null}
      </p>
      {onRetry ? (
        <div className={classes.action}>
          <AppButton onClick={onRetry} loading={retrying ?? false} icon={<IconRefresh size={16} />}>
            {uiTexts.retry}
          </AppButton>
        </div>
      ) : null}
    </div>
  );
}
