import type { FastifyInstance } from 'fastify';
import { GoogleProblem } from './google-problems.ts';

const MOST_CALLS = 100;

/** Many GET calls in one: multipart/mixed of application/http, each answered in a part of its own. */
export function registerBatchRoute(app: FastifyInstance): void {
  app.post('/batch/gmail/v1', async (request, reply) => {
    const boundary = /boundary="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
    const parts = (request.body as Buffer).toString('latin1').split(`--${boundary}`).slice(1, -1);
    if (parts.length === 0 || parts.length > MOST_CALLS)
      throw new GoogleProblem(400, 'badRequest', 'The batch request must hold 1 to 100 calls.');
    const answers = await Promise.all(
      parts.map(async (part) => {
        const id = /^content-id:\s*<([^>]+)>/im.exec(part)?.[1] ?? '';
        const path = /^GET (\S+)/m.exec(part)?.[1] ?? '/';
        const { authorization = '' } = request.headers;
        const inner = await app.inject({ method: 'GET', url: `${app.prefix}${path}`, headers: { authorization } });
        const head = `HTTP/1.1 ${inner.statusCode} ${inner.statusMessage}\r\nContent-Type: application/json`;
        return `--batch_x\r\nContent-Type: application/http\r\nContent-ID: <response-${id}>\r\n\r\n${head}\r\n\r\n${inner.payload}\r\n`;
      }),
    );
    return reply.type('multipart/mixed; boundary=batch_x').send(`${answers.join('')}--batch_x--`);
  });
}
