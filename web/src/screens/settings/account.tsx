import { AccountTabs } from '../../features/account/account-tabs.tsx';
import { t } from '../../features/account/texts.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function AccountScreen() {
  return (
    <>
      <PageHeader title={t('account')} subtitle={t('account_intro')} />
      <AccountTabs />
    </>
  );
}
