import {
  IDENTITY_TARGETS,
  MAPPING_TARGETS,
  type MappingTarget,
  missingTargets,
} from '@overture/domain/csv/column-guess';
import { cutText } from '@overture/domain/text/text-bounds';
import { Suspense, useEffect, useRef } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import classes from './csv-import.module.css';
import { DropZone } from './file/drop-zone.tsx';
import type { ExtraProblem } from './file/extra-columns.ts';
import { MapStep } from './file/map-step.tsx';
import type { useCsvFile } from './file/use-csv-file.ts';
import { t } from './texts.ts';
import { t as trialTexts } from './trial/texts.ts';
import { TrialResult } from './trial/trial-result.tsx';
import type { useTrial } from './trial/use-trial.ts';

const ListBasis = lazyPart(() => import('../privacy/list-basis.tsx').then((file) => ({ default: file.ListBasis })));

interface FileDialogProps {
  search: { id: number; name: string };
  onClose: () => void;
  csv: Csv;
  check: ReturnType<typeof useTrial>;
  problem: string | undefined;
  onSend: () => void;
}

/** Both steps in one dialog, which keeps its place and the keyboard's: the file, then its columns, or what the import would do. */
export function FileDialog({ search, csv, check, problem, onSend, onClose }: FileDialogProps) {
  const { chosen } = csv;
  if (!chosen) {
    return (
      <Dialog opened onClose={onClose} title={t('title')} size="large">
        <Steps current={1} />
        <DropZone onFile={(file) => void csv.choose(file)} problem={problem} reading={csv.reading} />
      </Dialog>
    );
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={t('title')}
      size="large"
      footer={<MapFooter csv={csv} check={check} problem={problem} onSend={onSend} />}
    >
      <Steps current={2} />
      {check.trial ? (
        <TrialResult trial={check.trial} />
      ) : (
        <>
          <Suspense fallback={null}>
            <ListBasis list={search} />
          </Suspense>
          <MapStep
            chosen={chosen}
            mapping={csv.mapping}
            onMapping={csv.setMapping}
            scan={csv.scan}
            custom={csv.custom}
            unlinked={csv.unlinked}
            stops={csv.stops}
            knownLeads={csv.knownLeads}
            onAnother={csv.reset}
            onEncoding={(encoding) => void csv.choose(chosen.file, encoding)}
          />
        </>
      )}
    </Dialog>
  );
}

type Csv = ReturnType<typeof useCsvFile>;

/** The reason why the import cannot start, apart from missing columns. */
export function problemOf(csv: Csv): string | undefined {
  if (csv.problem !== undefined) return csv.problem;
  if (csv.hasNoRows) return t('no_rows');
  return csv.custom.problem && extraWords(csv.custom.problem);
}

interface MapFooterProps {
  csv: Csv;
  check: ReturnType<typeof useTrial>;
  problem: string | undefined;
  onSend: () => void;
}

function MapFooter({ csv, check, problem, onSend }: MapFooterProps) {
  const missing = missingTargets(csv.mapping);
  const isBlocked = missing.length > 0 || csv.custom.problem !== undefined || csv.hasNoRows;
  return (
    <>
      <FootNote
        problem={problem}
        missing={missing}
        canShow={csv.problem === undefined && !csv.hasNoRows && csv.custom.problem !== undefined}
      />
      {check.trial ? (
        <AppButton onClick={check.leave}>{trialTexts('change')}</AppButton>
      ) : (
        <>
          <AppButton onClick={csv.reset}>{t('back')}</AppButton>
          <AppButton disabled={isBlocked} loading={check.isTrying} onClick={() => void check.run()}>
            {trialTexts('check')}
          </AppButton>
        </>
      )}
      <AppButton kind="primary" disabled={isBlocked} onClick={onSend}>
        {t('import')}
      </AppButton>
    </>
  );
}

function extraWords(problem: ExtraProblem): string {
  if (problem.kind === 'too_many') return t('extra_too_many', { room: problem.room });
  const column = cutText(problem.header, 60);
  if (problem.kind === 'unanswered') return t('extra_unanswered', { column, example: cutText(problem.example, 20) });
  return t(problem.kind === 'no_name' ? 'extra_no_name' : 'extra_same_name', { column });
}

/** A lead can also be known by email or phone: said where its LinkedIn address is asked for. */
function labelsOf(missing: readonly MappingTarget[]): string {
  const label = (wanted: MappingTarget) => MAPPING_TARGETS.find(({ target }) => target === wanted)?.label ?? '';
  const names = missing.map((target) =>
    target === 'linkedin_url' ? IDENTITY_TARGETS.map(label).join(t('or')) : label(target),
  );
  return names.join(', ');
}

/** Focuses the invalid field, which may be scrolled out of view. */
function showProblem() {
  document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus();
}

interface FootNoteProps {
  problem: string | undefined;
  missing: readonly MappingTarget[];
  /** The problem belongs to a field. */
  canShow: boolean;
}

/** At the buttons, where it cannot scroll away: why the import cannot begin. */
function FootNote({ problem, missing, canShow }: FootNoteProps) {
  if (problem || missing.length === 0) {
    return (
      <span className="flex flex-1 flex-wrap items-center gap-2 min-w-0 text-table text-red">
        <span role="alert">{problem}</span>
        {canShow ? (
          <AppButton size="small" kind="quiet" onClick={showProblem}>
            {t('show_problem')}
          </AppButton>
        ) : null}
      </span>
    );
  }
  return (
    <span role="status" className="flex-1 min-w-0 text-table text-amber">
      <strong>{t('missing')}:</strong> {labelsOf(missing)}
    </span>
  );
}

function Steps({ current }: { current: 1 | 2 }) {
  const list = useRef<HTMLOListElement>(null);
  // The button that chose the file is gone: without this, the keyboard starts at the page again.
  useEffect(() => {
    if (current === 2) list.current?.focus();
  }, [current]);
  const names = [t('step_file'), t('step_map')];
  return (
    <ol
      ref={list}
      tabIndex={-1}
      className={`${classes.steps} flex outline-none gap-6 mt-0 mx-0 mb-4 p-0 text-ink-3 text-table list-none`}
      aria-label={t('step_of', { step: current, name: names[current - 1] ?? '' })}
    >
      {names.map((name, index) => (
        <li
          key={name}
          data-state={index + 1 < current ? 'done' : index + 1 === current ? 'current' : 'next'}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          <span
            className={`${classes.stepNumber} grid place-items-center size-5 rounded-full bg-pressed text-meta font-medium number`}
          >
            {index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
