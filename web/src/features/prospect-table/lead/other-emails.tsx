import { TextInput } from '@mantine/core';
import { leadPlacesEndpoints } from '@overture/contract/lead-places';
import { type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { isBlank } from '@overture/domain/text/text';
import { IconPlus, IconStar, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

interface OtherEmailsProps {
  lead: Prospect;
  onSaved: (lead: Prospect) => void;
}

type Change = { email?: string; add_emails?: string[]; remove_emails?: string[] };

/** Further addresses of a lead: replies from them are the lead's, and one of them can become the address that is written to. */
export function OtherEmails({ lead, onSaved }: OtherEmailsProps) {
  const [isAdding, setAdding] = useState(false);
  const emails = lead.other_emails ?? [];
  const save = useMutation({
    mutationFn: (body: Change) => call(prospectsEndpoints.updateProspect, { params: { id: lead.id }, body }),
    onSuccess: ({ prospect }) => {
      setAdding(false);
      onSaved(prospect);
    },
  });
  const change = (body: Change) =>
    save.mutate(body, { onError: (error) => toast.error(errorMessage(error, t('email_failed'))) });
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('other_emails')}</h3>
      <BouncedNote lead={lead} next={emails[0]?.email} onNext={(email) => change({ email })} />
      <ul className="flex flex-col m-0 p-0 border-t border-line list-none">
        {emails.map(({ email, source }) => (
          <li key={email} className="flex items-center gap-2 min-h-10 py-1.5 border-b border-line text-table">
            <span className="flex flex-col flex-1 min-w-0">
              <span className="truncate">{email}</span>
              <span className="text-ink-3 text-meta truncate">{source}</span>
            </span>
            <IconButton size="small" label={t('make_primary', { email })} onClick={() => change({ email })}>
              <IconStar size={15} aria-hidden />
            </IconButton>
            <IconButton
              size="small"
              label={t('remove_email', { email })}
              onClick={() => change({ remove_emails: [email] })}
            >
              <IconTrash size={15} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <AddEmail
          problem={save.error ? errorMessage(save.error, t('email_failed')) : undefined}
          isSaving={save.isPending}
          onAdd={(email) => save.mutate({ add_emails: [email] })}
          onClose={() => setAdding(false)}
        />
      ) : emails.length < LIST_LIMITS.other_emails ? (
        <AppButton size="small" kind="quiet" icon={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          {t('add_email')}
        </AppButton>
      ) : null}
    </section>
  );
}

/** The address that is written to bounced: the next one is offered. */
function BouncedNote({
  lead,
  next,
  onNext,
}: {
  lead: Prospect;
  next: string | undefined;
  onNext: (email: string) => void;
}) {
  const places = useQuery(queryOptions(leadPlacesEndpoints.getLeadPlaces, { params: { id: lead.id } }));
  if (next === undefined || places.data?.blocked?.reason !== 'hard_bounce') return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 mb-2 text-table">
      <span className="text-ink-2 wrap-anywhere">{t('bounced', { email: lead.email ?? '' })}</span>
      <AppButton size="small" onClick={() => onNext(next)}>
        {t('write_to', { email: next })}
      </AppButton>
    </div>
  );
}

interface AddEmailProps {
  problem: string | undefined;
  isSaving: boolean;
  onAdd: (email: string) => void;
  onClose: () => void;
}

function AddEmail({ problem, isSaving, onAdd, onClose }: AddEmailProps) {
  const [email, setEmail] = useState('');
  return (
    <Form id="add-email" onSubmit={() => !isBlank(email) && !isSaving && onAdd(email)}>
      <div className="flex items-start gap-2 mt-2">
        <TextInput
          className="flex-1"
          aria-label={t('new_email')}
          placeholder={t('new_email')}
          inputMode="email"
          value={email}
          error={problem}
          maxLength={TEXT_LIMITS.email_max}
          autoFocus
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <AppButton type="submit" form="add-email" disabled={isBlank(email)} loading={isSaving}>
          {t('save_email')}
        </AppButton>
      </div>
    </Form>
  );
}
