import type { ChatAccount, ChatProspect } from '@overture/contract/chats';
import { isMessagingAccount, senderName } from '@overture/domain/accounts';
import type { CampaignStatus, LeadStatus } from '@overture/domain/campaign/transitions';
import { IconBrandLinkedin, IconChevronRight, IconSend, IconTag } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { campaignStatusLabel } from '../../../lib/labels/campaign/campaign-status.ts';
import { leadStatusLabel } from '../../../lib/labels/campaign/lead-status.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { DiscardScope, useDiscardScope } from '../../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../../ui/inputs/copy-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { LeadBoards } from '../../kanban/index.ts';
import { LabelChips } from '../../labels/index.ts';
import { leadName, PersonPicture } from '../../leads/index.ts';
import classes from '../chats.module.css';
import { formatRole } from '../people.ts';
import { t } from '../texts.ts';
import { Notes } from './notes.tsx';

// Few have an account of messaging.
const LinkedPeople = lazyPart(() =>
  import('../messaging/linked-people.tsx').then((file) => ({ default: file.LinkedPeople })),
);

interface LeadDetailsProps {
  opened: boolean;
  onClose: () => void;
  prospect: ChatProspect;
  accounts: readonly ChatAccount[];
  onLabels: () => void;
}

/** 'Lead details': who it is, how to reach them, where they work, and what we noted. */
export function LeadDetails({ opened, onClose, prospect, accounts, onLabels }: LeadDetailsProps) {
  const { company } = prospect;
  const guard = useDiscardScope(onClose);
  return (
    <>
      <SidePanel opened={opened} onClose={guard.close} title={t('details')}>
        <DiscardScope value={guard.scope}>
          <Person prospect={prospect} />
          <Chips prospect={prospect} accounts={accounts} onLabels={onLabels} />
          {accounts.some(({ account_type }) => isMessagingAccount(account_type)) ? (
            <Suspense fallback={null}>
              <LinkedPeople prospectId={prospect.id} name={leadName(prospect)} accounts={accounts} />
            </Suspense>
          ) : null}
          <Section title={t('contact_info')}>
            <Fields
              fields={[
                { label: t('phone'), value: prospect.phone_number },
                { label: t('email'), value: prospect.email },
                { label: t('linkedin'), value: prospect.linkedin_profile_url, href: prospect.linkedin_profile_url },
                { label: t('location'), value: prospect.location },
              ]}
            />
          </Section>
          <Section title={t('company_info')}>
            <Fields
              fields={[
                { label: t('company_name'), value: company.name },
                { label: t('website'), value: company.website_url, href: webAddress(company.website_url) },
                { label: t('linkedin'), value: company.linkedin_url, href: company.linkedin_url },
                { label: t('employees'), value: company.amount_of_employees },
                { label: t('revenue'), value: company.revenue },
                { label: t('industry'), value: company.industry },
                { label: t('location'), value: company.location },
              ]}
            />
          </Section>
          <Section title={t('notes')}>
            <Notes id={prospect.id} />
          </Section>
        </DiscardScope>
      </SidePanel>
      {guard.question}
    </>
  );
}

/** An address that may be opened: lists often hold it without its scheme. */
function webAddress(text: string | null): string | null {
  if (!text) return null;
  if (/^https?:\/\//i.test(text)) return text;
  return /^[\w.-]+\.[a-z]{2,}(?:\/|$)/i.test(text) ? `https://${text}` : null;
}

function Person({ prospect }: { prospect: ChatProspect }) {
  const name = leadName(prospect);
  return (
    <div className="flex items-center gap-3">
      <PersonPicture person={prospect} size="panel" />
      <div
        className={`${classes.personLines} min-w-0 [&_a]:grid [&_a]:place-items-center [&_a]:min-w-6 [&_a]:min-h-6 [&_p]:text-ink-3`}
      >
        <h3>
          {name}
          {prospect.linkedin_profile_url ? (
            <a href={prospect.linkedin_profile_url} target="_blank" rel="noreferrer" aria-label={t('open_linkedin')}>
              <IconBrandLinkedin size={17} stroke={1.7} aria-hidden />
            </a>
          ) : null}
        </h3>
        <p>{formatRole(prospect)}</p>
      </div>
    </div>
  );
}

function Chips({ prospect, accounts, onLabels }: Pick<LeadDetailsProps, 'prospect' | 'accounts' | 'onLabels'>) {
  const { campaign, campaign_status } = prospect;
  return (
    <dl className={`${classes.facts} grid grid-cols-[128px_1fr] gap-x-3 gap-y-1.5 my-4 mx-0`}>
      {campaign ? (
        <>
          <dt>{t('campaign')}</dt>
          <dd>
            <AppLink to={pb.campaign(campaign.id)} className={classes.chip}>
              <IconSend size={13} aria-hidden />
              <span className="truncate">{campaign.name}</span>
            </AppLink>
            <span className="text-ink-2 text-table">{campaignStatusLabel(campaign.status as CampaignStatus)}</span>
          </dd>
        </>
      ) : null}
      {campaign_status ? (
        <>
          <dt>{t('in_campaign')}</dt>
          <dd>
            <span className="text-ink-2 text-table">{leadStatusLabel(campaign_status as LeadStatus)}</span>
          </dd>
        </>
      ) : null}
      <dt>{t('add_label')}</dt>
      <dd>
        <LabelChips labels={prospect.labels} />
        <AppButton size="small" kind="quiet" icon={<IconTag size={14} aria-hidden />} onClick={onLabels}>
          {t('labels')}
        </AppButton>
      </dd>
      <dt>{t('boards')}</dt>
      <dd>
        <LeadBoards lead={{ id: prospect.id, name: leadName(prospect) }} />
      </dd>
      {accounts.length > 0 ? (
        <>
          <dt>{t('senders')}</dt>
          <dd>
            {accounts.map((account) => (
              <span key={account.id} className={classes.chip}>
                <AccountGlyph type={account.account_type} size={13} />
                <span className="truncate">{senderName(account)}</span>
              </span>
            ))}
          </dd>
        </>
      ) : null}
    </dl>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.section} open>
      <summary>
        <IconChevronRight size={16} aria-hidden />
        <h3>{title}</h3>
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}

interface Field {
  label: string;
  value: string | null;
  href?: string | null;
}

function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="m-0">
      {fields.map(({ label, value, href }) => (
        <div
          key={label}
          className={`${classes.field} grid grid-cols-[128px_minmax(0,1fr)] items-center gap-3 min-h-8.5 text-table`}
        >
          <dt>{label}</dt>
          <dd>
            <span className="truncate" title={value ?? undefined}>
              {value && href ? (
                <a href={href} target="_blank" rel="noreferrer">
                  {value.replace(/^https?:\/\/(www\.)?/, '')}
                </a>
              ) : (
                (value ?? <span className="text-ink-3">–</span>)
              )}
            </span>
            {value ? <CopyButton value={value} label={t('copy', { label })} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
