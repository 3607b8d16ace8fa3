import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '../../mail/mail-page.ts';
import { NAMED_FAULTS } from '../faults.ts';
import { ACTIONS, type LedgerEntry } from '../linkedin-ledger.ts';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';

const filter = z.object({
  account_id: z.string().optional(),
  action: z.enum(ACTIONS).optional(),
  public_identifier: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
});

/** What was done in the network: as JSON, and as a page for a developer. */
export function registerLedgerRoutes(app: FastifyInstance, world: LinkedinSandbox): void {
  const find = (query: unknown): LedgerEntry[] => {
    const { account_id, action, public_identifier, limit } = filter.parse(query);
    const found = world.ledger
      .entries()
      .filter(
        (entry) =>
          (account_id === undefined || entry.account_id === account_id) &&
          (action === undefined || entry.action === action) &&
          (public_identifier === undefined || entry.public_identifier === public_identifier),
      );
    return found.slice(-limit);
  };
  app.get('/ledger.json', async (request) => ({
    total: world.ledger.entries().length,
    counts: world.ledger.counts(),
    /** Oldest first. */
    entries: find(request.query),
  }));
  app.get('/faults.json', async () => ({
    faults: Object.entries(NAMED_FAULTS).map(([word, { about }]) => ({ public_identifier: `…-${word}`, about })),
  }));
  app.get('/', async (request, reply) => {
    const rows = find(request.query).toReversed().map(renderRow).join('');
    const total = world.ledger.entries().length;
    return reply.type('text/html').send(renderPage(rows, total));
  });
}

function renderRow(entry: LedgerEntry): string {
  const { performed_at, action, public_identifier, text, subject, attachments, fault } = entry;
  const names = attachments.map((file) => file.filename).join(', ');
  const words = [subject, text, names].filter(Boolean).join(' · ');
  const cells = [performed_at.replace('T', ' ').slice(0, 19), action, public_identifier, words, fault ?? ''];
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
}

function renderPage(rows: string, total: number): string {
  const heads = ['When', 'What', 'Whom', 'Words', 'Hidden by'].map((head) => `<th>${head}</th>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>LinkedIn sandbox</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:0 auto;padding:24px 20px}
table{border-collapse:collapse;width:100%}td,th{padding:8px 12px;text-align:left;border-top:1px solid #8884;vertical-align:top}
td{overflow-wrap:anywhere}td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums}</style>
<h1>LinkedIn sandbox</h1><p>Nothing reaches LinkedIn. ${total} things were done here; the people are invented and answer on their own.</p>
<table><thead><tr>${heads}</tr></thead><tbody>${rows || '<tr><td colspan="5">Nothing yet.</td></tr>'}</tbody></table></html>`;
}
