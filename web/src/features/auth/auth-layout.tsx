import { Outlet } from '@tanstack/react-router';
import { productName, useBranding } from '../../lib/branding.ts';
import classes from './auth-layout.module.css';

/** Frame of the screens without a session: the brand above one quiet card. */
export function AuthLayout() {
  const branding = useBranding();
  const name = branding?.company_display_name || productName;
  const picture = branding?.logo ?? branding?.icon;
  return (
    <div className={classes.page}>
      <header className={classes.brand}>
        {picture ? (
          <img src={picture} alt={name} className={classes.logo} />
        ) : (
          <span className={classes.name}>{name}</span>
        )}
      </header>
      <main className={classes.card}>
        <Outlet />
      </main>
      <AuthFooter terms={branding?.terms_of_service_url} privacy={branding?.privacy_policy_url} />
    </div>
  );
}

function AuthFooter({ terms, privacy }: { terms: string | null | undefined; privacy: string | null | undefined }) {
  if (!terms && !privacy) return <footer className={classes.footer} />;
  return (
    <footer className={classes.footer}>
      {terms ? (
        <a href={terms} target="_blank" rel="noreferrer">
          Terms of Service
        </a>
      ) : null}
      {privacy ? (
        <a href={privacy} target="_blank" rel="noreferrer">
          Privacy Policy
        </a>
      ) : null}
    </footer>
  );
}
