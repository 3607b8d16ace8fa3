import { MultiSelect, Select, Textarea } from '@mantine/core';
import { automationsEndpoints } from '@overture/contract/automations';
import { AUTOMATION_ACTIONS, AUTOMATION_LIMITS, needsLead } from '@overture/domain/automations/automations';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { AmountInput } from '../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type ActionDraft, TARGETS } from './automation-words.ts';
import { t } from './texts.ts';
import { useTargets } from './use-targets.ts';

const SlackDialog = lazyPart(() => import('./slack-dialog.tsx').then((file) => ({ default: file.SlackDialog })));

interface ActionFieldsProps {
  actions: readonly ActionDraft[];
  /** False for events without a lead: only some actions fit. */
  isAboutLead: boolean;
  /** Fields of the event, for messages. */
  fields: readonly string[];
  onChange: (actions: ActionDraft[]) => void;
}

/** What is done, in order. */
export function ActionFields({ actions, isAboutLead, fields, onChange }: ActionFieldsProps) {
  const add = () => {
    const key = Math.max(0, ...actions.map((action) => action.key)) + 1;
    onChange([...actions, { key, type: isAboutLead ? 'add_label' : 'send_slack', target: '', days: 1, text: '' }]);
  };
  return (
    <fieldset className="flex flex-col gap-3 m-0 p-0 border-0">
      <legend className="mb-2 text-table font-medium">{t('actions')}</legend>
      {actions.map((action, index) => (
        <ActionRow
          key={action.key}
          action={action}
          number={index + 1}
          isAboutLead={isAboutLead}
          fields={fields}
          onChange={(changed) => onChange(actions.map((one) => (one.key === action.key ? changed : one)))}
          onRemove={() => onChange(actions.filter((one) => one.key !== action.key))}
        />
      ))}
      {actions.length < AUTOMATION_LIMITS.actions ? (
        <div>
          <AppButton size="small" icon={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t('add_action')}
          </AppButton>
        </div>
      ) : null}
    </fieldset>
  );
}

interface ActionRowProps extends Omit<ActionFieldsProps, 'actions' | 'onChange'> {
  action: ActionDraft;
  number: number;
  onChange: (action: ActionDraft) => void;
  onRemove: () => void;
}

interface Targets {
  targets: ReturnType<typeof useTargets>;
}

function ActionRow({ action, number, isAboutLead, fields, onChange, onRemove }: ActionRowProps) {
  const kind = TARGETS[action.type];
  const targets = useTargets(kind);
  const types = AUTOMATION_ACTIONS.filter((type) => isAboutLead || !needsLead(type));
  return (
    <div className="flex flex-col gap-2 p-3 rounded-card border border-line">
      <div className="flex items-center gap-2">
        <Select
          className="flex-1 min-w-0"
          aria-label={t('action', { number })}
          data={types.map((type) => ({ value: type, label: t(type) }))}
          value={action.type}
          allowDeselect={false}
          onChange={(value) => value && onChange({ ...action, type: value as ActionDraft['type'], target: '' })}
        />
        <AppButton
          size="small"
          aria-label={t('remove_action', { number })}
          icon={<IconX size={14} aria-hidden />}
          onClick={onRemove}
        >
          {t('remove')}
        </AppButton>
      </div>
      {action.type === 'assign_in_turn' ? <TurnMembers {...{ action, targets, onChange }} /> : null}
      {kind === null || action.type === 'assign_in_turn' ? null : (
        <Select
          searchable
          aria-label={t('target')}
          placeholder={t('target')}
          data={targets ?? []}
          value={action.target || null}
          onChange={(value) => onChange({ ...action, target: value ?? '' })}
        />
      )}
      {action.type === 'remind' ? (
        <AmountInput
          label={t('days')}
          min={1}
          max={AUTOMATION_LIMITS.remind_in_days}
          value={action.days}
          onChange={(value) => onChange({ ...action, days: value })}
        />
      ) : null}
      {action.type === 'send_slack' ? <SlackNeeded /> : null}
      {action.type === 'send_slack' ? (
        <Textarea
          label={t('message')}
          description={t('message_hint', { fields: fields.map((field) => `{{${field}}}`).join(' ') })}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={AUTOMATION_LIMITS.message_max}
          value={action.text}
          onChange={(event) => onChange({ ...action, text: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}

function TurnMembers({ action, targets, onChange }: Pick<ActionRowProps, 'action' | 'onChange'> & Targets) {
  const ids = action.target === '' ? [] : action.target.split(',');
  const known = targets ?? [];
  const others = ids.filter((id) => !known.some(({ value }) => value === id));
  // While they load, the chosen ones have no names.
  const label = targets === undefined ? '…' : t('turn_removed');
  return (
    <MultiSelect
      searchable
      label={t('turn_members')}
      description={t('turn_hint')}
      data={[...known, ...others.map((value) => ({ value, label }))]}
      maxValues={AUTOMATION_LIMITS.turn_members}
      // The list itself scrolls: a region inside it would need a tab stop of its own.
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      value={ids}
      onChange={(chosen) => onChange({ ...action, target: chosen.join(',') })}
    />
  );
}

/** Connects Slack from here: to leave the form would lose what was entered. */
function SlackNeeded() {
  const { data } = useQuery(queryOptions(automationsEndpoints.getSlackConnection));
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {data?.is_connected === false ? (
        <div className="flex flex-wrap items-center gap-2 text-table text-amber">
          <span className="flex-1">{t('slack_needed')}</span>
          <AppButton size="small" onClick={() => setOpen(true)}>
            {t('slack_connect')}
          </AppButton>
        </div>
      ) : null}
      <Suspense fallback={null}>{isOpen ? <SlackDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
