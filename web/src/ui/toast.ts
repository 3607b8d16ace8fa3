import { notifications } from '@mantine/notifications';

interface ToastOptions {
  title?: string;
  /** Milliseconds on screen; 2000 for success and 3000 for errors unless the specification names another. */
  duration?: number;
}

function show(tone: 'success' | 'error' | 'info', message: string, options: ToastOptions, duration: number) {
  notifications.show({
    title: options.title,
    message,
    autoClose: options.duration ?? duration,
    className: `toast-${tone}`,
    withCloseButton: true,
    role: tone === 'error' ? 'alert' : 'status',
  });
}

/** Short messages in the corner. The specification's durations are 1.5 to 5 s. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => show('success', message, options, 2000),
  error: (message: string, options: ToastOptions = {}) => show('error', message, options, 3000),
  info: (message: string, options: ToastOptions = {}) => show('info', message, options, 3000),
};
