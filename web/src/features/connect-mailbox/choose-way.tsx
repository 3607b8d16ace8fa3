import { accountsEndpoints } from '@overture/contract/accounts';
import {
  IconBrandGoogle,
  IconBrandWindows,
  IconChevronRight,
  IconFlask,
  IconLoader2,
  IconMail,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import classes from './connect-mailbox.module.css';
import { t } from './texts.ts';

const icons = {
  GOOGLE: <IconBrandGoogle size={20} stroke={1.6} />,
  MICROSOFT: <IconBrandWindows size={20} stroke={1.6} />,
  IMAP: <IconMail size={20} stroke={1.6} />,
} as const;

interface ChooseWayProps {
  hasSandbox: boolean;
  onChoose: (way: 'imap' | 'sandbox') => void;
}

/** Which kind of mailbox: those this installation is not set up for say what they need. */
export function ChooseWay({ hasSandbox, onChoose }: ChooseWayProps) {
  const options = useQuery(queryOptions(accountsEndpoints.listConnectOptions));
  const consent = useMutation({
    ...mutationOptions(accountsEndpoints.connectEmail),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const chosen = consent.variables?.body?.provider;
  const labelOf = (type: string | null | undefined) =>
    options.data?.options.find((option) => option.account_type === type)?.label ?? '';
  const failure = queryFailure(options, { compact: true });
  if (failure) return failure;
  return (
    <section className="flex flex-col gap-4" aria-labelledby="ways">
      <h2 id="ways">{t('ways')}</h2>
      <ul className={`${classes.ways} m-0 p-0 overflow-hidden border border-line rounded-card bg-surface list-none`}>
        {hasSandbox ? (
          <li>
            <Way
              icon={<IconFlask size={20} stroke={1.6} />}
              title={t('sandbox')}
              text={t('sandbox_text')}
              onClick={() => onChoose('sandbox')}
            />
          </li>
        ) : null}
        {options.data?.options.map((option) => (
          <li key={option.account_type}>
            {option.account_type === 'IMAP' ? (
              <Way icon={icons.IMAP} title={t('any')} text={t('any_text')} onClick={() => onChoose('imap')} />
            ) : option.is_available ? (
              <Way
                icon={icons[option.account_type]}
                title={option.label}
                text={t('consented_text', { provider: option.label })}
                isRunning={chosen === option.account_type && (consent.isPending || consent.isSuccess)}
                disabled={consent.isPending || consent.isSuccess}
                onClick={() => consent.mutate({ body: { provider: option.account_type } })}
              />
            ) : (
              <Way
                icon={icons[option.account_type]}
                title={option.label}
                text={option.settings.length > 0 ? t('missing', { settings: option.settings.join(', ') }) : option.text}
              />
            )}
          </li>
        )) ?? <WaySkeletons />}
      </ul>
      {consent.isError ? (
        <p className="text-red text-table" role="alert">
          {errorMessage(consent.error, t('consent_failed', { provider: labelOf(chosen) }))}
        </p>
      ) : null}
    </section>
  );
}

interface WayProps {
  icon: ReactNode;
  title: string;
  text: string | null;
  /** Left out where this way is not possible here. */
  onClick?: () => void;
  disabled?: boolean;
  /** The page it leads to is being opened. */
  isRunning?: boolean;
}

function Way({ icon, title, text, onClick, disabled, isRunning }: WayProps) {
  const body = (
    <>
      <span
        className={`${classes.wayIcon} grid place-items-center size-10 rounded-control bg-grey-soft text-grey`}
        aria-hidden
      >
        {icon}
      </span>
      <span className={`${classes.wayLines} flex flex-col gap-0.5 min-w-0 [&_strong]:font-medium`}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      {isRunning ? (
        <IconLoader2 size={18} className={classes.turning} aria-hidden />
      ) : onClick ? (
        <IconChevronRight size={18} aria-hidden />
      ) : (
        <StatusChip tone="grey">{t('unavailable')}</StatusChip>
      )}
    </>
  );
  if (!onClick) return <div className={classes.way}>{body}</div>;
  return (
    <button type="button" className={classes.way} onClick={onClick} disabled={disabled}>
      {body}
    </button>
  );
}

function WaySkeletons() {
  return ['a', 'b', 'c'].map((key) => (
    <li key={key} className={classes.way} aria-hidden>
      <Skeleton width={40} height={40} radius={8} />
      <span className={`${classes.wayLines} flex flex-col gap-0.5 min-w-0 [&_strong]:font-medium`}>
        <Skeleton width={120} />
        <Skeleton width="70%" />
      </span>
    </li>
  ));
}
