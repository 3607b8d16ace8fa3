import { Checkbox, TextInput } from '@mantine/core';
import { type Webhook, webhooksEndpoints } from '@overture/contract/webhooks';
import { say } from '@overture/domain/text/say';
import { WEBHOOK_LIMITS, WEBHOOK_MODES } from '@overture/domain/webhooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { useStepUp } from '../security/index.ts';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import { t } from './texts.ts';

interface Draft {
  url: string;
  description: string;
  is_all: boolean;
  types: readonly string[];
  mode: Webhook['mode'];
}

const toDraft = (webhook: Webhook | null): Draft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  is_all: webhook === null || webhook.event_types.includes('*'),
  types: webhook?.event_types.filter((type) => type !== '*') ?? [],
  mode: webhook?.mode ?? 'full',
});

/** Adds an endpoint and shows its secret once, or edits one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => toDraft(webhook));
  const [isAsked, setAsked] = useState(false);
  const { save, isPending, problem, secret, question } = useSave(webhook, onClose);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const missing = draft.url.trim() === '' ? t('url_needed') : undefined;
  const noTypes = !draft.is_all && draft.types.length === 0 ? t('events_needed') : undefined;
  function submit() {
    setAsked(true);
    if (!missing && !noTypes) save(draft);
  }
  if (secret) return <SigningSecretDialog secret={secret} onClose={onClose} />;
  return (
    <>
      <FormDialog
        onClose={onClose}
        isChanged={JSON.stringify(draft) !== JSON.stringify(toDraft(webhook))}
        title={t(webhook ? 'edit_title' : 'create')}
        problem={problem ?? (isAsked ? noTypes : undefined)}
        confirmLabel={t(webhook ? 'save' : 'create')}
        pending={isPending}
        confirm={submit}
      >
        <div className="flex flex-col gap-5">
          <TextInput
            label={t('url')}
            placeholder={t('url_placeholder')}
            value={draft.url}
            maxLength={WEBHOOK_LIMITS.url_max}
            inputMode="url"
            data-autofocus
            error={isAsked ? missing : undefined}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          <TextInput
            label={t('description')}
            placeholder={t('description_placeholder')}
            value={draft.description}
            maxLength={WEBHOOK_LIMITS.description_max}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <EventFields draft={draft} onChange={change} />
          <ModeFields mode={draft.mode} onChange={(mode) => change({ mode })} />
        </div>
      </FormDialog>
      {question}
    </>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

function EventFields({ draft: { is_all, types }, onChange }: FieldsProps) {
  const catalog = useQuery({ ...queryOptions(webhooksEndpoints.readWebhookEventTypes), enabled: !is_all });
  const toggle = (type: string) =>
    onChange({ types: types.includes(type) ? types.filter((one) => one !== type) : [...types, type] });
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="mb-2 text-table font-medium">{t('which_events')}</legend>
      <OptionCard
        kind="radio"
        name="events"
        label={t('every_event')}
        checked={is_all}
        onChange={() => onChange({ is_all: true })}
      />
      <OptionCard
        kind="radio"
        name="events"
        label={t('chosen_events')}
        checked={!is_all}
        onChange={() => onChange({ is_all: false })}
      />
      {!is_all && catalog.isPending ? <Skeleton height={120} /> : null}
      {catalog.isError ? <p className="m-0 text-red text-table">{t('events_failed')}</p> : null}
      {is_all ? null : (
        <div className="flex flex-col gap-2 mt-1 ps-1">
          {catalog.data?.event_types.map(({ type, summary }) => (
            <Checkbox
              key={type}
              label={type}
              description={say(summary)}
              checked={types.includes(type)}
              onChange={() => toggle(type)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

function ModeFields({ mode, onChange }: { mode: Webhook['mode']; onChange: (mode: Webhook['mode']) => void }) {
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="mb-2 text-table font-medium">{t('data')}</legend>
      {WEBHOOK_MODES.map((one) => (
        <OptionCard
          key={one}
          kind="radio"
          name="mode"
          label={t(`mode_${one}`)}
          checked={mode === one}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}

function useSave(webhook: Webhook | null, onClose: () => void) {
  const create = useMutation(mutationOptions(webhooksEndpoints.createWebhook));
  const update = useMutation({
    ...mutationOptions(webhooksEndpoints.updateWebhook),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('saved'));
    },
  });
  const stepUp = useStepUp();
  const [refusal, setRefusal] = useState<Error | null>(null);
  function save(draft: Draft) {
    const { url, description, is_all, types, mode } = draft;
    setRefusal(null);
    const event_types = (is_all ? ['*'] : types) as '*'[];
    const body = { url: url.trim(), description: description.trim(), event_types, mode };
    const onError = (failure: Error): void => void (stepUp.ask(failure, () => save(draft)) || setRefusal(failure));
    if (webhook === null) create.mutate({ body }, { onError });
    else update.mutate({ params: { id: webhook.id }, body: { ...body, is_active: webhook.is_active } }, { onError });
  }
  return {
    save,
    isPending: create.isPending || update.isPending,
    problem: refusal ? errorMessage(refusal, t('change_failed')) : undefined,
    secret: create.data?.secret,
    question: stepUp.dialog,
  };
}
