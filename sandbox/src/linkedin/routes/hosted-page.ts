import { escapeHtml } from '../../mail/mail-page.ts';
import type { HostedLink, SeatTier, SeatType } from '../network/seats.ts';
import type { Member } from '../network/world.ts';

const CHOICES: Record<SeatTier, string> = {
  CLASSIC: 'LinkedIn (free)',
  PREMIUM: 'LinkedIn Premium',
  SALES_NAVIGATOR: 'Sales Navigator',
  RECRUITER: 'LinkedIn Recruiter',
};

const NAMES: Record<SeatType, string> = {
  LINKEDIN: 'LinkedIn',
  WHATSAPP: 'WhatsApp',
  INSTAGRAM: 'Instagram',
  MESSENGER: 'Messenger',
};

/** What a person sees instead of LinkedIn's sign-in: who to be and with which kind of seat, or to fail. */
export function renderHostedPage(link: HostedLink, former: readonly Member[]): string {
  const name = NAMES[link.seat_type];
  const an = link.seat_type === 'INSTAGRAM' ? 'an' : 'a';
  const title = link.type === 'create' ? `Connect ${an} ${name} account` : `Reconnect ${an} ${name} account`;
  const isLinkedin = link.seat_type === 'LINKEDIN';
  const buttons = Object.entries(CHOICES).map(([tier, label]) => button(`as=${tier}`, label));
  const known = former.map(({ number, first_name, last_name }) =>
    button(`as=FORMER&member=${number}`, `Sign in as ${escapeHtml(`${first_name} ${last_name}`)} again`, 'quiet'),
  );
  const again = [button('as=SAME', 'Sign in again'), button('as=OTHER', 'Sign in as another person', 'quiet')];
  const first = isLinkedin ? [...buttons, ...known] : [button('as=NEW', `Connect ${name}`)];
  return page(
    title,
    `<h1>${title}</h1><p>This is the sandbox: no sign-in to ${name} happens.${isLinkedin ? ' Choose what the account is.' : ''}</p>
    ${(link.type === 'create' ? first : again).join('')}
    ${button('as=FAIL', 'Fail to sign in', 'quiet')}`,
  );
}

export function renderNotice(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}

const button = (query: string, label: string, style = ''): string =>
  `<form method="post" action="?${query}"><button class="${style}">${label}</button></form>`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
    <style>:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:26rem;margin:12vh auto;padding:0 1rem}h1{font-size:1.4rem}
    button{width:100%;padding:.7rem;margin:.3rem 0;font:inherit;border:1px solid #8886;border-radius:8px;background:#0a66c2;color:#fff;cursor:pointer}
    button.quiet{background:none;color:inherit}</style><body>${body}</body></html>`;
}
