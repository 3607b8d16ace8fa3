import { Outlet } from '@tanstack/react-router';
import { useBranding } from '../../lib/branding.ts';
import { t } from './texts.ts';

/** Frame of the screens without a session: the brand above one quiet card. */
export function AuthLayout() {
  const branding = useBranding();
  const name = branding?.company_display_name ?? '';
  const { logo, icon } = branding ?? {};
  return (
    <div className="flex flex-col items-center min-h-dvh py-8 px-gutter bg-bg bg-[radial-gradient(720px_380px_at_50%_-120px,var(--accent-soft-2),transparent_72%)]">
      <header className="flex items-center min-h-10 mt-[min(10vh,96px)] mb-6 max-sm:mt-4">
        {logo ? (
          <img src={logo} alt={name} className="max-w-55 h-10 object-contain" />
        ) : (
          <span className="flex items-center gap-3 min-w-0 text-[24px] font-semibold tracking-[-0.02em] wrap-anywhere">
            {icon ? <img src={icon} alt="" className="flex-none size-9 object-contain" /> : null}
            {name}
          </span>
        )}
      </header>
      <main className="w-full max-w-[412px] p-8 border border-line rounded-[16px] bg-surface max-sm:p-6">
        <Outlet />
      </main>
      <AuthFooter terms={branding?.terms_of_service_url} privacy={branding?.privacy_policy_url} />
    </div>
  );
}

function AuthFooter({ terms, privacy }: { terms: string | null | undefined; privacy: string | null | undefined }) {
  if (!terms && !privacy) return <footer className="flex gap-4 min-h-6 mt-6 text-meta [&_a]:text-ink-3" />;
  return (
    <footer className="flex gap-4 min-h-6 mt-6 text-meta [&_a]:text-ink-3">
      {terms ? (
        <a href={terms} target="_blank" rel="noreferrer">
          {t('terms')}
        </a>
      ) : null}
      {privacy ? (
        <a href={privacy} target="_blank" rel="noreferrer">
          {t('privacy')}
        </a>
      ) : null}
    </footer>
  );
}
