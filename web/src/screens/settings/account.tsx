import { AccountTabs, accountTexts as t } from '../../features/account/index.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function AccountScreen() {
  return (
    <>
      <PageHeader title={t('account')} subtitle={t('account_intro')} />
      <AccountTabs />
    </>
  );
}
