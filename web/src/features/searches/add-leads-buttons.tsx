import { IconFileImport, IconUserSearch } from '@tabler/icons-react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './list-texts.ts';

interface AddLeadsButtonsProps {
  /** The button of an unanswered feature is left out. */
  onFind: (() => void) | undefined;
  onImport: (() => void) | undefined;
  findLabel: string;
}

/** The two ways into a list. Finding is the primary one where it is offered. */
export function AddLeadsButtons({ onFind, onImport, findLabel }: AddLeadsButtonsProps) {
  const find = onFind ? (
    <AppButton
      key="find"
      kind="primary"
      data-tour="add-leads"
      icon={<IconUserSearch size={16} aria-hidden />}
      onClick={onFind}
    >
      {findLabel}
    </AppButton>
  ) : null;
  const bring = onImport ? (
    <AppButton
      key="import"
      data-tour="add-leads"
      kind={onFind ? 'secondary' : 'primary'}
      icon={<IconFileImport size={16} aria-hidden />}
      onClick={onImport}
    >
      {t('import_leads')}
    </AppButton>
  ) : null;
  return (
    <>
      {bring}
      {find}
    </>
  );
}
