import { ARCHIVE_GROUPS, ARCHIVED_TABLES, type ArchiveGroup } from './archived-tables.store.ts';

const tablesOf = (group: ArchiveGroup): string[] =>
  Object.entries(ARCHIVED_TABLES)
    .filter(([, table]) => table.group === group)
    .map(([name]) => `    tables/${name}.ndjson`);

/** What a person reads who opens the archive without the program. */
export function describeArchive(organization: string, createdAt: string): string {
  const groups = Object.entries(ARCHIVE_GROUPS).flatMap(([group, title]) => [
    `  ${title}`,
    ...tablesOf(group as ArchiveGroup),
  ]);
  return `Archive of ${organization}, ${createdAt}

Everything of the organization at one moment. No program is needed to read it.

Each file in tables/ has one row a line, as JSON (newline-delimited JSON, UTF-8). Spreadsheets, databases and scripts read it:
for example  jq -r '[.first_name, .last_name, .email] | @csv' tables/prospects.ndjson

  _id        names a row within its table
  $ref       names a row of another table, as "table:id"
  $file      names a file in files/, by the SHA-256 digest of its content
  $sealed    a secret, encrypted with the passphrase of the archive (see "sealed" in manifest.json)

Ids inside texts and flows (variables of messages, steps of revisions) are the _id of this archive.
Leads are in prospects. Their further columns are in "custom", by the keys of lead_columns.
manifest.json has the number of rows and the SHA-256 digest of each table.

${groups.join('\n')}

Not in the archive: passwords of users, sessions, API keys, secrets of webhooks, and consents to Google, Microsoft, LinkedIn or
a CRM. They are given again where the data goes. Passwords of other mailboxes are in it only if a passphrase was set.
`;
}
