import { automationsEndpoints, type BoardRule } from '@overture/contract/automations';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo, formatNumber } from '../../lib/format.ts';
import { sayText } from '../../lib/language/said.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { actionWords } from './automation-words.ts';
import { t } from './texts.ts';

/** Rules of boards, which are changed on their board. Nothing without one. */
export function BoardRules({ onLog }: { onLog: (rule: BoardRule) => void }) {
  const list = useQuery(queryOptions(automationsEndpoints.listBoardRules));
  const { rules, total } = list.data ?? { rules: [], total: 0 };
  const failure = queryFailure(list, { compact: true });
  if (rules.length === 0) return failure ?? null;
  return (
    <section className="flex flex-col gap-2 mt-8" aria-labelledby="board-rules">
      <h2 id="board-rules" className="m-0 px-4 text-title sm:px-6">
        {t('board_rules')}
      </h2>
      <p className="m-0 px-4 text-ink-3 sm:px-6 text-table">
        {t('board_rules_text')}
        {rules.length < total ? ` ${t('board_rules_cut', { count: formatNumber(rules.length) })}` : null}
      </p>
      <DataTable<BoardRule>
        tableId="board-rules"
        label={t('board_rules')}
        columns={columns}
        rows={rules}
        rowId={({ id }) => id}
        rowLabel={({ board }) => board.name}
        empty={null}
        rowActions={(rule) => <RuleMenu rule={rule} onLog={onLog} />}
        onRowOpen={onLog}
        card={(rule) => ({
          title: rule.board.name,
          subtitle: `${triggerWords(rule)}: ${actionWords(rule)}`,
          end: <RuleState rule={rule} />,
        })}
      />
    </section>
  );
}

const triggerWords = ({ trigger_text, trigger_sentence }: BoardRule): string =>
  sayText({ text: trigger_text, sentence: trigger_sentence });

const columns: DataColumn<BoardRule>[] = [
  {
    id: 'board',
    header: t('column_board'),
    width: 170,
    title: ({ board }) => board.name,
    cell: ({ board }) => <AppLink to={pb.inbox({ tab: 'boards', board: board.id })}>{board.name}</AppLink>,
  },
  {
    id: 'trigger',
    header: t('column_trigger'),
    width: 190,
    title: triggerWords,
    cell: triggerWords,
  },
  {
    id: 'actions',
    header: t('column_actions'),
    width: 240,
    title: actionWords,
    cell: actionWords,
  },
  { id: 'state', header: t('column_state'), width: 190, cell: (rule) => <RuleState rule={rule} /> },
  {
    id: 'last',
    header: t('column_last'),
    width: 132,
    cell: ({ last_run_at }) => <DateText value={last_run_at} format={formatAgo} empty={t('never')} />,
  },
];

function RuleState({ rule: { is_active, last_run_state } }: { rule: BoardRule }) {
  if (!is_active) return <StatusChip tone="grey">{t('state_off')}</StatusChip>;
  if (last_run_state === 'failed') return <StatusChip tone="red">{t('state_failing')}</StatusChip>;
  return <StatusChip tone="green">{t('state_on')}</StatusChip>;
}

function RuleMenu({ rule, onLog }: { rule: BoardRule; onLog: (rule: BoardRule) => void }) {
  return (
    <ActionMenu
      label={t('options_of', { name: rule.board.name })}
      entries={[
        {
          id: 'log',
          label: t('log'),
          icon: <IconListDetails size={16} aria-hidden />,
          onSelect: () => onLog(rule),
        },
      ]}
    />
  );
}
