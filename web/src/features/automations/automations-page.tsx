import { Switch } from '@mantine/core';
import { type Automation, automationsEndpoints, type BoardRule } from '@overture/contract/automations';
import { say } from '@overture/domain/text/say';
import {
  IconBolt,
  IconBrandSlack,
  IconEdit,
  IconListDetails,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { DeleteQuestion } from '../../lib/api/delete-question.tsx';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatAgo } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { actionWords, stateWords } from './automation-words.ts';
import { BoardRules } from './board-rules.tsx';
import { t } from './texts.ts';

const AutomationDialog = lazyPart(() =>
  import('./automation-dialog.tsx').then((file) => ({ default: file.AutomationDialog })),
);
const RunLog = lazyPart(() => import('./run-log.tsx').then((file) => ({ default: file.RunLog })));
const SwitchOnDialog = lazyPart(() =>
  import('./switch-on-dialog.tsx').then((file) => ({ default: file.SwitchOnDialog })),
);
const SlackDialog = lazyPart(() => import('./slack-dialog.tsx').then((file) => ({ default: file.SlackDialog })));

type Opened =
  | { what: 'create' }
  | { what: 'slack' }
  | { what: 'edit' | 'log' | 'delete'; automation: Automation }
  | { what: 'rule_log'; rule: BoardRule }
  | null;

/** Automations of the organization: added, switched, and watched here. */
export function AutomationsPage() {
  const client = useQueryClient();
  const list = useQuery(queryOptions(automationsEndpoints.listAutomations));
  useLiveEvent('automations_changed', () => void refetch(client, automationsEndpoints.listAutomations));
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const create = (
    <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'create' })}>
      {t('create')}
    </AppButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <AppButton icon={<IconBrandSlack size={16} aria-hidden />} onClick={() => setOpened({ what: 'slack' })}>
              {t('slack')}
            </AppButton>
            {list.data?.automations.length === 0 ? null : create}
          </>
        }
      />
      <DataTable<Automation>
        tableId="automations"
        label={t('table')}
        columns={columns}
        rows={list.data?.automations}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        skeletonRows={4}
        error={queryFailure(list)}
        empty={<EmptyState icon={<IconBolt size={22} />} title={t('empty')} text={t('empty_text')} action={create} />}
        rowActions={(automation) => <AutomationMenu automation={automation} onOpen={setOpened} />}
        onRowOpen={(automation) => setOpened({ what: 'edit', automation })}
        card={(automation) => ({
          title: automation.name,
          subtitle: actionWords(automation),
          // The card is a button: a switch inside it would be out of reach.
          end: <StateChip automation={automation} />,
        })}
      />
      <BoardRules onLog={(rule) => setOpened({ what: 'rule_log', rule })} />
      <Suspense fallback={null}>
        {opened?.what === 'create' ? <AutomationDialog automation={null} onClose={close} /> : null}
        {opened?.what === 'edit' ? <AutomationDialog automation={opened.automation} onClose={close} /> : null}
        {opened?.what === 'log' ? <RunLog of={{ ...opened.automation, is_board_rule: false }} onClose={close} /> : null}
        {opened?.what === 'rule_log' ? <RunLog of={ofRule(opened.rule)} onClose={close} /> : null}
        {opened?.what === 'slack' ? <SlackDialog onClose={close} /> : null}
      </Suspense>
      {opened?.what === 'delete' ? <Deleting automation={opened.automation} onClose={close} /> : null}
    </>
  );
}

const ofRule = ({ id, board }: BoardRule) => ({
  id,
  name: t('rule_of_board', { name: board.name }),
  is_board_rule: true,
});

const columns: DataColumn<Automation>[] = [
  { id: 'name', header: t('column_name'), width: 170, title: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'trigger',
    header: t('column_trigger'),
    width: 190,
    title: ({ trigger_text }) => say(trigger_text),
    cell: ({ trigger_text }) => say(trigger_text),
  },
  {
    id: 'actions',
    header: t('column_actions'),
    width: 240,
    title: actionWords,
    cell: actionWords,
  },
  { id: 'state', header: t('column_state'), width: 190, cell: (automation) => <StateCell automation={automation} /> },
  {
    id: 'last',
    header: t('column_last'),
    width: 132,
    cell: ({ last_run_at }) => <DateText value={last_run_at} format={formatAgo} empty={t('never')} />,
  },
];

function StateChip({ automation }: { automation: Automation }) {
  const { tone, word } = stateWords(automation);
  return <StatusChip tone={tone}>{word}</StatusChip>;
}

function StateCell({ automation }: { automation: Automation }) {
  const { detail } = stateWords(automation);
  return (
    <span className="inline-flex items-center gap-2 min-w-0" title={detail}>
      <SwitchCell automation={automation} />
      <StateChip automation={automation} />
    </span>
  );
}

/** Switches off immediately. Switching on shows a preview first. */
function useSwitch(automation: Automation) {
  const { id, is_active } = automation;
  const [isAsked, setAsked] = useState(false);
  const off = useMutation({
    ...mutationOptions(automationsEndpoints.switchAutomation),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('switched_off'));
    },
    onError: (error) => toast.error(errorMessage(error, t('change_failed'))),
  });
  const toggle = () => (is_active ? off.mutate({ params: { id }, body: { is_active: false } }) : setAsked(true));
  const dialog = isAsked ? (
    <Suspense fallback={null}>
      <SwitchOnDialog automation={automation} onClose={() => setAsked(false)} />
    </Suspense>
  ) : null;
  return { toggle, isPending: off.isPending, dialog };
}

function SwitchCell({ automation }: { automation: Automation }) {
  const { toggle, isPending, dialog } = useSwitch(automation);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks in the dialog are no clicks on the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the switch.
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        aria-label={t('switch_of', { name: automation.name })}
        checked={automation.is_active}
        disabled={isPending}
        onChange={toggle}
      />
      {dialog}
    </span>
  );
}

function AutomationMenu({ automation, onOpen }: { automation: Automation; onOpen: (opened: Opened) => void }) {
  const { toggle, dialog } = useSwitch(automation);
  const { is_active } = automation;
  const open = (what: 'edit' | 'log' | 'delete') => () => onOpen({ what, automation });
  return (
    <>
      <ActionMenu
        label={t('options_of', { name: automation.name })}
        entries={[
          { id: 'log', label: t('log'), icon: <IconListDetails size={16} aria-hidden />, onSelect: open('log') },
          { id: 'edit', label: t('edit'), icon: <IconEdit size={16} aria-hidden />, onSelect: open('edit') },
          {
            id: 'switch',
            label: t(is_active ? 'switch_off' : 'switch_on'),
            icon: is_active ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />,
            onSelect: toggle,
          },
          {
            id: 'delete',
            label: t('delete'),
            icon: <IconTrash size={16} aria-hidden />,
            onSelect: open('delete'),
            danger: true,
            divider: true,
          },
        ]}
      />
      {dialog}
    </>
  );
}

function Deleting({ automation: { id, name }, onClose }: { automation: Automation; onClose: () => void }) {
  return (
    <DeleteQuestion
      endpoint={automationsEndpoints.deleteAutomation}
      input={{ params: { id } }}
      title={t('delete_title', { name })}
      confirmLabel={t('delete')}
      deleted={t('deleted')}
      failed={t('change_failed')}
      onClose={onClose}
    >
      {t('delete_text')}
    </DeleteQuestion>
  );
}
