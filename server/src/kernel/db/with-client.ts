import pg from 'pg';

/** One connection of its own for `work`, closed afterwards. */
export async function withClient<Result>(
  connectionString: string,
  application_name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name });
  client.on('error', () => undefined); // a lost connection fails the statement
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
