import { useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PushSection } from './push-section.tsx';
import { getNotificationState, turnOffNotifications, turnOnNotifications } from './reply-notifications.ts';
import { t } from './texts.ts';

/** Notifications of this browser about new replies: asked for by a button alone. */
export function NotificationsTab() {
  const [state, setState] = useState(getNotificationState);
  const [isAsking, setAsking] = useState(false);
  async function turnOn() {
    setAsking(true);
    setState(await turnOnNotifications().finally(() => setAsking(false)));
  }
  return (
    <>
      <section className="flex flex-col items-start gap-3 max-w-140 mt-6" aria-labelledby="reply-notifications">
        <h2 id="reply-notifications" className="m-0">
          {t('replies_title')}
        </h2>
        <p className="m-0 text-ink-3">{t('replies_text')}</p>
        <p className="m-0" role="status">
          {t(`replies_${state}`)}
        </p>
        {state === 'off' ? (
          <AppButton kind="primary" loading={isAsking} onClick={() => void turnOn()}>
            {t('replies_turn_on')}
          </AppButton>
        ) : null}
        {state === 'on' ? (
          <AppButton onClick={() => setState(turnOffNotifications())}>{t('replies_turn_off')}</AppButton>
        ) : null}
      </section>
      <PushSection />
    </>
  );
}
