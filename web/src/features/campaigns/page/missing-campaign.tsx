import { IconSend } from '@tabler/icons-react';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { BackArrow, PageHeader } from '../../../ui/layout/page-header.tsx';
import { t } from '../texts.ts';

/** An address without a campaign behind it. */
export function MissingCampaign() {
  return (
    <>
      <PageHeader
        title={t('missing_title')}
        back={
          <AppLink to={pb.campaigns()} aria-label={t('back')} title={t('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      <EmptyState
        icon={<IconSend size={22} />}
        title={t('missing')}
        text={t('missing_text')}
        action={<AppLink to={pb.campaigns()}>{t('back')}</AppLink>}
      />
    </>
  );
}
