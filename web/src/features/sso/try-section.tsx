import { ssoEndpoints } from '@overture/contract/sso';
import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PanelSection } from './panel-section.tsx';
import { t } from './texts.ts';
import { useSsoChange } from './use-sso-change.ts';

interface TrySectionProps {
  isReady: boolean;
  testedAt: string | null;
  /** Of a try that has just come back. */
  ticket: string | undefined;
}

export function TrySection({ isReady, testedAt, ticket }: TrySectionProps) {
  const start = useSsoChange(ssoEndpoints.startSsoTest);
  const { email, problem } = useFinishedTry(ticket);
  return (
    <PanelSection title={t('try')} text={t('try_text')}>
      <div className="flex flex-wrap items-center gap-3">
        <AppButton
          disabled={!isReady}
          loading={start.isPending}
          onClick={() => start.run({}, ({ redirect_url }) => window.location.assign(redirect_url))}
        >
          {t('try_button')}
        </AppButton>
        <p role="status" className="flex-[1_1_200px] text-ink-3 text-table empty:hidden wrap-anywhere">
          {email ? t('tried_as', { email }) : describeLast(isReady, testedAt)}
        </p>
      </div>
      <p role="alert" className="text-red text-table empty:hidden wrap-anywhere">
        {start.problem ?? problem}
      </p>
    </PanelSection>
  );
}

function describeLast(isReady: boolean, testedAt: string | null): string | null {
  if (!isReady) return t('try_first');
  return testedAt && t('tried', { date: formatDateTime(testedAt) });
}

/** Whom the provider named in a try; asked once, when it has just come back. */
function useFinishedTry(ticket: string | undefined): { email: string | undefined; problem: string | undefined } {
  const isStarted = useRef(false);
  const finish = useSsoChange(ssoEndpoints.finishSsoTest);
  const [email, setEmail] = useState<string>();
  const { run } = finish;
  useEffect(() => {
    if (ticket === undefined || isStarted.current) return;
    isStarted.current = true;
    run({ body: { ticket } }, (answer) => setEmail(answer.email));
  }, [ticket, run]);
  return { email, problem: finish.problem };
}
