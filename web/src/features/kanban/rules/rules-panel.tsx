import { Switch } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import type { KanbanBoard } from '@overture/contract/kanban';
import { type KanbanRule, kanbanRulesEndpoints } from '@overture/contract/kanban-rules';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import { may } from '@overture/domain/access/permissions';
import { CRM_LABELS, type CrmType } from '@overture/domain/crm';
import { IconBolt, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, mutationOptions, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { DeleteButton } from '../../../lib/delete-button.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { RuleForm } from './rule-form.tsx';
import { t } from './texts.ts';

/** Rules of the board. */
export function RulesPanel({ board, onClose }: { board: KanbanBoard; onClose: () => void }) {
  const list = useQuery(queryOptions(kanbanRulesEndpoints.listKanbanRules, { params: { id: board.id } }));
  const [edited, setEdited] = useState<number | 'new' | undefined>();
  const mayChange = may(useUser(), 'settings');
  const rules = list.data?.rules;
  const close = () => setEdited(undefined);
  return (
    <SidePanel opened onClose={onClose} title={t('title', { board: board.name })}>
      <p className="mb-4 text-ink-3 text-table">{mayChange ? t('intro') : t('managers_only')}</p>
      {list.isPending ? <Skeleton width="100%" height={88} radius={8} /> : null}
      {queryFailure(list, { fallback: t('failed'), compact: true })}
      {rules?.length === 0 && edited === undefined ? (
        <EmptyState compact icon={<IconBolt size={22} />} title={t('none')} text={t('none_text')} />
      ) : null}
      <ul className="flex flex-col gap-2 m-0 mb-3 p-0 list-none">
        {rules?.map((rule) => (
          <li key={rule.id} className="p-3 border border-line rounded-control">
            {edited === rule.id ? (
              <RuleForm board={board} rule={rule} onClose={close} />
            ) : (
              <RuleRow board={board} rule={rule} mayChange={mayChange} onEdit={() => setEdited(rule.id)} />
            )}
          </li>
        ))}
        {edited === 'new' ? (
          <li className="p-3 border border-line rounded-control">
            <RuleForm board={board} onClose={close} />
          </li>
        ) : null}
      </ul>
      {mayChange && edited === undefined && board.columns.length > 0 ? (
        <AppButton icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
          {t('add')}
        </AppButton>
      ) : null}
    </SidePanel>
  );
}

interface RuleRowProps {
  board: KanbanBoard;
  rule: KanbanRule;
  mayChange: boolean;
  onEdit: () => void;
}

function RuleRow({ board, rule, mayChange, onEdit }: RuleRowProps) {
  const client = useQueryClient();
  const params = { id: board.id, ruleId: rule.id };
  const switchOn = useMutation({
    ...mutationOptions(kanbanRulesEndpoints.updateKanbanRule),
    onSuccess: () => refetch(client, kanbanRulesEndpoints.listKanbanRules),
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
  const { id: _, push_to, ...body } = rule;
  return (
    <div className="flex items-start gap-2">
      <Switch
        size="sm"
        className="mt-0.5"
        aria-label={t('on')}
        checked={rule.is_active}
        disabled={!mayChange || switchOn.isPending}
        onChange={(event) =>
          switchOn.mutate({
            params,
            body: { ...body, push_to: push_to as CrmType | null, is_active: event.currentTarget.checked },
          })
        }
      />
      <p className="flex-1 min-w-0 ps-1 wrap-anywhere data-off:text-ink-3" data-off={!rule.is_active || undefined}>
        <RuleSentence board={board} rule={rule} />
      </p>
      {mayChange ? (
        <>
          <IconButton size="small" label={t('edit')} onClick={onEdit}>
            <IconPencil size={15} aria-hidden />
          </IconButton>
          <DeleteButton
            label={t('delete')}
            title={t('delete_title')}
            text={t('delete_text')}
            failed={t('delete_failed')}
            icon={<IconTrash size={15} aria-hidden />}
            remove={async () => {
              await call(kanbanRulesEndpoints.deleteKanbanRule, { params });
              await refetch(client, kanbanRulesEndpoints.listKanbanRules);
            }}
          />
        </>
      ) : null}
    </div>
  );
}

function RuleSentence({ board, rule }: { board: KanbanBoard; rule: KanbanRule }) {
  const labels = useQuery({ ...queryOptions(chatLabelsEndpoints.listChatLabels), enabled: rule.label_id !== null });
  const campaigns = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaigns),
    enabled: rule.campaign_ids.length > 0,
  });
  const column = board.columns.find(({ id }) => id === rule.column_id)?.name ?? t('deleted');
  if (rule.set_off_by !== 'entered') {
    const names = rule.campaign_ids.map(
      (id) => campaigns.data?.campaigns.find((campaign) => campaign.id === id)?.name ?? '…',
    );
    const only = names.length > 0 ? ` ${t('only', { campaigns: names.join(', ') })}` : '';
    return `${t('sentence_fill', { when: t(`when_${rule.set_off_by}`), column })}${only}`;
  }
  const label = labels.data?.labels.find(({ id }) => id === rule.label_id)?.name ?? '…';
  const what = [
    ...(rule.label_id === null ? [] : [t('what_label', { label })]),
    ...(rule.push_to === null ? [] : [t('what_crm', { crm: CRM_LABELS[rule.push_to as CrmType] ?? rule.push_to })]),
    ...(rule.push_stage === null ? [] : [t('what_stage', { stage: rule.push_stage_name ?? rule.push_stage })]),
    ...(rule.notes_meeting ? [t('what_meeting')] : []),
    ...(rule.stops_campaigns ? [t('what_stop')] : []),
  ];
  return t('sentence_enter', { column, what: what.join(', ') });
}
