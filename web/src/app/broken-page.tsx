import { useEffect, useState } from 'react';
import { isServerHere } from '../lib/api/server-state.ts';
import { PageSpinner } from '../ui/feedback/spinner.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { AppButton } from '../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** After an update the old page asks for files that are gone; one reload brings the new ones. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);
}

/**
 * A style sheet that could not be loaded is asked for again. The build looks for its element alone, and would open the page without it.
 * Called once, before anything is loaded.
 */
export function forgetMissingStyles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: Error };
    const address = /preload CSS for (\S+)/.exec(payload?.message ?? '')?.[1];
    for (const link of document.querySelectorAll('link')) if (link.href === address) link.remove();
  });
}

const reloadMark = 'reloaded-for-new-version';
/** A file that is missing after a reload too is no matter of a new version. The next one may come while this tab is open. */
const BETWEEN_RELOADS_IN_MS = 60_000;
const LOOK_AGAIN_IN_MS = 3_000;

function isReloadedJustNow(): boolean {
  return Date.now() - Number(sessionStorage.getItem(reloadMark)) < BETWEEN_RELOADS_IN_MS;
}

/** Shown for a page that crashed. The shell around it keeps working. */
export function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = isMissingChunk(error);
  const state = useReload(isMissing);
  if (isMissing && state === 'asking') return <PageSpinner label={t('loading')} />;
  if (isMissing && state === 'away')
    return (
      <div role="alert">
        <EmptyState title={t(navigator.onLine ? 'page_away' : 'page_offline')} />
      </div>
    );
  return (
    <div role="alert">
      <EmptyState
        title={t('page_broken')}
        text={isMissing ? t('new_version') : t('page_broken_text')}
        action={
          <AppButton kind="primary" onClick={() => (isMissing ? window.location.reload() : onRetry())}>
            {t('reload')}
          </AppButton>
        }
      />
    </div>
  );
}

/** Reloads once the server is there: before that, a reload would leave nothing but the browser's own page. */
function useReload(isMissing: boolean): 'asking' | 'away' | 'here' {
  const [state, setState] = useState<'asking' | 'away' | 'here'>('asking');
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (wasAway: boolean) => {
      const isHere = await isServerHere();
      if (isOver) return;
      setState(isHere ? 'here' : 'away');
      if (!isHere) timer = setTimeout(() => void look(true), LOOK_AGAIN_IN_MS);
      else if (wasAway || !isReloadedJustNow()) {
        sessionStorage.setItem(reloadMark, String(Date.now()));
        window.location.reload();
      }
    };
    void look(false);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isMissing]);
  return state;
}
