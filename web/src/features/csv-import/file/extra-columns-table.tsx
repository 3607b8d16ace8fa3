import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { LeadColumn } from '@overture/contract/lead-columns';
import {
  type CustomType,
  type CustomValue,
  type DateOrder,
  type DecimalMark,
  parseCustomValue,
} from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import { showCustomValue, TypeSelect } from '../../custom-columns/index.ts';
import { t } from '../texts.ts';
import {
  type ColumnQuestion,
  type ExtraColumn,
  type ExtraProblem,
  existing,
  parseSamples,
  questionOf,
} from './extra-columns.ts';
import { type CsvPreview, sampleValues } from './read-csv-preview.ts';

/** More of a file's columns than this are of no help to the eye. */
const MOST_SHOWN = 200;

interface ExtraColumnsProps {
  preview: CsvPreview;
  extras: readonly ExtraColumn[];
  known: readonly LeadColumn[];
  problem: ExtraProblem | undefined;
  onChange: (header: string, change: Partial<ExtraColumn>) => void;
}

/** Columns of the file that fill no field of a lead: each can become a custom column, under a name and with a type. */
export function ExtraColumns({ preview, extras, known, problem, onChange }: ExtraColumnsProps) {
  if (extras.length === 0) return null;
  const chosen = extras.filter(({ is_on }) => is_on).length;
  return (
    <section className="mt-4" aria-label={t('extras')}>
      <h3 className="text-table font-medium">{t('extras')}</h3>
      <p className="text-ink-3 text-table">{t('extras_text')}</p>
      <Checkbox
        className="mt-2"
        label={t('extras_all', { chosen, count: extras.length })}
        checked={chosen === extras.length}
        indeterminate={chosen > 0 && chosen < extras.length}
        onChange={(event) => {
          for (const { header } of extras) onChange(header, { is_on: event.currentTarget.checked });
        }}
      />
      <ul className="m-0 mt-2 p-0 list-none border-t border-line">
        {extras.slice(0, MOST_SHOWN).map((extra) => (
          <ExtraRow
            key={extra.header}
            extra={extra}
            values={sampleValues(preview, extra.header)}
            column={existing(extra, known)}
            hasBadName={isBadName(problem, extra)}
            onChange={(change) => onChange(extra.header, change)}
          />
        ))}
      </ul>
      {extras.length > MOST_SHOWN ? (
        <p className="mt-2 text-ink-3 text-table">{t('extras_more', { count: extras.length - MOST_SHOWN })}</p>
      ) : null}
    </section>
  );
}

const isBadName = (problem: ExtraProblem | undefined, { header }: ExtraColumn): boolean =>
  (problem?.kind === 'no_name' || problem?.kind === 'same_name') && problem.header === header;

interface ExtraRowProps {
  extra: ExtraColumn;
  values: readonly string[];
  /** The custom column that has this name already. */
  column: LeadColumn | undefined;
  hasBadName: boolean;
  onChange: (change: Partial<ExtraColumn>) => void;
}

function ExtraRow({ extra, values, column, hasBadName, onChange }: ExtraRowProps) {
  const { header, is_on, name, type } = extra;
  const known = column ? [column] : [];
  const question = questionOf(extra, known);
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 border-b border-line">
      <Checkbox
        className="flex-[1_1_160px] min-w-0 wrap-anywhere"
        label={cutText(header, 120)}
        description={<Samples values={values} read={parseSamples(extra, known, values)} type={column?.type ?? type} />}
        checked={is_on}
        onChange={(event) => onChange({ is_on: event.currentTarget.checked })}
      />
      {is_on ? (
        <span className="flex flex-wrap flex-[1_1_280px] items-start gap-2 min-w-0">
          <TextInput
            className="flex-[1_1_140px]"
            aria-label={t('extra_name', { column: header })}
            value={name}
            error={hasBadName}
            maxLength={CUSTOM_COLUMNS.name_max}
            autoComplete="off"
            description={column ? t('extra_exists') : undefined}
            inputWrapperOrder={['input', 'description']}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <TypeSelect
            label={t('extra_type', { column: header })}
            value={column?.type ?? type}
            disabled={column !== undefined}
            onChange={(next) => onChange({ type: next })}
          />
          {question ? <NotationChoice extra={extra} question={question} onChange={onChange} /> : null}
        </span>
      ) : null}
    </li>
  );
}

interface SamplesProps {
  values: readonly string[];
  read: readonly (CustomValue | null)[];
  type: CustomType;
}

/** The first values of the file and, if different, the values that are stored: `3.000` becomes 3,000. */
function Samples({ values, read, type }: SamplesProps) {
  if (values.length === 0) return <>{t('no_values')}</>;
  const words = read.map((value) => (value === null ? t('extra_left_out') : showCustomValue(type, value)));
  const isSame = words.every((word, index) => word === values[index]);
  return (
    <>
      {cutText(values.join(' · '), 80)}
      {isSame ? null : (
        <span className="block text-ink-2 number">
          {t('extra_read_as', { values: cutText(words.join(' · '), 80) })}
        </span>
      )}
    </>
  );
}

interface NotationChoiceProps extends Pick<ExtraRowProps, 'extra' | 'onChange'> {
  question: ColumnQuestion;
}

/** Asks whether `3.000` is three thousand, or `3/4/2026` in April. */
function NotationChoice({ extra, question: { about, example, isOpen }, onChange }: NotationChoiceProps) {
  const isNumber = about === 'number';
  const choices: readonly { value: DecimalMark | DateOrder; stored: CustomValue | null }[] = isNumber
    ? ([',', '.'] as const).map((mark) => ({ value: mark, stored: parseCustomValue('number', example, null, mark) }))
    : (['dmy', 'mdy'] as const).map((order) => ({ value: order, stored: parseCustomValue('date', example, order) }));
  const data = choices.map(({ value, stored }) => ({
    value,
    label: t('extra_read_choice', { example, read: showCustomValue(about, stored ?? example) ?? example }),
  }));
  return (
    <NativeSelect
      className="flex-[1_1_100%]"
      aria-label={t(isNumber ? 'extra_mark' : 'extra_order', { column: extra.header })}
      error={isOpen}
      value={(isNumber ? extra.decimal_mark : extra.date_order) ?? ''}
      data={[{ value: '', label: t('extra_choose', { example }) }, ...data]}
      onChange={({ currentTarget: { value } }) =>
        onChange(
          isNumber
            ? { decimal_mark: (value || null) as DecimalMark | null }
            : { date_order: (value || null) as DateOrder | null },
        )
      }
    />
  );
}
