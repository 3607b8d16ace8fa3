import { notifications } from '@mantine/notifications';
import classes from './toast.module.css';

interface ToastOptions {
  title?: string;
  /** Milliseconds on screen; 2000 for success and 3000 for errors unless the specification names another. */
  duration?: number;
  /** One thing to do about it, such as Undo; the toast then stays 5 s. */
  action?: { label: string; onSelect: () => void };
}

type Tone = 'success' | 'error' | 'info';

function show(tone: Tone, message: string, { title, duration, action }: ToastOptions, usual: number) {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    title,
    message: action ? (
      <span className={classes.row}>
        {message}
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            notifications.hide(id);
            action.onSelect();
          }}
        >
          {action.label}
        </button>
      </span>
    ) : (
      message
    ),
    autoClose: duration ?? (action ? 5000 : usual),
    className: `${classes.toast} ${classes[tone]}`,
    role: tone === 'error' ? 'alert' : 'status',
  });
}

/** Short messages in the corner. The specification's durations are 1.5 to 5 s. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => show('success', message, options, 2000),
  error: (message: string, options: ToastOptions = {}) => show('error', message, options, 3000),
  info: (message: string, options: ToastOptions = {}) => show('info', message, options, 3000),
};
