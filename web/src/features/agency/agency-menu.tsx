import {
  IconChartBar,
  IconPalette,
  IconReceiptEuro,
  IconTemplate,
  IconToggleLeft,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useUser } from '../../lib/api/session.ts';
import { pb } from '../../lib/navigation/paths.ts';
import { SideMenu, type SideMenuItem } from '../account/index.ts';
import { t } from './texts.ts';

/** Pages of the agency area in the specification's order; a page joins the menu the moment it works. */
const ITEMS: readonly SideMenuItem[] = [
  { key: 'clients', label: t('clients'), to: pb.clients(), icon: IconUsersGroup },
  { key: 'overview', label: t('overview'), to: pb.agencyOverview(), icon: IconChartBar },
  { key: 'branding', label: t('branding'), to: pb.agencyBranding(), icon: IconPalette },
  { key: 'templates', label: t('templates'), to: pb.agencyTemplates(), icon: IconTemplate },
  { key: 'billing', label: t('billing'), to: pb.agencyBilling(), icon: IconReceiptEuro },
  { key: 'features', label: t('features'), to: pb.agencyFeatures(), icon: IconToggleLeft },
];

/** Left menu of the agency area, under the name of the organization. */
export function AgencyMenu() {
  const { organization } = useUser();
  return <SideMenu label={t('agency')} heading={organization.name} items={ITEMS} />;
}
