import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { uiTexts } from '../ui-texts.ts';
import { untilLoaded } from '../until-loaded.ts';

interface ToastOptions {
  title?: string;
  /** Milliseconds on screen; 2000 for success and 3000 for errors unless the specification names another. */
  duration?: number;
  /** One thing to do about it, such as Undo; the toast then stays 5 s. */
  action?: { label: string; onSelect: () => void };
  /** Takes the place of the message that was shown under the same name. */
  replaces?: string;
}

type Tone = 'success' | 'error' | 'info';
const grounds: Record<Tone, string> = {
  success: 'before:bg-green-dot',
  error: 'before:bg-red-dot',
  info: 'before:bg-accent-line',
};

// Loaded when the page is idle, or at the first toast: no page needs it to show itself.
const loadHost = () => untilLoaded(() => import('./toast-host.tsx'));
const ToastHost = lazyPart(() => loadHost().then((file) => ({ default: file.ToastHost })));

/** Place of the toasts; rendered once. */
export function Toasts() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), 1500);
    return () => clearTimeout(timer);
  }, []);
  return isWanted ? (
    <Suspense fallback={null}>
      <ToastHost />
    </Suspense>
  ) : null;
}

async function show(tone: Tone, message: string, { title, duration, action, replaces }: ToastOptions, usual: number) {
  const { notifications } = await loadHost();
  const id = replaces ?? crypto.randomUUID();
  notifications.hide(id);
  notifications.show({
    id,
    title,
    message: action ? (
      <span className="flex items-center gap-3">
        {message}
        <button
          type="button"
          className="bare flex-none ms-auto py-0.75 px-2.25 border border-line-strong rounded-[7px] text-ink font-medium cursor-pointer hover:bg-hover"
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
    className: `border-0 rounded-card bg-raised shadow-float before:w-1 ${grounds[tone]}`,
    closeButtonProps: { 'aria-label': uiTexts.close },
    role: tone === 'error' ? 'alert' : 'status',
  });
}

/** Short messages in the corner. The specification's durations are 1.5 to 5 s. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options, 2000),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options, 3000),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options, 3000),
};
