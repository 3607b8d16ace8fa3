import { Select, TextInput } from '@mantine/core';
import type { Campaign } from '@overture/contract/campaigns';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { LANGUAGES, type Language } from '@overture/domain/message/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { pickChanged } from '../../lib/edits/changes.ts';
import { useEditConflict } from '../../lib/edits/use-edit-conflict.tsx';
import { messageLanguageLabel } from '../../lib/labels/inbox/message-language.ts';
import { TimeZoneSelect } from '../../lib/time-zone-select.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { type LeadsOutcome, RemovedSendersDialog } from '../campaign-senders/index.ts';
import { showCampaign } from '../flow-canvas/index.ts';
import classes from './campaign-settings.module.css';
import { SendingFields } from './sending-fields.tsx';
import {
  bodyOfDraft,
  findChangedFields,
  findErrors,
  findRemoved,
  isChanged,
  type SettingsDraft,
  type SettingsErrors,
  toDraft,
} from './settings-form.ts';
import { t } from './texts.ts';

interface SettingsPanelProps {
  campaign: Campaign;
  onClose: () => void;
}

const formId = 'campaign-settings';

/** Settings of a campaign: name, zone, language, accounts, daily limits, sending window. */
export function SettingsPanel({ campaign, onClose }: SettingsPanelProps) {
  // What the form started with: the campaign may be refetched while the user types.
  const [base, setBase] = useState(campaign);
  const [draft, setDraft] = useState(() => toDraft(campaign));
  const [isAsking, setAsking] = useState(false);
  const [wasTried, setTried] = useState(false);
  const errors = findErrors(draft);
  const save = useSaveSettings(base, draft, {
    onSaved: onClose,
    onTheirs: (current, shown) => {
      setBase(current);
      setDraft(shown);
    },
  });

  const removal = useRemoval(base, findRemoved(base, draft), save);

  function submit() {
    setTried(true);
    if (Object.keys(errors).length > 0) return;
    removal.start();
  }
  function close() {
    if (isChanged(base, draft)) setAsking(true);
    else onClose();
  }
  return (
    <>
      <SidePanel
        opened
        onClose={close}
        title={t('title')}
        footer={
          <>
            {campaign.status === 'DRAFT' ? null : (
              <span className="flex-1 text-ink-3 text-meta">{t('running_note')}</span>
            )}
            <AppButton onClick={close}>{t('cancel')}</AppButton>
            <AppButton kind="primary" type="submit" form={formId} loading={save.isPending}>
              {t('save')}
            </AppButton>
          </>
        }
      >
        <Form id={formId} className="flex flex-col gap-8" onSubmit={submit}>
          <GeneralFields draft={draft} errors={wasTried ? errors : {}} onChange={setDraft} />
          <SendingFields campaign={campaign} draft={draft} errors={errors} onChange={setDraft} />
        </Form>
      </SidePanel>
      <DiscardDialog opened={isAsking} onClose={() => setAsking(false)} onConfirm={onClose} />
      {removal.dialog}
      {save.dialog}
    </>
  );
}

function DiscardDialog(props: { opened: boolean; onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog {...props} title={t('discard_title')} confirmLabel={t('discard')} danger>
      {t('discard_text')}
    </ConfirmDialog>
  );
}

/** Asks what becomes of the leads of removed senders before it saves. */
function useRemoval(base: Campaign, removed: readonly number[], save: ReturnType<typeof useSaveSettings>) {
  const [isAsking, setAsking] = useState(false);
  function confirm(leadsOutcome: LeadsOutcome) {
    setAsking(false);
    save.start(leadsOutcome);
  }
  const dialog = isAsking ? (
    <RemovedSendersDialog
      campaignId={base.id}
      removed={removed}
      pending={save.isPending}
      onClose={() => setAsking(false)}
      onConfirm={confirm}
    />
  ) : null;
  return { start: () => (removed.length > 0 && base.status !== 'DRAFT' ? setAsking(true) : save.start()), dialog };
}

interface SaveOptions {
  onSaved: () => void;
  /** Puts what a colleague stored, or one's own text again, into the form. */
  onTheirs: (current: Campaign, shown: SettingsDraft) => void;
}

/** Saves what was changed since the form began, on top of the version it began with. */
function useSaveSettings(base: Campaign, draft: SettingsDraft, { onSaved, onTheirs }: SaveOptions) {
  const client = useQueryClient();
  // What was decided about the leads of removed senders holds for the second try too.
  const leadsOutcome = useRef<LeadsOutcome | undefined>(undefined);
  const save = useMutation({
    mutationFn: (version: number) =>
      call(campaignsEndpoints.updateCampaign, {
        params: { id: base.id },
        body: {
          ...bodyOfDraft(base, draft),
          ...(leadsOutcome.current ? { leads_of_removed: leadsOutcome.current } : {}),
          version,
        },
      }),
    onSuccess: (answer) => {
      showCampaign(client, answer.campaign);
      toast.success(t('saved'));
      onSaved();
    },
    onError: (error) => conflict.take(error) || toast.error(errorMessage(error, t('failed'))),
  });
  const conflict = useEditConflict<{ campaign: Campaign }>({
    overlap: ({ campaign }) => findChangedFields(base, draft, campaign),
    keepMine: ({ campaign }) => save.mutate(campaign.version),
    seeTheirs: ({ campaign }) => {
      showCampaign(client, campaign);
      onTheirs(campaign, toDraft(campaign));
      // Only what was typed here: the other settings are theirs now.
      return () => onTheirs(campaign, { ...toDraft(campaign), ...pickChanged(toDraft(base), draft) });
    },
  });
  function start(chosen?: LeadsOutcome) {
    leadsOutcome.current = chosen;
    save.mutate(base.version);
  }
  return { start, isPending: save.isPending, dialog: conflict.dialog };
}

interface FieldsProps {
  draft: SettingsDraft;
  errors: SettingsErrors;
  onChange: (draft: SettingsDraft) => void;
}

function GeneralFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <section className={classes.section}>
      <h3>{t('section_general')}</h3>
      <TextInput
        label={t('name')}
        value={draft.name}
        error={errors.name}
        maxLength={TEXT_LIMITS.campaign_name_max}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <TimeZoneSelect
        label={t('timezone')}
        value={draft.timezone}
        onChange={(timezone) => timezone && onChange({ ...draft, timezone })}
      />
      <Select
        label={t('language')}
        description={t('language_text')}
        data={LANGUAGES.map((language) => ({ value: language, label: messageLanguageLabel(language) }))}
        value={draft.language}
        allowDeselect={false}
        onChange={(language) => language && onChange({ ...draft, language: language as Language })}
      />
    </section>
  );
}
