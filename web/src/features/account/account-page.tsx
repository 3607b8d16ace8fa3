import { Tabs } from '@mantine/core';
import { useUser } from '../../lib/api/session.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { SecurityTab } from '../security/index.ts';
import classes from './account.module.css';
import { EmailForm } from './email-form.tsx';
import { LanguageTab } from './language-tab.tsx';
import { NameForm } from './name-form.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { PasswordForm } from './password-form.tsx';
import { t } from './texts.ts';

/** Update email, password and name, each behind the current password. */
export function AccountTabs() {
  const user = useUser();
  return (
    <Tabs defaultValue="email" keepMounted={false} className="pt-0 px-gutter pb-8">
      <Tabs.List className={`${classes.tabList} flex-nowrap overflow-x-auto scrollbar-none`}>
        <Tabs.Tab value="email">{t('update_email')}</Tabs.Tab>
        <Tabs.Tab value="password">{t('update_password')}</Tabs.Tab>
        <Tabs.Tab value="name">{t('update_name')}</Tabs.Tab>
        <Tabs.Tab value="security">{t('security')}</Tabs.Tab>
        <Tabs.Tab value="notifications">{t('notifications')}</Tabs.Tab>
        <Tabs.Tab value="language">{t('language')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="email">
        <EmailForm email={user.email} pending={user.pending_email} />
      </Tabs.Panel>
      <Tabs.Panel value="password">
        <PasswordForm owner={user} />
      </Tabs.Panel>
      <Tabs.Panel value="name">
        <NameForm name={user.name} />
      </Tabs.Panel>
      <Tabs.Panel value="security">
        <SecurityTab />
      </Tabs.Panel>
      <Tabs.Panel value="notifications">
        <NotificationsTab />
      </Tabs.Panel>
      <Tabs.Panel value="language">
        <LanguageTab />
      </Tabs.Panel>
    </Tabs>
  );
}

export function AccountPage() {
  return (
    <>
      <PageHeader title={t('account')} subtitle={t('account_intro')} />
      <AccountTabs />
    </>
  );
}
