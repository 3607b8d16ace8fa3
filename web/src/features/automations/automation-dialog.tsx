import { Select, TextInput } from '@mantine/core';
import { type Automation, automationsEndpoints } from '@overture/contract/automations';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { say } from '@overture/domain/text/say';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { ActionFields } from './action-fields.tsx';
import { type Draft, EMPTY, toBody, toDraft } from './automation-draft.ts';
import { type ConditionDraft, ConditionFields } from './condition-fields.tsx';
import { Preview } from './preview.tsx';
import { t } from './texts.ts';
import { useSave } from './use-save.tsx';

type Catalog = EndpointOutput<(typeof automationsEndpoints)['readAutomationCatalog']>;

/** Makes an automation or changes one: event, conditions, actions, and what it would have done lately. */
export function AutomationDialog({ automation, onClose }: { automation: Automation | null; onClose: () => void }) {
  const catalog = useQuery(queryOptions(automationsEndpoints.readAutomationCatalog));
  const [base, setBase] = useState(automation);
  const start = toDraft(base ?? EMPTY);
  const [draft, setDraft] = useState(start);
  const [isAsked, setAsked] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start);
  const guard = useDiscardGuard(isChanged, onClose);
  const { save, isPending, problem, conflict } = useSave({
    base,
    onClose,
    onTheirs(theirs) {
      setBase(theirs);
      setDraft(toDraft(theirs));
      return () => setDraft(draft);
    },
  });
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
            isChanged={isChanged}
            nameError={isAsked && draft.name.trim() === '' ? t('name_needed') : undefined}
            onChange={setDraft}
          />
        ) : null}
      </SidePanel>
      {guard.question}
      {conflict}
    </>
  );
}

interface DraftFieldsProps {
  catalog: Catalog;
  draft: Draft;
  isNew: boolean;
  isChanged: boolean;
  nameError: string | undefined;
  onChange: (draft: Draft) => void;
}

function DraftFields({ catalog, draft, isNew, isChanged, nameError, onChange }: DraftFieldsProps) {
  const change = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const trigger = catalog.triggers.find(({ type }) => type === draft.trigger_type);
  const body = toBody(draft);
  return (
    <div className="flex flex-col gap-5">
      {isNew ? <TemplateSelect catalog={catalog} isChanged={isChanged} onChange={onChange} /> : null}
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
        data={catalog.triggers.map(({ type, summary }) => ({ value: type, label: say(summary) }))}
        value={trigger?.type ?? null}
        error={trigger ? undefined : t('event_missing')}
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

/** A form that was changed is replaced only after a question. */
function TemplateSelect({
  catalog,
  isChanged,
  onChange,
}: Pick<DraftFieldsProps, 'catalog' | 'isChanged' | 'onChange'>) {
  const [taken, setTaken] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ name: string | null } | null>(null);
  function take(name: string | null) {
    setAsked(null);
    setTaken(name);
    onChange(toDraft(catalog.templates.find((template) => template.name === name) ?? EMPTY));
  }
  return (
    <>
      <Select
        label={t('template')}
        placeholder={t('template_none')}
        data={catalog.templates.map(({ name }) => ({ value: name, label: say(name) }))}
        clearable
        value={taken}
        onChange={(name) => (isChanged ? setAsked({ name }) : take(name))}
      />
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('template_title')}
        confirmLabel={t('template_replace')}
        onConfirm={() => asked && take(asked.name)}
      >
        {t('template_text')}
      </ConfirmDialog>
    </>
  );
}
