import { Select, TextInput } from '@mantine/core';
import { type Automation, type AutomationBody, automationsEndpoints } from '@overture/contract/automations';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { ActionFields } from './action-fields.tsx';
import { type ActionDraft, toAction, toActionDraft } from './automation-words.ts';
import { type ConditionDraft, ConditionFields } from './condition-fields.tsx';
import { Preview } from './preview.tsx';
import { t } from './texts.ts';

type Catalog = EndpointOutput<(typeof automationsEndpoints)['readAutomationCatalog']>;

interface Draft {
  name: string;
  trigger_type: Automation['trigger_type'];
  match: Automation['match'];
  conditions: ConditionDraft[];
  actions: ActionDraft[];
}

const EMPTY: AutomationBody = {
  name: '',
  trigger_type: 'reply.received',
  match: 'all',
  conditions: [],
  actions: [],
};

const toDraft = ({ name, trigger_type, match, conditions, actions }: AutomationBody): Draft => ({
  ...{ name, trigger_type, match },
  conditions: conditions.map((condition, key) => ({ ...condition, key })),
  actions: actions.map(toActionDraft),
});

/** Null while something is missing. */
function toBody({ name, trigger_type, match, conditions, actions }: Draft): AutomationBody | null {
  const ready = actions.flatMap((action) => toAction(action) ?? []);
  if (name.trim() === '' || ready.length === 0 || ready.length < actions.length) return null;
  const plain = conditions.map(({ key: _, values, ...condition }) => ({
    ...condition,
    values: values.map((value) => value.trim()).filter((value) => value !== ''),
  }));
  return { name: name.trim(), trigger_type, match, conditions: plain, actions: ready };
}

/** Makes an automation or changes one: event, conditions, actions, and what it would have done lately. */
export function AutomationDialog({ automation, onClose }: { automation: Automation | null; onClose: () => void }) {
  const catalog = useQuery(queryOptions(automationsEndpoints.readAutomationCatalog));
  const start = toDraft(automation ?? EMPTY);
  const [draft, setDraft] = useState(start);
  const [isAsked, setAsked] = useState(false);
  const guard = useDiscardGuard(JSON.stringify(draft) !== JSON.stringify(start), onClose);
  const { save, isPending, problem } = useSave(automation, onClose);
  const body = toBody(draft);
  function submit() {
    setAsked(true);
    if (body !== null) save(body);
  }
  const missing = draft.name.trim() === '' ? t('name_needed') : t('target_needed');
  return (
    <>
      <SidePanel
        opened
        onClose={guard.close}
        width={640}
        title={t(automation ? 'edit_title' : 'create')}
        footer={
          <>
            <span role="alert" className="me-auto text-red text-table">
              {problem ?? (isAsked && body === null ? missing : undefined)}
            </span>
            <AppButton onClick={guard.close}>{t('cancel')}</AppButton>
            <AppButton kind="primary" loading={isPending} onClick={submit}>
              {t('save')}
            </AppButton>
          </>
        }
      >
        {queryFailure(catalog, { compact: true })}
        {catalog.isPending ? <Skeleton height={280} /> : null}
        {catalog.data ? (
          <DraftFields
            catalog={catalog.data}
            draft={draft}
            isNew={automation === null}
            nameError={isAsked && draft.name.trim() === '' ? t('name_needed') : undefined}
            onChange={setDraft}
          />
        ) : null}
      </SidePanel>
      {guard.question}
    </>
  );
}

interface DraftFieldsProps {
  catalog: Catalog;
  draft: Draft;
  isNew: boolean;
  nameError: string | undefined;
  onChange: (draft: Draft) => void;
}

function DraftFields({ catalog, draft, isNew, nameError, onChange }: DraftFieldsProps) {
  const change = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const trigger = catalog.triggers.find(({ type }) => type === draft.trigger_type);
  const body = toBody(draft);
  return (
    <div className="flex flex-col gap-5">
      {isNew ? <TemplateSelect catalog={catalog} onChange={onChange} /> : null}
      <TextInput
        label={t('name')}
        value={draft.name}
        maxLength={AUTOMATION_LIMITS.name_max}
        data-autofocus
        error={nameError}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('trigger')}
        searchable
        data={catalog.triggers.map(({ type, summary }) => ({ value: type, label: summary }))}
        value={draft.trigger_type}
        allowDeselect={false}
        onChange={(value) => value && change(toTrigger(draft, catalog, value))}
      />
      {trigger ? (
        <>
          <ConditionFields
            trigger={trigger}
            match={draft.match}
            conditions={draft.conditions}
            onMatch={(match) => change({ match })}
            onChange={(conditions) => change({ conditions })}
          />
          <ActionFields
            actions={draft.actions}
            isAboutLead={trigger.is_about_lead}
            fields={trigger.fields.map(({ path }) => path)}
            onChange={(actions) => change({ actions })}
          />
        </>
      ) : null}
      <Preview key={JSON.stringify(body)} body={body} />
    </div>
  );
}

/** Another event. Conditions on fields that it has too stay. */
function toTrigger({ conditions }: Draft, { triggers }: Catalog, type: string): Partial<Draft> {
  const next = triggers.find((trigger) => trigger.type === type);
  if (next === undefined) return {};
  const has = ({ field }: ConditionDraft): boolean => next.fields.some(({ path }) => path === field);
  return { trigger_type: next.type, conditions: conditions.filter(has) };
}

function TemplateSelect({ catalog, onChange }: Pick<DraftFieldsProps, 'catalog' | 'onChange'>) {
  return (
    <Select
      label={t('template')}
      placeholder={t('template_none')}
      data={catalog.templates.map(({ name }) => name)}
      clearable
      onChange={(value) => onChange(toDraft(catalog.templates.find(({ name }) => name === value) ?? EMPTY))}
    />
  );
}

function useSave(automation: Automation | null, onClose: () => void) {
  const onSuccess = async () => {
    await whenRefetched();
    onClose();
    toast.success(t('saved'));
  };
  const create = useMutation({ ...mutationOptions(automationsEndpoints.createAutomation), onSuccess });
  const update = useMutation({ ...mutationOptions(automationsEndpoints.updateAutomation), onSuccess });
  const error = create.error ?? update.error;
  const isStale = error !== null && 'code' in error && error.code === 'changed_meanwhile';
  return {
    save(body: AutomationBody): void {
      if (automation === null) create.mutate({ body });
      else update.mutate({ params: { id: automation.id }, body: { ...body, version: automation.version } });
    },
    isPending: create.isPending || update.isPending,
    problem: error ? (isStale ? t('changed_elsewhere') : errorMessage(error, t('change_failed'))) : undefined,
  };
}
