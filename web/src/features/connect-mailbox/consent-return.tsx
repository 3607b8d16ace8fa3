import { accountsEndpoints } from '@overture/contract/accounts';
import { canReconnect } from '@overture/domain/accounts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { PageSpinner } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import { t } from './texts.ts';

/** What Google's or Microsoft's page of consent put into the address. */
export interface ConsentAnswer {
  state: string | undefined;
  code: string | undefined;
  error: string | undefined;
  error_description: string | undefined;
}

/** Where people come back to from a page of consent: the mailbox becomes a sender, or they read why not. */
export function ConsentReturn({ answer }: { answer: ConsentAnswer }) {
  const go = useGo();
  const [given] = useState(answer);
  const isStarted = useRef(false);
  // A sender that waits for its sign-in is connected again from the senders page: that needs no free place.
  const isAgain = useUser().linked_accounts.some(({ status }) => canReconnect(status));
  const finish = useMutation({
    ...mutationOptions(accountsEndpoints.finishEmailConsent),
    onSuccess: async () => {
      await whenRefetched();
      go(pb.senders({ linkStatus: 'success' }), { replace: true });
    },
  });
  const { mutate } = finish;
  useEffect(() => {
    const { state, ...rest } = given;
    // The code works once: a second call would only be refused.
    if (state === undefined || isStarted.current) return;
    isStarted.current = true;
    mutate({ body: { state, ...rest } });
    go(pb.connectCallback(), { replace: true });
  }, [given, mutate, go]);
  const problem =
    given.state === undefined ? t('return_empty') : finish.error && errorMessage(finish.error, t('failed'));
  return (
    <>
      <PageHeader
        title={t('title')}
        back={
          <AppLink to={pb.senders()} aria-label={t('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      {problem ? (
        <div role="alert">
          <EmptyState
            icon={<IconPlugConnectedX size={22} />}
            title={t('return_failed')}
            text={<Words text={problem} />}
            action={
              <AppButton onClick={() => go(isAgain ? pb.senders() : pb.connectEmail())}>
                {t(isAgain ? 'show_senders' : 'return_again')}
              </AppButton>
            }
          />
        </div>
      ) : (
        <PageSpinner label={t('return_running')} />
      )}
    </>
  );
}

/** An address in the text can be followed: it is the page on which an administrator agrees. */
function Words({ text }: { text: string }) {
  const address = /(?<!\S)https?:\/\/\S+$/.exec(text);
  if (!address) return text;
  return (
    <>
      {text.slice(0, address.index)}
      <a href={address[0]} target="_blank" rel="noreferrer">
        {new URL(address[0]).host}
      </a>
    </>
  );
}

const route = getRouteApi('/private/connect-email/callback');

export function ConnectCallbackScreen() {
  return <ConsentReturn answer={route.useSearch()} />;
}
