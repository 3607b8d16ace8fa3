import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { Branding } from '@overture/contract/organization';
import { describeApp } from '@overture/domain/brand/app-manifest';
import { brandVariables, withColors } from '@overture/domain/brand/contrast';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Gate } from '../limits/gate.ts';
import { guardPublicFiles } from './public-files.ts';

/**
 * Serves the built web application. `index.html` contains the brand of its host or user (colors, button radius, title and
 * icon): the page does not flash. Unknown paths get the application too; it has its own routes.
 */
export async function serveWebApp(
  app: FastifyInstance,
  directory: string,
  findBrand: (request: FastifyRequest) => Promise<{ look: Branding }>,
  gate: Gate,
): Promise<void> {
  const isBuilt = await stat(join(directory, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) await serveBuiltFiles(app, directory, gate);
  const template = isBuilt ? await readFile(join(directory, 'index.html'), 'utf8') : '<!--branding--><title></title>';
  app.get('/manifest.webmanifest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' });
    return reply.type('application/manifest+json').send(describeApp((await findBrand(request)).look));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|ws|assets|internal|brand)(\/|$)/.test(path);
    if (!wantsPage) throw new ApiError('not_found');
    const page = brandPage(template, (await findBrand(request)).look);
    reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' });
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

async function serveBuiltFiles(app: FastifyInstance, directory: string, gate: Gate): Promise<void> {
  const options: FastifyStaticOptions = {
    root: directory,
    index: false,
    // The build leaves a .br and a .gz beside every text file.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
  // One route for the hundreds of built files: a route each takes a start 100 ms and 8 MB more.
  await app.register(async (assets) => {
    guardPublicFiles(assets, gate);
    // A folder, or a way out of it, is nothing that was built.
    assets.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode !== 403) throw error;
      reply.callNotFound();
    });
    await assets.register(fastifyStatic, { ...options, root: join(directory, 'assets'), prefix: '/assets/' });
  });
  await app.register(async (others) => {
    guardPublicFiles(others, gate);
    await others.register(fastifyStatic, { ...options, wildcard: false, globIgnore: ['assets/**'] });
  });
}

/** The page in a brand's looks. Values are checked or escaped: an owner's text must not become markup. */
function brandPage(template: string, look: Branding): string {
  const style = Object.entries(brandVariables(withColors(look)))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
  // Data, not script: the sign-in screen knows the logo and what to hide before it asks.
  const data = `<script type="application/json" id="branding-data">${JSON.stringify(look).replace(/</g, '\\u003c')}</script>`;
  const page = look.icon ? withIcon(template, look.icon) : template;
  return page
    .replace('<!--branding-->', () => `<style id="branding">:root{${style}}</style>${data}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(look.company_display_name)}</title>`);
}

/** The page as it was built has one link to an icon, and one for the home screens of iPhones; the brand's takes their place. */
function withIcon(page: string, icon: string): string {
  return ['icon', 'apple-touch-icon'].reduce((text, rel) => {
    const start = text.indexOf(`<link rel="${rel}"`);
    if (start < 0) return text;
    return `${text.slice(0, start)}<link rel="${rel}" href="${escapeHtml(icon)}">${text.slice(text.indexOf('>', start) + 1)}`;
  }, page);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
