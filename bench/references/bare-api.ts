import Fastify from 'fastify';
import pg from 'pg';

/**
 * What the API is compared with: a route of bare Fastify that reads the signatures of one organization by one SELECT and gives the same answer; no
 * session, no tenancy, no contract. Environment: DATABASE_URL, PORT, ORGANIZATION_ID.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify();
app.get('/signatures/', async () => {
  const { rows } = await pool.query(
    'select id, name, signature, true as may_delete from signatures where organization_id = $1 order by name, id limit 500',
    [process.env.ORGANIZATION_ID],
  );
  return { signatures: rows };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
