import { brandVariables } from '@overture/domain/brand/contrast';
import { escapeHtml } from '@overture/domain/message/html';
import type { Language } from '@overture/domain/message/languages';
import type { FastifyReply } from 'fastify';
import type { Brand } from './brand.service.ts';

export interface BrandPage {
  status: number;
  title: string;
  /** Of its words; default: English. */
  language?: Language;
  /** HTML: everything foreign in it is escaped. */
  main: string;
  /** A page to read, wider and aligned left. */
  is_document?: boolean;
  /** How long caches may keep it, for a page that is the same for everybody; default: not at all. */
  max_age_in_seconds?: number;
}

/**
 * Answers with a page for strangers in the brand of its host; without a brand it shows no name. No scripts, no cookies, nothing from elsewhere,
 * kept by no search engine, and by caches only if it says so.
 */
export function sendBrandPage(
  reply: FastifyReply,
  brand: Brand,
  { status, title, language = 'en', main, is_document = false, max_age_in_seconds }: BrandPage,
): FastifyReply {
  const isBranded = brand.organization_id !== null;
  const look = brandVariables(brand.look);
  const logo = brand.look.logo
    ? `<img src="${escapeHtml(brand.look.logo)}" alt="${escapeHtml(brand.name)}">`
    : `<b>${escapeHtml(brand.name)}</b>`;
  const head = isBranded ? `<header>${logo}</header>` : '';
  const shown = isBranded ? `${title} - ${brand.name}` : title;
  const layout = is_document ? 'max-width:640px' : 'max-width:420px;text-align:center';
  return reply
    .status(status)
    .header('cache-control', max_age_in_seconds === undefined ? 'no-store' : `public, max-age=${max_age_in_seconds}`)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header(
      'content-security-policy',
      "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(shown)}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0;padding:16px}
main{${layout};min-width:0;overflow-wrap:anywhere}header{margin-bottom:24px;font-size:20px}img{max-width:220px;max-height:64px}
button{font:inherit;padding:10px 24px;border:0;border-radius:${look['--button-radius']};background:${look['--button-fill']};color:${look['--button-text']};cursor:pointer}
:focus-visible{outline:3px solid ${look['--button-fill']};outline-offset:3px}
h1{font-size:24px;line-height:1.3;margin:0 0 16px}h2{font-size:17px;margin:24px 0 4px}dt{font-weight:600;margin-top:16px}dd,ul{margin:0}ul{padding-left:20px}
form{margin:12px 0}label{display:block;margin-bottom:4px}input,textarea{font:inherit;box-sizing:border-box;width:100%;padding:8px;margin-bottom:8px}
summary{cursor:pointer;padding:8px 0}[role=status]{border:1px solid;border-radius:8px;padding:12px;margin:0 0 24px}</style></head>
<body><main>${head}${main}</main></body></html>`);
}
