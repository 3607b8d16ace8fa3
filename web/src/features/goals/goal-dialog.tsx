import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { type Goal, type GoalBody, goalsEndpoints } from '@overture/contract/goals';
import { membersEndpoints } from '@overture/contract/members';
import { may } from '@overture/domain/access/permissions';
import { GOAL_KINDS, GOAL_LIMITS, GOAL_METRICS, GOAL_PERIODS } from '@overture/domain/campaign/goals';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { goalMetricLabel } from '../../lib/labels/campaign/goal-metric.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { AmountInput } from '../../ui/inputs/amount-input.tsx';
import { t } from './texts.ts';

const formId = 'goal';
const metrics = GOAL_METRICS.map((value) => ({ value, label: goalMetricLabel(value) }));

type Typed = Required<{ [Name in keyof GoalBody]: NonNullable<GoalBody[Name]> }> & { campaign_id: number };

function startOf(goal: Goal | null, ownId: number | null): Typed {
  return {
    kind: goal?.kind ?? (ownId === null ? 'organization' : 'people'),
    campaign_id: goal?.campaign?.id ?? 0,
    user_ids: goal?.people.map(({ id }) => id) ?? (ownId === null ? [] : [ownId]),
    name: goal === null ? '' : typedName(goal),
    metric: goal?.metric ?? 'replies',
    period: goal?.period ?? 'week',
    target: goal?.target ?? 10,
  };
}

/** Empty for a team without a name: it is called by its people. */
function typedName({ kind, name, people }: Goal): string {
  return kind !== 'people' || people.length < 2 || name === people.map((person) => person.name).join(', ') ? '' : name;
}

/** Sets a goal. Only organization admins choose whose it is. */
export function GoalDialog({ goal, onClose }: { goal: Goal | null; onClose: () => void }) {
  const user = useUser();
  const mayChoose = may(user, 'team');
  const [start] = useState(() => startOf(goal, mayChoose ? null : user.id));
  const [typed, setTyped] = useState(start);
  const [isAsked, setAsked] = useState(false);
  const saving = useSaveGoal(goal, onClose);
  const missing = findMissing(typed);
  const save = () => {
    setAsked(true);
    if (missing === null && !Number.isNaN(typed.target)) saving.save(toBody(typed));
  };
  return (
    <FormDialog
      onClose={onClose}
      isChanged={JSON.stringify(typed) !== JSON.stringify(start)}
      title={t(goal === null ? 'add' : 'change')}
      problem={saving.problem}
      confirmLabel={t('save')}
      pending={saving.isPending}
      confirm={{ form: formId }}
    >
      <Form id={formId} className="flex flex-col gap-5" onSubmit={save}>
        <GoalFields
          typed={typed}
          change={(next) => setTyped((before) => ({ ...before, ...next }))}
          mayChoose={mayChoose}
          error={isAsked && missing ? t(missing) : undefined}
        />
      </Form>
    </FormDialog>
  );
}

/** What has to be chosen first. */
function findMissing({ kind, user_ids, campaign_id }: Typed): 'people_needed' | 'campaign_needed' | null {
  if (kind === 'people') return user_ids.length === 0 ? 'people_needed' : null;
  return kind === 'campaign' && campaign_id === 0 ? 'campaign_needed' : null;
}

function useSaveGoal(goal: Goal | null, onClose: () => void) {
  const done = {
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('saved'));
    },
  };
  const create = useMutation({ ...mutationOptions(goalsEndpoints.createGoal), ...done });
  const update = useMutation({ ...mutationOptions(goalsEndpoints.updateGoal), ...done });
  const isPending = create.isPending || update.isPending;
  return {
    isPending,
    problem: create.isError || update.isError ? errorMessage(create.error ?? update.error, t('failed')) : undefined,
    save: (body: GoalBody) => {
      if (isPending) return;
      if (goal === null) create.mutate({ body });
      else update.mutate({ params: { id: goal.id }, body: { ...body, version: goal.version } });
    },
  };
}

interface FieldsProps {
  typed: Typed;
  change: (next: Partial<Typed>) => void;
  error: string | undefined;
}

function GoalFields({ mayChoose, ...fields }: FieldsProps & { mayChoose: boolean }) {
  const { typed, change, error } = fields;
  return (
    <>
      {mayChoose ? (
        <SegmentedControl
          aria-label={t('kind')}
          data={GOAL_KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
          value={typed.kind}
          onChange={(kind) => change({ kind: kind as Typed['kind'] })}
        />
      ) : null}
      {mayChoose && typed.kind === 'people' ? <PeopleFields {...fields} /> : null}
      {typed.kind === 'campaign' ? (
        <CampaignField value={typed.campaign_id} error={error} onChange={(campaign_id) => change({ campaign_id })} />
      ) : null}
      <div className="grid grid-cols-1 sm:grid-cols-2 gap-3">
        <Select
          label={t('metric')}
          data={metrics}
          value={typed.metric}
          allowDeselect={false}
          onChange={(metric) => change({ metric: (metric ?? typed.metric) as Typed['metric'] })}
        />
        <AmountInput
          label={t('target')}
          value={typed.target}
          min={1}
          max={GOAL_LIMITS.max_target}
          onChange={(target) => change({ target })}
        />
      </div>
      <SegmentedControl
        aria-label={t('period')}
        data={GOAL_PERIODS.map((value) => ({ value, label: t(`period_${value}`) }))}
        value={typed.period}
        onChange={(period) => change({ period: period as Typed['period'] })}
      />
    </>
  );
}

function toBody({ kind, campaign_id, user_ids, name, ...rest }: Typed): GoalBody {
  if (kind === 'campaign') return { ...rest, kind, campaign_id };
  return kind === 'people' ? { ...rest, kind, user_ids, name } : { ...rest, kind };
}

function PeopleFields({ typed, change, error }: FieldsProps) {
  const { data } = useQuery(queryOptions(membersEndpoints.listMembers));
  const known = (data?.members ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <MultiSelect
        label={t('people')}
        description={t('people_hint')}
        placeholder={typed.user_ids.length === 0 ? t('people_placeholder') : ''}
        data={known}
        value={typed.user_ids.map(String)}
        maxValues={GOAL_LIMITS.people}
        searchable
        error={error}
        onChange={(chosen) => change({ user_ids: chosen.map(Number) })}
      />
      {typed.user_ids.length > 1 ? (
        <TextInput
          label={t('team_name')}
          placeholder={t('team_optional')}
          value={typed.name}
          maxLength={GOAL_LIMITS.name_max}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}

function CampaignField({
  value,
  error,
  onChange,
}: {
  value: number;
  error: string | undefined;
  onChange: (id: number) => void;
}) {
  const { data } = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const known = (data?.campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label={t('campaign')}
      placeholder={t('campaign_placeholder')}
      data={known}
      value={value === 0 ? null : String(value)}
      limit={50}
      searchable
      allowDeselect={false}
      error={error}
      onChange={(chosen) => onChange(Number(chosen ?? value))}
    />
  );
}
