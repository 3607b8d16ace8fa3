import { type AppRequest, connectedAppsEndpoints } from '@overture/contract/connected-apps';
import type { EndpointOutput } from '@overture/contract/endpoint';
import type { AppScope } from '@overture/domain/access/key-scopes';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../../ui/inputs/option-card.tsx';
import { useStepUp } from '../../security/index.ts';
import { t } from './texts.ts';

type Outcome = 'connected' | 'declined';
type Described = EndpointOutput<typeof connectedAppsEndpoints.getAppRequest>;

/** Where an app sends a person who is to connect it (the authorization endpoint of OAuth). */
export function ConsentPage() {
  const request: AppRequest = useSearch({ strict: false });
  return <Consent request={request} />;
}

/** Shows who asks for what, and lets the person decide. Nothing happens before a button is pressed. */
export function Consent({ request }: { request: AppRequest }) {
  const described = useQuery({
    ...queryOptions(connectedAppsEndpoints.getAppRequest, { body: request }),
    retry: false,
    // What the person reads must not change under their hands.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [left, setLeft] = useState<Outcome | null>(null);
  const leave = (address: string, outcome: Outcome): void => {
    setLeft(outcome);
    window.location.assign(address);
  };
  if (described.error)
    return <Notice title={t('error_title')} text={errorMessage(described.error, t('failed'))} end={<ToDashboard />} />;
  if (!described.data) return <Skeleton height={320} />;
  // A program on this computer opens beside the page, which stays.
  if (left) return <Notice title={t(`${left}_title`)} text={t(`${left}_text`)} end={<ToDashboard />} />;
  const { app, problem } = described.data;
  if (problem)
    return (
      <Notice
        title={t('problem_title', { name: app.name })}
        text={problem.text}
        end={<AppButton onClick={() => leave(problem.redirect_to, 'declined')}>{t('back_to_app')}</AppButton>}
      />
    );
  return <Decision described={described.data} request={request} onDecided={leave} />;
}

const ToDashboard = () => <AppLink to={pb.dashboard()}>{t('to_dashboard')}</AppLink>;

function Notice({ title, text, end }: { title: string; text: string; end: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <h1 tabIndex={-1} className="m-0 text-[22px] outline-none wrap-anywhere">
        {title}
      </h1>
      <p role="alert" className="m-0 wrap-anywhere">
        {text}
      </p>
      {end}
    </div>
  );
}

interface DecisionProps {
  described: Described;
  request: AppRequest;
  onDecided: (address: string, outcome: Outcome) => void;
}

function Decision({ described, request, onDecided }: DecisionProps) {
  const [scopes, setScopes] = useState<readonly AppScope[]>(described.scopes);
  const [problem, setProblem] = useState<string | undefined>();
  const approve = useMutation(mutationOptions(connectedAppsEndpoints.approveApp));
  const decline = useMutation(mutationOptions(connectedAppsEndpoints.declineApp));
  const stepUp = useStepUp();
  const isPending = approve.isPending || decline.isPending;
  const fail = (error: Error): void => setProblem(errorMessage(error, t('failed')));
  const finish =
    (outcome: Outcome) =>
    ({ redirect_to }: { redirect_to: string }): void =>
      onDecided(redirect_to, outcome);
  function allow() {
    if (scopes.length === 0) return setProblem(t('choose_scope'));
    setProblem(undefined);
    const body = { request, scopes: [...scopes] };
    approve.mutate(
      { body },
      { onSuccess: finish('connected'), onError: (error) => stepUp.ask(error, allow) || fail(error) },
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Identity described={described} />
      <ScopeChoice asked={described.scopes} chosen={scopes} onChange={setScopes} />
      <p className="m-0 text-ink-3 text-table wrap-anywhere">
        {described.returns_to === null
          ? t('consent_returns_local')
          : t('consent_returns_to', { address: described.returns_to })}{' '}
        {t('consent_until')}
      </p>
      <p role="alert" className="m-0 empty:hidden text-red text-table wrap-anywhere">
        {problem}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <AppButton
          disabled={isPending}
          loading={decline.isPending}
          onClick={() => decline.mutate({ body: { request } }, { onSuccess: finish('declined'), onError: fail })}
        >
          {t('decline')}
        </AppButton>
        <AppButton kind="primary" disabled={isPending} loading={approve.isPending} onClick={allow}>
          {t('allow')}
        </AppButton>
      </div>
      {stepUp.dialog}
    </div>
  );
}

/** The name is the app's own claim, so its host is shown beside it. */
function Identity({ described: { app, organization, person } }: { described: Described }) {
  return (
    <>
      <div>
        <h1 tabIndex={-1} className="m-0 text-[22px] outline-none wrap-anywhere">
          {t('consent_title', { name: app.name })}
        </h1>
        <p className="m-0 mt-1.25 font-medium wrap-anywhere">
          {app.host === null ? t('consent_no_host') : t('consent_from', { host: app.host })}
        </p>
      </div>
      <p className="m-0 flex gap-2 py-2.25 px-3 rounded-control text-table bg-amber-soft text-amber [&_svg]:flex-none [&_svg]:mt-px">
        <IconAlertTriangle size={16} aria-hidden />
        <span>{t('consent_warning')}</span>
      </p>
      <p className="m-0 wrap-anywhere">{t('consent_for', { organization, person })}</p>
    </>
  );
}

interface ScopeChoiceProps {
  asked: readonly AppScope[];
  chosen: readonly AppScope[];
  onChange: (scopes: AppScope[]) => void;
}

function ScopeChoice({ asked, chosen, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="mb-2 text-table font-medium">{t('consent_scopes')}</legend>
      {asked.map((scope) => (
        <OptionCard
          key={scope}
          kind="checkbox"
          label={t(`scope_${scope}`)}
          checked={chosen.includes(scope)}
          onChange={() => onChange(asked.filter((one) => (one === scope) !== chosen.includes(one)))}
        />
      ))}
    </fieldset>
  );
}
