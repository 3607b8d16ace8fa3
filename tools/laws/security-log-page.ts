import {
  SECURITY_EVENT_KINDS,
  SECURITY_EVENTS,
  SECURITY_EVENTS_KEPT_IN_DAYS,
  type SecurityEventKind,
} from '@overture/domain/security/events';

const intro = `# Security log

Every event below is written twice: as a row of the organization's own log (*Settings, Security*, for its ADMIN and USER people; \`GET
/organization/security-events/\` and \`.../csv/\`), and as a line for the operator. Rows are added by one database function; the role the
program works with can neither change nor remove them. They are kept for 24 months (${SECURITY_EVENTS_KEPT_IN_DAYS} days) and then removed by the role \`cron\`.

## Lines

JSON, one a line, on standard output with \`NODE_ENV=production\` and \`LOG_LEVEL\` \`info\` or finer; ship them with what ships your logs, by
\`"security":true\`.

| field | meaning |
|---|---|
| \`security\` | always \`true\`: marks these lines |
| \`event\`, \`msg\` | name and fixed phrase, as below |
| \`outcome\` | \`success\`; \`failure\`: tried and not succeeded; \`refused\`: the program said no |
| \`organization_id\`, \`user_id\` | whose account it concerns; left out where it is unknown |
| \`actor_id\` | who did it; differs from \`user_id\` during impersonation |
| \`ip\`, \`country\`, \`device\` | of the request; the country by the address's registration (IPv4 only), the device by what the browser says |
| \`subject_kind\`, \`subject_id\` | what it is about: a list, campaign, sender, call, setting |
| \`reason\` | a short word of ours, or the call |
| \`address_hash\` | keyed hash of an email address that belongs to no user; equal addresses have equal hashes |
| \`repeats\` | how many equal events the line counts |

No line and no row holds a password, code, token or content of a message; email addresses of unknown people are hashed. Rows may name a
sender by its address for the organization's own eyes; lines do not. All other logs hide secrets at any depth (\`server/src/kernel/log.ts\`).

## Floods

Equal failures and refusals of a minute share a row. They are written one by one up to 16, then at each doubling, so a count above 16 says
"at least". After 60 such rows in a minute an organization's further ones share a row without address or person. An event that cannot be
written stops nothing: the line \`security event not stored\` says so.

## Events
`;

/** The page of the operator, from the same list that everything else reads. */
export function renderSecurityLogPage(): string {
  const kinds = Object.entries(SECURITY_EVENT_KINDS) as [SecurityEventKind, string][];
  const sections = kinds.map(([kind, label]) => {
    const rows = Object.entries(SECURITY_EVENTS)
      .filter(([, info]) => info.kind === kind)
      .map(([name, info]) => `| \`${name}\` | ${info.label} | ${info.outcome} |`);
    return [`### ${label}`, '', '| event | on screen | outcome |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return `${intro}\n${sections.join('\n')}`;
}
