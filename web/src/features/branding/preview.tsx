import type { BrandingSettings } from '@overture/contract/branding';
import { brandVariables, withColors } from '@overture/domain/brand/contrast';
import { drawBrandIcon } from '@overture/domain/brand/draw-icon';
import type { CSSProperties } from 'react';
import { t } from './texts.ts';

type Look = Omit<BrandingSettings, 'website_url' | 'domain' | 'terms_of_service_url' | 'privacy_policy_url'>;

/** What clients will see, in the colors that are being chosen; nothing of it can be used. */
export function BrandPreview({ look }: { look: Look }) {
  // While a color is being typed, it is none yet.
  const colors = withColors(look);
  const style = brandVariables(colors);
  const name = look.company_display_name || t('your_company');
  const icon = look.icon ?? drawBrandIcon(name, colors);
  return (
    <section
      aria-label={t('preview')}
      className="flex flex-[0_1_320px] flex-col gap-4 min-w-0 max-sm:flex-auto"
      style={style as CSSProperties}
    >
      <h2 className="text-section font-semibold">{t('preview')}</h2>
      <PreviewBox title={t('preview_sign_in')}>
        <div className="flex flex-col items-center gap-3 p-5 bg-bg">
          {look.logo ? (
            <img src={look.logo} alt={name} className="max-w-44 h-8 object-contain" />
          ) : (
            <PreviewName icon={icon} name={name} />
          )}
          <div className="flex flex-col gap-2 w-full p-4 border border-line rounded-card bg-surface">
            <span className="px-3 py-2 border border-line rounded-control text-ink-3 text-table">
              {t('preview_email')}
            </span>
            <PreviewButton>{t('preview_log_in')}</PreviewButton>
            <AccentText>{t('preview_forgot')}</AccentText>
          </div>
        </div>
      </PreviewBox>
      <PreviewBox title={t('preview_sidebar')}>
        <div className="flex flex-col gap-1 p-4 bg-bg text-table">
          <PreviewName icon={icon} name={name} />
          <AccentText>{t('preview_dashboard')}</AccentText>
          <span className="text-ink-2">{t('preview_campaigns')}</span>
          <span className="text-ink-2">{t('preview_inbox')}</span>
        </div>
      </PreviewBox>
      <PreviewBox title={t('preview_mail')}>
        <div className="flex flex-col gap-2 p-4 bg-surface text-table">
          <span className="text-ink-3">{`${name} · ${t('preview_subject')}`}</span>
          <AccentText>{name}</AccentText>
          <span>{t('preview_body')}</span>
          {look.support_email ? (
            <span className="text-ink-3 text-meta wrap-anywhere">
              {t('preview_questions', { email: look.support_email })}
            </span>
          ) : null}
        </div>
      </PreviewBox>
    </section>
  );
}

function PreviewBox({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <figure className="m-0 border border-line rounded-card overflow-hidden">
      <figcaption className="px-4 py-2 border-b border-line text-ink-3 text-meta">{title}</figcaption>
      <div aria-hidden>{children}</div>
    </figure>
  );
}

function PreviewName({ icon, name }: { icon: string; name: string }) {
  return (
    <span className="flex items-center gap-2 mb-2 max-w-full min-w-0 text-section font-semibold">
      <img src={icon} alt="" className="flex-none size-6 object-contain" />
      <span className="truncate">{name}</span>
    </span>
  );
}

function PreviewButton({ children }: { children: string }) {
  return (
    <span
      className="px-4 py-2 border border-line text-center text-table font-medium"
      style={{ background: 'var(--button-fill)', color: 'var(--button-text)', borderRadius: 'var(--button-radius)' }}
    >
      {children}
    </span>
  );
}

/** `--accent` was computed where the page begins: inside the preview it follows the chosen color. */
function AccentText({ children }: { children: string }) {
  return (
    <span className="font-medium" style={{ color: 'light-dark(var(--brand-on-light), var(--brand-on-dark))' }}>
      {children}
    </span>
  );
}
