import { agencyBillingEndpoints } from '@overture/contract/agency-billing';
import { type SettingsPage, settingsMenu } from '@overture/domain/access/permissions';
import {
  IconApps,
  IconBan,
  IconBolt,
  IconBook2,
  IconCreditCard,
  IconDatabaseExport,
  IconKey,
  IconLock,
  IconMailOff,
  IconReceiptEuro,
  IconRobot,
  IconShieldLock,
  IconSignature,
  IconUserCog,
  IconUserShield,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { pageName } from '../../lib/navigation/page-name.ts';
import { type Path, pb } from '../../lib/navigation/paths.ts';
import { SideMenu } from './side-menu.tsx';
import { t } from './texts.ts';

const pages: Record<SettingsPage, { to: Path; icon: typeof IconUserCog }> = {
  members: { to: pb.members(), icon: IconUsers },
  integrations: { to: pb.integrations(), icon: IconApps },
  api: { to: pb.apiKeys(), icon: IconKey },
  webhooks: { to: pb.webhooks(), icon: IconWebhook },
  automations: { to: pb.automations(), icon: IconBolt },
  approvals: { to: pb.approvals(), icon: IconRobot },
  'knowledge-base': { to: pb.knowledgeBase(), icon: IconBook2 },
  signatures: { to: pb.signatures(), icon: IconSignature },
  'excluded-domains': { to: pb.excludedDomains(), icon: IconBan },
  suppressions: { to: pb.suppressions(), icon: IconMailOff },
  'touch-lock': { to: pb.touchLock(), icon: IconLock },
  privacy: { to: pb.privacy(), icon: IconUserShield },
  billing: { to: pb.billing(), icon: IconCreditCard },
  /** Of clients whose agency shows its prices. */
  plan: { to: pb.plan(), icon: IconReceiptEuro },
  security: { to: pb.security(), icon: IconShieldLock },
  data: { to: pb.data(), icon: IconDatabaseExport },
  account: { to: pb.account(), icon: IconUserCog },
};

/** Left menu of the settings for who is looking, in the specification's order. */
export function SettingsMenu() {
  const user = useUser();
  const menu = settingsMenu(user);
  const { data } = useQuery({
    ...queryOptions(agencyBillingEndpoints.getAgencyOffer),
    enabled: menu.some(({ key }) => key === 'plan'),
  });
  const items = menu
    .filter(({ key }) => key !== 'plan' || data?.offer)
    .map(({ key, label }) => ({ key, label: pageName(label), ...pages[key] }));
  return <SideMenu label={t('settings')} heading={t('settings')} items={items} />;
}
