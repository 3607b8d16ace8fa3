import type { MessagingPerson } from '@overture/contract/messaging';
import { useState } from 'react';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatListTime } from '../../../lib/format.ts';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { FindLead } from '../find-lead/find-lead.tsx';
import { AddPerson } from './add-person.tsx';
import { t } from './texts.ts';
import { nameOf, usePeople, useResolvePerson } from './use-people.ts';

interface StepProps {
  person: MessagingPerson;
  onBack: () => void;
  onOpen: (prospectId: number) => void;
}

/** Chooses the lead that a person is. */
function LinkPerson({ person, onBack, onOpen }: StepProps) {
  const link = useResolvePerson(person, (id) => id !== null && onOpen(id));
  return (
    <>
      <FindLead
        hint={t('find_text', { name: nameOf(person) })}
        disabled={link.isPending}
        onChoose={(prospect_id) => link.mutate({ kind: 'link', prospect_id })}
      />
      <div className="mt-3">
        <AppButton disabled={link.isPending} onClick={onBack}>
          {t('back')}
        </AppButton>
      </div>
    </>
  );
}

interface PeopleDialogProps {
  onClose: () => void;
  /** Called with the conversation once the person is a lead. */
  onOpen: (prospectId: number) => void;
}

/** Who wrote and is no lead, and what they are to be. */
export function PeopleDialog({ onClose, onOpen }: PeopleDialogProps) {
  const [chosen, setChosen] = useState<{ person: MessagingPerson; step: 'link' | 'add' }>();
  const back = () => setChosen(undefined);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={chosen ? t(`${chosen.step}_of`, { name: nameOf(chosen.person) }) : t('title')}
    >
      {chosen ? (
        <div ref={focusFirst}>
          {chosen.step === 'link' ? (
            <LinkPerson person={chosen.person} onBack={back} onOpen={onOpen} />
          ) : (
            <AddPerson person={chosen.person} onBack={back} onOpen={onOpen} />
          )}
        </div>
      ) : null}
      {chosen ? null : <People onChoose={(person, step) => setChosen({ person, step })} />}
    </Dialog>
  );
}

/** A new step of the open dialog starts in its first field, like a dialog that opens. */
function focusFirst(step: HTMLDivElement | null): void {
  step?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

type Choose = (person: MessagingPerson, step: 'link' | 'add') => void;

function People({ onChoose }: { onChoose: Choose }) {
  const list = usePeople();
  const { people } = list;
  if (people === undefined) return queryFailure(list, { compact: true }) ?? <Skeleton width="70%" />;
  return (
    <>
      <p className="m-0 text-ink-2 text-table">{t(people.length === 0 ? 'empty' : 'text')}</p>
      <ul className="mt-3 mb-0 p-0 max-h-[420px] overflow-y-auto list-none" aria-label={t('title')}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} onChoose={onChoose} />
        ))}
      </ul>
    </>
  );
}

function PersonRow({ person, onChoose }: { person: MessagingPerson; onChoose: Choose }) {
  const dismiss = useResolvePerson(person, () => undefined);
  const name = nameOf(person);
  const { handle, message_count, last_at, account } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 py-2.5 border-b border-line last:border-b-0">
      <PersonAvatar name={name} picture_url={null} size={32} />
      <span className="flex flex-[1_1_170px] flex-col min-w-0">
        <span className="truncate">{name}</span>
        <span className="flex items-center gap-1.25 min-w-0 text-ink-3 text-meta">
          <AccountGlyph type={account.account_type} size={13} />
          <span className="truncate number">
            {[
              handle === name ? null : handle,
              t('messages', { count: message_count }),
              formatListTime(last_at, serverNow()),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </span>
      <span className="flex flex-wrap gap-1">
        <AppButton size="small" aria-label={t('link_of', { name })} onClick={() => onChoose(person, 'link')}>
          {t('link')}
        </AppButton>
        <AppButton size="small" aria-label={t('add_of', { name })} onClick={() => onChoose(person, 'add')}>
          {t('add')}
        </AppButton>
        <AppButton
          size="small"
          kind="quiet"
          aria-label={t('dismiss_of', { name })}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ kind: 'dismiss' })}
        >
          {t('dismiss')}
        </AppButton>
      </span>
    </li>
  );
}
