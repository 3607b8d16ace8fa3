import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/** Corner in which toasts appear. */
export function ToastHost() {
  return <Notifications position="top-right" limit={4} zIndex={500} />;
}
