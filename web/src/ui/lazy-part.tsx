import { type ComponentType, type LazyExoticComponent, lazy, useCallback, useEffect, useState } from 'react';
import { uiTexts } from './ui-texts.ts';
import { pauseAfter } from './until-loaded.ts';
import { useFocusReturn } from './use-focus-return.ts';

/** A component of any properties, as React types those that it loads. */
export type Part = Parameters<typeof lazy>[0] extends () => Promise<{ default: infer One }> ? One : never;

interface PartProps {
  /** Given to what opens above the page. */
  onClose?: () => void;
  opened?: boolean;
}

/**
 * A part of the page in a file of its own. `lazy` alone throws for a file that fails to load: the page would be replaced by an error, and
 * unsaved text lost. Here the part's own place shows the error, and the file is requested until it comes.
 */
export const lazyPart = <One extends Part>(load: () => Promise<{ default: One }>): LazyExoticComponent<One> =>
  lazy(() => loadPart(load));

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
    return isClosed || failures < 2 ? null : <Failure onRetry={retry} onClose={props.onClose} />;
  };
}

const BUTTON = 'bare py-0.75 px-2.25 border border-line-strong rounded-[7px] font-medium cursor-pointer hover:bg-hover';

const focusElement = (element: HTMLElement | null) => element?.focus();

/** In its place, or above the page where an overlay was to open. Its buttons are plain: `AppButton` has a part that is loaded later. */
function Failure({ onRetry, onClose }: { onRetry: () => void; onClose: (() => void) | undefined }) {
  useFocusReturn(onClose !== undefined);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 max-w-120 p-3 text-ink-2 text-table data-[over]:fixed data-[over]:z-300 data-[over]:inset-x-4 data-[over]:bottom-4 data-[over]:mx-auto data-[over]:rounded-card data-[over]:bg-raised data-[over]:shadow-float"
      data-over={onClose && ''}
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
    >
      <p className="flex-1 basis-60">
        <span className="block text-ink font-medium">{uiTexts.errorTitle}</span>
        {navigator.onLine ? uiTexts.partMissing : uiTexts.partOffline}
      </p>
      <button type="button" className={BUTTON} onClick={onRetry} ref={onClose && focusElement}>
        {uiTexts.retry}
      </button>
      {onClose ? (
        <button type="button" className={BUTTON} onClick={onClose}>
          {uiTexts.close}
        </button>
      ) : null}
    </div>
  );
}
