import { dirname, join, normalize } from 'node:path';
import { defineConfig } from 'vitepress';

const group = (text, folder, pages) => ({
  text,
  items: pages.map(([name, page]) => ({ text: name, link: `/${folder}${page}` })),
});

/** Pages as the site has them: README.md of a folder is its index, and files outside of docs/ are named without a link. */
function adaptPages(md) {
  md.core.ruler.push('adapt-pages', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const outer = [];
      for (const token of children ?? []) {
        if (token.type === 'code_inline') token.attrSet('v-pre', ''); // `{{ first_name }}` is text here
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const isOutside =
            !/^[a-z]+:|^#/.test(href) && normalize(join(dirname(env.relativePath ?? ''), href)).startsWith('..');
          outer.push(isOutside);
          if (isOutside) Object.assign(token, { type: 'span_open', tag: 'span', attrs: [['title', href]] });
          else token.attrSet('href', href.replace(/README\.md(?=$|#)/, 'index.md'));
        }
        if (token.type === 'link_close' && outer.pop()) Object.assign(token, { type: 'span_close', tag: 'span' });
      }
    }
  });
}

export default defineConfig({
  title: 'Overture',
  description: 'Self-hosted sales outreach',
  outDir: '../.runtime/docs',
  cacheDir: '../.runtime/docs-cache',
  rewrites: (id) => id.replace(/README\.md$/, 'index.md'),
  lastUpdated: false,
  markdown: { html: false, attrs: { disable: true }, config: adaptPages },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start/first-campaign' },
      { text: 'Guide', link: '/guide/' },
      { text: 'Operate', link: '/operate/' },
      { text: 'API', link: '/api/' },
      { text: 'Security', link: '/security/' },
      { text: 'Contribute', link: '/contribute' },
    ],
    sidebar: [
      group('Start', 'start/', [
        ['Your first campaign', 'first-campaign'],
        ['Your own services', 'own-services'],
      ]),
      group('Guide', 'guide/', [
        ['Leads', 'leads'],
        ['Research', 'research'],
        ['Campaigns', 'campaigns'],
        ['Senders', 'senders'],
        ['Today', 'today'],
        ['Clicks and opens', 'clicks'],
        ['Meetings', 'meetings'],
        ['Inbox', 'inbox'],
        ['Notifications', 'notifications'],
        ['Boards', 'boards'],
        ['Automations', 'automations'],
        ['Import from another tool', 'move-in'],
        ['CRM', 'crm'],
        ['Data', 'data'],
        ['Data protection', 'privacy'],
        ['Agencies', 'agencies'],
      ]),
      group('Operate', 'operate/', [
        ['Install', 'install'],
        ['Debian with systemd', 'debian'],
        ['Docker', 'docker'],
        ['Coolify', 'coolify'],
        ['Kubernetes', 'kubernetes'],
        ['Reverse proxy and TLS', 'proxy'],
        ['Own domains of agencies', 'agency-domains'],
        ['Database', 'database'],
        ['Standby', 'standby'],
        ['People and sign-ups', 'people'],
        ['Plans and payments', 'plans'],
        ['Backup and restore', 'backup'],
        ['Upgrade', 'upgrade'],
        ['Scale', 'scale'],
        ['Capacity', 'capacity'],
        ['Read replica', 'read-replica'],
        ['Lead database on a cluster', 'lead-cluster'],
        ['Monitor', 'monitor'],
        ['Traces', 'traces'],
        ['Alerts', 'alerts'],
        ['Troubleshoot', 'troubleshoot'],
      ]),
      group('API', 'api/', [
        ['Overview', ''],
        ['Keys and calls', 'keys'],
        ['Webhooks', 'webhooks'],
        ['Events', 'events'],
        ['Assistants', 'assistants'],
        ['Clients', 'clients'],
        ['Command line', 'command-line'],
        ['Recipes', 'recipes'],
        ['Google Sheets', 'google-sheets'],
      ]),
      group('Security', 'security/', [
        ['What buyers ask', ''],
        ['Sessions', 'sessions'],
        ['Roles', 'roles'],
        ['Keys', 'keys'],
        ['Data', 'data'],
        ['Data protection', 'privacy'],
        ['Limits', 'limits'],
        ['Outbound connections', 'outbound'],
        ['Security log', 'log'],
        ['Uploads', 'uploads'],
        ['Validation', 'validation'],
        ['Dependencies', 'dependencies'],
      ]),
      group('Contribute', '', [
        ['Architecture', 'architecture'],
        ['Glossary', 'glossary'],
        ['Language', 'language'],
        ['Decisions', 'decisions/'],
        ['Measurements', 'measurements'],
        ['Field cases', 'field-cases'],
        ['Vendors', 'vendors'],
      ]),
    ],
  },
});
