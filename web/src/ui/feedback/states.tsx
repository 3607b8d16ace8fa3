import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppButton } from '../inputs/app-button.tsx';
import { uiTexts } from '../ui-texts.ts';

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
    <div
      className="flex flex-col items-center max-w-[440px] my-0 mx-auto py-18 px-6 text-center data-compact:py-8 data-compact:px-4"
      data-compact={compact || undefined}
    >
      {icon ? (
        <div
          className="grid place-items-center size-12 mb-4 rounded-card bg-accent-soft text-accent data-[tone=red]:bg-red-soft data-[tone=red]:text-red"
          aria-hidden
        >
          {icon}
        </div>
      ) : null}
      <h2 className="text-section">{title}</h2>
      {text ? <p className="mt-1 text-ink-3 text-balance">{text}</p> : null}
      {action ? <div className="flex flex-wrap justify-center gap-2 mt-4">{action}</div> : null}
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
    <div
      className="flex flex-col items-center max-w-[440px] my-0 mx-auto py-18 px-6 text-center data-compact:py-8 data-compact:px-4"
      role="alert"
      data-compact={compact || undefined}
    >
      <div
        className="grid place-items-center size-12 mb-4 rounded-card bg-accent-soft text-accent data-[tone=red]:bg-red-soft data-[tone=red]:text-red"
        data-tone="red"
        aria-hidden
      >
        <IconAlertTriangle size={22} />
      </div>
      <h2 className="text-section">{title ?? uiTexts.errorTitle}</h2>
      <p className="mt-1 text-ink-3 text-balance">
        {message ? <span className="block">{message}</span> : null}
        {/* The server's own words say themselves what was not lost. */}
        {kept || !message ? <span className="block">{kept ?? uiTexts.errorKept}</span> : null}
      </p>
      {onRetry ? (
        <div className="flex flex-wrap justify-center gap-2 mt-4">
          <AppButton onClick={onRetry} loading={retrying ?? false} icon={<IconRefresh size={16} />}>
            {uiTexts.retry}
          </AppButton>
        </div>
      ) : null}
    </div>
  );
}
