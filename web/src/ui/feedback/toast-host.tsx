import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/**
 * Corner in which toasts appear, the newest on top: an older one that leaves must not move the Undo under the user's finger,
 * nor may a finger that trembles on it be read as a swipe that takes the toast away.
 */
export function ToastHost() {
  return (
    <Notifications
      position="top-right"
      limit={4}
      zIndex={500}
      allowDragDismiss={false}
      classNames={{ root: '[&>div]:flex [&>div]:flex-col-reverse [&>div]:gap-4', notification: 'mt-0!' }}
    />
  );
}
