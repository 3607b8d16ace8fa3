import type { User } from '@overture/contract/auth';
import { IconPlugConnected, IconSend, IconUsersPlus } from '@tabler/icons-react';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import classes from './dashboard.module.css';
import { t } from './texts.ts';

/** The cards of the dashboard, each hidden by its feature flag (campaigns-inbox-agency 2). */
export function QuickActions({ user }: { user: User }) {
  const flags = user.organization.branding_settings;
  const cards = [
    flags.lead_lists_enabled && {
      to: pb.searches(),
      icon: IconUsersPlus,
      title: t('find_leads'),
      text: t('find_leads_text'),
    },
    flags.campaign_creation_enabled && {
      to: pb.campaigns(),
      icon: IconSend,
      title: t('create_campaign'),
      text: t('create_campaign_text'),
    },
    { to: pb.senders(), icon: IconPlugConnected, title: t('manage_senders'), text: t('manage_senders_text') },
  ].filter((card) => card !== false);
  return (
    <section aria-label={t('actions')} className={classes.cards}>
      {cards.map(({ to, icon: Icon, title, text }) => (
        <AppLink key={title} to={to} className={classes.card}>
          <span className="grid place-items-center size-9.5 mb-2 rounded-[10px] bg-accent-soft text-accent">
            <Icon size={20} stroke={1.7} aria-hidden />
          </span>
          <h2>{title}</h2>
          <p>{text}</p>
        </AppLink>
      ))}
    </section>
  );
}
