import { TextInput } from '@mantine/core';
import { type DataProblem, dataProblemsEndpoints, type ProblemLead } from '@overture/contract/data-problems';
import { DATA_PROBLEM_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { leadName } from '../leads/index.ts';
import { layColumn } from './paste-column.ts';
import { fieldLabel } from './problem-words.ts';
import { t } from './texts.ts';
import { refetchProblems } from './use-problems.ts';

interface FillDialogProps {
  campaignId: number;
  problem: DataProblem;
  onClose: () => void;
}

/** The leads that lack one thing, a field for each: typed, or pasted as a column. */
export function FillDialog({ campaignId, problem, onClose }: FillDialogProps) {
  const { page, setPage } = usePager();
  const [values, setValues] = useState<ReadonlyMap<number, string>>(new Map());
  const [unplaced, setUnplaced] = useState(0);
  const leads = useLacking(campaignId, problem, page);
  const save = useSave({ campaignId, problem, onClose }, leads.data?.total ?? 0, (kept) => {
    setValues(kept);
    setPage(1);
  });
  const typed = [...values].filter(([, value]) => value.trim() !== '');
  const label = fieldLabel(problem.field);
  function lay(given: ReadonlyMap<number, string>, left = 0) {
    setValues((before) => new Map([...before, ...given]));
    setUnplaced(left);
  }
  return (
    <FormDialog
      onClose={onClose}
      isChanged={typed.length > 0}
      closeOnOutside={typed.length === 0}
      size="large"
      title={t('fill_title', { field: label })}
      cancelLabel={t('close')}
      confirmLabel={t('fill_save')}
      pending={save.isPending}
      disabled={typed.length === 0}
      confirm={() => save.mutate(typed)}
    >
      <p className="mb-3 text-ink-3 text-table">{t('fill_text')}</p>
      <FillNotes unplaced={unplaced} error={save.error} />
      <FillList leads={leads} label={label} values={values} refused={save.data?.refused ?? []} onValues={lay} />
      <Pagination
        page={page}
        pageSize={DATA_PROBLEM_LIMITS.leads_a_page}
        total={leads.data?.total}
        onChange={setPage}
      />
    </FormDialog>
  );
}

function useLacking(campaignId: number, { step_id, field }: DataProblem, page: number) {
  return useQuery({
    ...queryOptions(dataProblemsEndpoints.listProblemLeads, {
      params: { id: campaignId },
      query: { step_id, field, page },
    }),
    placeholderData: keepPreviousData,
  });
}

function FillNotes({ unplaced, error }: { unplaced: number; error: Error | null }) {
  return (
    <>
      {unplaced > 0 ? (
        <p role="status" className="mb-2 text-amber text-table">
          {t('fill_rest', { count: unplaced, shown: formatNumber(unplaced) })}
        </p>
      ) : null}
      {error ? (
        <p role="alert" className="mb-2 text-red text-table">
          {errorMessage(error, t('fill_failed'))}
        </p>
      ) : null}
    </>
  );
}

interface FillListProps {
  leads: ReturnType<typeof useLacking>;
  label: string;
  values: ReadonlyMap<number, string>;
  refused: readonly { prospect_id: number; reason: string }[];
  /** Values to lay over those there are, and lines that found no lead. */
  onValues: (given: ReadonlyMap<number, string>, left?: number) => void;
}

function FillList({ leads, label, values, refused, onValues }: FillListProps) {
  if (leads.data === undefined) return queryFailure(leads, { compact: true }) ?? <Skeleton height={200} radius={8} />;
  if (leads.data.total === 0) return <p className="text-ink-3">{t('fill_empty')}</p>;
  const shown = leads.data.leads;
  function paste(event: ClipboardEvent, index: number) {
    const laid = layColumn(event.clipboardData.getData('text'), shown.slice(index));
    if (laid === null) return;
    event.preventDefault();
    onValues(laid.values, laid.left);
  }
  return (
    <ul className="flex flex-col gap-2 m-0 p-0 list-none" onKeyDown={moveFocus}>
      {shown.map((lead, index) => (
        <FillRow
          key={lead.prospect_id}
          lead={lead}
          label={label}
          value={values.get(lead.prospect_id) ?? ''}
          problem={refused.find(({ prospect_id }) => prospect_id === lead.prospect_id)?.reason}
          isFirst={index === 0}
          onChange={(value) => onValues(new Map([[lead.prospect_id, value]]))}
          onPaste={(event) => paste(event, index)}
        />
      ))}
    </ul>
  );
}

/** Enter and the arrows go from field to field, as in a sheet. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const fields = [...event.currentTarget.querySelectorAll('input')];
  const next = fields[fields.indexOf(event.target as HTMLInputElement) + step];
  event.preventDefault();
  next?.focus();
}

interface FillRowProps {
  lead: ProblemLead;
  label: string;
  value: string;
  problem: string | undefined;
  isFirst: boolean;
  onChange: (value: string) => void;
  onPaste: (event: ClipboardEvent) => void;
}

function FillRow({ lead, label, value, problem, isFirst, onChange, onPaste }: FillRowProps) {
  const name = leadName(lead);
  const about = [lead.job_title, lead.company_name, lead.email].filter(Boolean).join(' · ');
  return (
    <li className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1 max-sm:gap-1">
      <div className="min-w-0">
        <p className="truncate">{name}</p>
        <p className="truncate text-ink-3 text-meta">{about}</p>
      </div>
      <TextInput
        aria-label={t('fill_label', { field: label, name })}
        value={value}
        maxLength={TEXT_LIMITS.lead_field_max}
        error={problem}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onPaste={onPaste}
      />
    </li>
  );
}

/** What is refused stays in its field; all else is written, and the dialog closes with the last of them. */
function useSave(
  { campaignId, problem, onClose }: FillDialogProps,
  total: number,
  onKept: (kept: ReadonlyMap<number, string>) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (typed: readonly (readonly [number, string])[]) => {
      const values = typed.slice(0, DATA_PROBLEM_LIMITS.values_at_once).map(([prospect_id, value]) => ({
        prospect_id,
        value,
      }));
      const { field } = problem;
      const saved = await call(dataProblemsEndpoints.fillLeadData, {
        params: { id: campaignId },
        body: { field, values },
      });
      return { ...saved, sent: values };
    },
    onSuccess: async ({ filled, left, refused, sent }, typed) => {
      const words = [t('fill_saved', { count: filled, shown: formatNumber(filled) })];
      if (left > 0) words.push(t('fill_left', { count: left, shown: formatNumber(left) }));
      toast.success(words.join(' '));
      const isOpen = (id: number) =>
        refused.some(({ prospect_id }) => prospect_id === id) || !sent.some(({ prospect_id }) => prospect_id === id);
      const kept = new Map(typed.filter(([id]) => isOpen(id)));
      onKept(kept);
      await refetchProblems(client);
      if (kept.size === 0 && filled + left >= total) onClose();
    },
  });
}
