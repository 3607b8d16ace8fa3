import type { Account } from '@overture/contract/accounts';
import { LINKEDIN_IMPORT_KINDS, type LinkedinImportKind } from '@overture/domain/linkedin/linkedin-import';
import {
  type Icon,
  IconBriefcase,
  IconChevronRight,
  IconCompass,
  IconFileSpreadsheet,
  IconMessage2,
  IconSearch,
  IconUsersGroup,
} from '@tabler/icons-react';
import { linkedinImportLabel } from '../../lib/labels/lead/linkedin-import.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { useSenders } from '../accounts/index.ts';
import { accountsFor, linkedinImportTexts as linkedinTexts } from '../linkedin-import/index.ts';
import classes from './import-leads.module.css';
import { t } from './texts.ts';

const icons: Record<LinkedinImportKind, Icon> = {
  'linkedin-post': IconMessage2,
  'linkedin-group': IconUsersGroup,
  'linkedin-search': IconSearch,
  'sales-navigator': IconCompass,
  recruiter: IconBriefcase,
};

interface SourceListProps {
  canCsv: boolean;
  onChoose: (source: 'csv' | LinkedinImportKind) => void;
  onClose: () => void;
}

/** Where leads may come from. A LinkedIn source that no account can read says what it needs. */
export function SourceList({ canCsv, onChoose, onClose }: SourceListProps) {
  const senders = useSenders();
  const accounts = senders.data?.accounts;
  const hasNone = accounts !== undefined && accountsFor('linkedin-search', accounts).length === 0;
  return (
    <>
      {canCsv ? (
        <ul className={classes.sources}>
          <Source icon={IconFileSpreadsheet} title={t('csv')} text={t('csv_text')} onChoose={() => onChoose('csv')} />
        </ul>
      ) : null}
      <h3 className="mt-4 mb-2 text-ink-3 text-table font-medium">{t('from_linkedin')}</h3>
      {hasNone ? (
        <p className="mb-3 text-ink-2 text-table [&_a]:text-accent">
          {t('connect')}{' '}
          <AppLink to={pb.senders()} onClick={onClose}>
            {t('connect_link')}
          </AppLink>
        </p>
      ) : null}
      <ul className={classes.sources}>
        {LINKEDIN_IMPORT_KINDS.map((kind) => (
          <Source
            key={kind}
            icon={icons[kind]}
            title={linkedinImportLabel(kind)}
            text={whyNot(kind, accounts, hasNone) ?? t(`${kind}_text`)}
            isDisabled={accounts === undefined || accountsFor(kind, accounts).length === 0}
            onChoose={() => onChoose(kind)}
          />
        ))}
      </ul>
    </>
  );
}

/** Why a source cannot be chosen, where the reason is not said above the list already. */
function whyNot(kind: LinkedinImportKind, accounts: readonly Account[] | undefined, hasNone: boolean) {
  if (accounts === undefined || hasNone || accountsFor(kind, accounts).length > 0) return undefined;
  if (kind === 'linkedin-group') return linkedinTexts('needs_tier_group');
  return linkedinTexts('needs_tier', { tier: kind === 'recruiter' ? 'Recruiter' : 'Sales Navigator' });
}

interface SourceProps {
  icon: Icon;
  title: string;
  text: string;
  isDisabled?: boolean;
  onChoose: () => void;
}

function Source({ icon: SourceIcon, title, text, isDisabled = false, onChoose }: SourceProps) {
  return (
    <li>
      <button
        type="button"
        className={classes.source}
        disabled={isDisabled}
        data-disabled={isDisabled || undefined}
        onClick={onChoose}
      >
        <span className={classes.icon} data-disabled={isDisabled || undefined} aria-hidden>
          <SourceIcon size={19} stroke={1.6} />
        </span>
        <span className="flex flex-1 flex-col min-w-0">
          <span className="font-medium">{title}</span>
          <span className="text-ink-3 text-table">{text}</span>
        </span>
        {isDisabled ? null : <IconChevronRight size={16} className="flex-none text-ink-3" aria-hidden />}
      </button>
    </li>
  );
}
