import { useEffect, useState } from 'react';
import { EmptyState } from '../ui/feedback/states.tsx';
import { AppButton } from '../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** After an update the old page asks for files that are gone; one reload brings the new ones. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);
}

const reloadMark = 'reloaded-for-new-version';

/** Shown for a page that crashed. The shell around it keeps working. */
export function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = isMissingChunk(error);
  // Offline they are not gone but out of reach: a reload would leave nothing but the browser's own page.
  const [isOffline] = useState(!navigator.onLine);
  useEffect(() => {
    if (!isMissing) return;
    const reload = () => window.location.reload();
    if (isOffline) window.addEventListener('online', reload);
    else if (!sessionStorage.getItem(reloadMark)) {
      sessionStorage.setItem(reloadMark, 'yes');
      reload();
    }
    return () => window.removeEventListener('online', reload);
  }, [isMissing, isOffline]);
  if (isMissing && isOffline)
    return (
      <div role="alert">
        <EmptyState title={t('page_offline')} />
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
