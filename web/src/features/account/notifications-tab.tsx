import { useState } from 'react';
import { NotificationSwitch } from './notification-switch.tsx';
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
  const buttons = {
    off: { label: t('replies_turn_on'), isPrimary: true, isBusy: isAsking, onClick: () => void turnOn() },
    on: { label: t('replies_turn_off'), isBusy: false, onClick: () => setState(turnOffNotifications()) },
    blocked: null,
    unsupported: null,
  };
  return (
    <div className="flex flex-col gap-8 mt-6">
      <NotificationSwitch
        id="reply-notifications"
        title={t('replies_title')}
        text={t('replies_text')}
        status={t(`replies_${state}`)}
        button={buttons[state]}
      />
      <PushSection />
    </div>
  );
}
