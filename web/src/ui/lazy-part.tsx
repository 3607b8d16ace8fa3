import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { uiTexts } from './ui-texts.ts';
import { pauseAfter } from './until-loaded.ts';
import { useEscapeOnTop } from './use-escape-on-top.ts';
import { useFocusReturn } from './use-focus-return.ts';

/** A component of any properties, as React types those that it loads. */
export type Part = Parameters<typeof lazy>[0] extends () => Promise<{ default: infer One }> ? One : never;

interface PartProps {
  /** Given to what opens above the page. */
  onClose?: () => void;
  opened?: boolean;
  withClose?: boolean;
}

/** A part that loads faster appears without a notice. */
const NOTICED_AFTER_MS = 200;

/**
 * A part of the page in a file of its own. `lazy` alone throws for a file that fails to load: the page would be replaced by an error, and
 * unsaved text lost. Here the part's own place shows the error, and the file is requested until it comes.
 */
export function lazyPart<One extends Part>(load: () => Promise<{ default: One }>): One {
  const Loaded = lazy(() => loadPart<Part>(load));
  function LaterPart(props: PartProps) {
    // A part of the page has the fallback of the page. What opens above the page was opened by a user, who waits for it.
    if (!props.onClose) return <Loaded {...props} />;
    return (
      <Suspense fallback={<Opening {...props} />}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  return LaterPart as unknown as One;
}

/** Shows that a part is loading, once it takes long. The focus stays, and Escape closes the part before it opens. */
export function Opening({ opened = true, withClose = true, onClose }: PartProps) {
  const [isSlow, setSlow] = useState(false);
  useEscapeOnTop(opened && onClose !== undefined, withClose, onClose);
  useEffect(() => {
    const timer = setTimeout(setSlow, NOTICED_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return opened && isSlow ? (
    <div
      role="status"
      aria-label={uiTexts.loading}
      className="fixed z-300 top-0 inset-x-0 h-0.75 bg-accent-line animate-pulse"
    />
  ) : null;
}

/** The part, or what shows that its file failed to load. */
export const loadPart = <One extends Part>(load: () => Promise<{ default: One }>): Promise<{ default: One }> =>
  load().catch(() => ({ default: missingPart(load) as unknown as One }));

/** Becomes the part once its file is here. */
function missingPart(load: () => Promise<{ default: Part }>): ComponentType<PartProps> {
  let Loaded: Part | undefined;
  const request = async () => {
    Loaded ??= await load().then(
      (file) => file.default,
      () => undefined,
    );
  };
  return function MissingPart(props) {
    const [failures, setFailures] = useState(1);
    const isClosed = props.opened === false;
    const retry = useCallback(() => void request().then(() => setFailures((count) => count + 1)), []);
    useEffect(() => {
      if (Loaded || isClosed) return;
      const timer = setTimeout(retry, pauseAfter(failures));
      window.addEventListener('online', retry);
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', retry);
      };
    }, [failures, isClosed, retry]);
    if (Loaded) return <Loaded {...props} />;
    // The first retry follows after a second: most failures are over then.
    return isClosed || failures < 2 ? null : <Failure failures={failures} onRetry={retry} onClose={props.onClose} />;
  };
}

const BUTTON = 'bare py-0.75 px-2.25 border border-line-strong rounded-[7px] font-medium cursor-pointer hover:bg-hover';

const focusElement = (element: HTMLElement | null) => element?.focus();

interface FailureProps {
  failures: number;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}

/** In its place, or above the page where an overlay was to open. Its buttons are plain: `AppButton` has a part that is loaded later. */
function Failure({ failures, onRetry, onClose }: FailureProps) {
  const isUpdated = useIsUpdated(failures);
  useFocusReturn(onClose !== undefined);
  useEscapeOnTop(onClose !== undefined, true, onClose);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 max-w-120 p-3 text-ink-2 text-table data-[over]:fixed data-[over]:z-300 data-[over]:inset-x-4 data-[over]:bottom-4 max-sm:data-[over]:bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+16px)] data-[over]:mx-auto data-[over]:rounded-card data-[over]:bg-raised data-[over]:shadow-float"
      data-over={onClose && ''}
    >
      <p className="flex-1 basis-60">
        <span className="block text-ink font-medium">{uiTexts.errorTitle}</span>
        {isUpdated ? uiTexts.partUpdated : navigator.onLine ? uiTexts.partMissing : uiTexts.partOffline}
      </p>
      <span className="flex gap-2">
        <button
          type="button"
          className={BUTTON}
          // The browser asks first while text is unsaved (`useDiscardGuard`).
          onClick={isUpdated ? () => window.location.reload() : onRetry}
          ref={onClose && focusElement}
        >
          {isUpdated ? uiTexts.reload : uiTexts.retry}
        </button>
        {onClose ? (
          <button type="button" className={BUTTON} onClick={onClose}>
            {uiTexts.close}
          </button>
        ) : null}
      </span>
    </div>
  );
}

/** True once the server serves another build than this page is of: the files of this one are gone. */
function useIsUpdated(failures: number): boolean {
  const [isUpdated, setUpdated] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each failure, because the server may start just now.
  useEffect(() => {
    const entry = document.querySelector('script[type="module"]')?.getAttribute('src');
    if (!entry) return;
    fetch('/', { cache: 'no-store' })
      .then(async (page) => setUpdated(page.ok && !(await page.text()).includes(entry)))
      .catch(() => undefined);
  }, [failures]);
  return isUpdated;
}
