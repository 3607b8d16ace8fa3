import { VALIDATION_TEXTS } from '@overture/domain/access/validation-texts';
import { IconListDetails } from '@tabler/icons-react';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { type Path, pb } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './list-texts.ts';

interface ListNoticeProps {
  title: string;
  text: string;
  action: string;
  path: Path;
}

function ListNotice({ title, text, action, path }: ListNoticeProps) {
  const go = useGo();
  return (
    <EmptyState
      icon={<IconListDetails size={22} />}
      title={title}
      text={text}
      action={<AppButton onClick={() => go(path)}>{action}</AppButton>}
    />
  );
}

/** Said at the addresses of lead lists where the organization has them switched off. */
export function ListsOff() {
  return (
    <ListNotice
      title={t('off')}
      text={VALIDATION_TEXTS.feature_disabled}
      action={t('off_action')}
      path={pb.dashboard()}
    />
  );
}

/** An address that names no list of this organization. */
export function MissingList() {
  const words = { title: t('list_missing'), text: t('list_missing_text'), action: t('list_missing_action') };
  return <ListNotice {...words} path={pb.searches()} />;
}
