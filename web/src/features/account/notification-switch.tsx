import type { ReactNode } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';

interface NotificationSwitchProps {
  id: string;
  title: string;
  text: string;
  /** Whether this browser shows them, in words. */
  status: string;
  /** What its button does; left out where the browser decides. */
  button: { label: string; isPrimary?: boolean; isBusy: boolean; onClick: () => void } | null;
  children?: ReactNode;
}

/** A kind of notifications of this browser: asked for by a button alone. */
export function NotificationSwitch({ id, title, text, status, button, children }: NotificationSwitchProps) {
  return (
    <section className="flex flex-col items-start gap-3 max-w-140" aria-labelledby={id}>
      <h2 id={id} className="m-0">
        {title}
      </h2>
      <p className="m-0 text-ink-3">{text}</p>
      <p className="m-0" role="status">
        {status}
      </p>
      {button ? (
        <AppButton kind={button.isPrimary ? 'primary' : 'secondary'} loading={button.isBusy} onClick={button.onClick}>
          {button.label}
        </AppButton>
      ) : null}
      {children}
    </section>
  );
}
