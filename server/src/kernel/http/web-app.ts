import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Branding } from '@overture/contract/organization';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

const hexColor = /^#[0-9a-f]{3,8}$/i;
const radii = { PILL: '100px', SQUARE: '0px', ROUNDED: '14px' } as const;

/**
 * Serves the built web application. `index.html` leaves with the host's branding already in it, so that nothing
 * flashes: colours, button radius, title and icon. Unknown paths get the application too; it knows its own routes.
 */
export async function serveWebApp(
  app: FastifyInstance,
  directory: string,
  findBranding: (host: string) => Promise<Branding>,
): Promise<void> {
  const isBuilt = await stat(join(directory, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      index: false,
      wildcard: false,
      // The build leaves a .br and a .gz beside every text file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const template = isBuilt
    ? await readFile(join(directory, 'index.html'), 'utf8')
    : '<!--branding--><title>Overture</title>';
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|ws|assets)(\/|$)/.test(path);
    if (!wantsPage) {
      const missing = new ApiError('not_found');
      return reply.status(missing.status).send(missing.body);
    }
    const page = brandPage(template, await findBranding(request.hostname));
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}

/** The page with a host's branding. Values are checked or escaped: an owner's text must not become markup. */
function brandPage(template: string, branding: Branding): string {
  const color = (value: string, fallback: string): string => (hexColor.test(value) ? value : fallback);
  const style = [
    `--brand:${color(branding.primary_color, '#6366F1')}`,
    `--brand-2:${color(branding.secondary_color, '#4F46E5')}`,
    `--button:${color(branding.button_color, '#6366F1')}`,
    `--button-radius:${radii[branding.button_style]}`,
  ].join(';');
  const icon = branding.icon ? `<link rel="icon" href="${escapeHtml(branding.icon)}">` : '';
  // Data, not script: the sign-in screen knows the logo and what to hide before it asks.
  const data = `<script type="application/json" id="branding-data">${JSON.stringify(branding).replace(/</g, '\\u003c')}</script>`;
  return template
    .replace('<!--branding-->', () => `<style id="branding">:root{${style}}</style>${icon}${data}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(branding.company_display_name)}</title>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
