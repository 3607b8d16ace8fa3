import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

const MOST_KEPT = 200;

interface Posted {
  channel: string;
  text: string;
}

/** What an incoming webhook takes, as far as we send it. */
const payload = z.strictObject({ text: z.string() });
const control = z.strictObject({
  /** Answer of a service instead of `ok`: `channel_is_archived` for the service `B123`. */
  service: z.string().max(40),
  answer: z.enum(['ok', 'no_service', 'channel_is_archived', 'action_prohibited', 'rate_limited', 'rollup_error']),
});
type Answer = z.output<typeof control>['answer'];

const STATUSES: Record<Answer, number> = {
  ok: 200,
  no_service: 404,
  channel_is_archived: 410,
  action_prohibited: 403,
  rate_limited: 429,
  rollup_error: 500,
};

/**
 * Slack's incoming webhooks: every service whose id begins with B exists, for teams that begin with T. Texts answer plain words, as Slack does.
 * `POST /__control/slack` sets what a service answers; `GET /__control/slack` lists what was posted, the newest last.
 */
export function registerSlackSandbox(app: FastifyInstance): void {
  const posted: Posted[] = [];
  const answers = new Map<string, Answer>();
  const say = (reply: FastifyReply, status: number, text: string) => reply.code(status).type('text/plain').send(text);

  app.get('/__control/slack', async () => ({ posted }));
  app.post('/__control/slack', async (request) => {
    const { service, answer } = control.parse(request.body);
    answers.set(service, answer);
    return { service, answer };
  });
  app.post<{ Params: { team: string; service: string; secret: string } }>(
    '/slack/services/:team/:service/:secret',
    async (request, reply) => {
      const { team, service } = request.params;
      if (!team.startsWith('T')) return say(reply, 404, 'no_team');
      if (!service.startsWith('B')) return say(reply, 404, 'no_service');
      const set = answers.get(service) ?? 'ok';
      if (set === 'rate_limited') reply.header('retry-after', '30');
      if (set !== 'ok') return say(reply, STATUSES[set], set);
      const read = payload.safeParse(request.body);
      if (!read.success) {
        const body: unknown = request.body;
        const hasNoText = typeof body === 'object' && body !== null && !('text' in body);
        return say(reply, 400, hasNoText ? 'no_text' : 'invalid_payload');
      }
      if (read.data.text.trim() === '') return say(reply, 400, 'no_text');
      posted.push({ channel: service, text: read.data.text });
      posted.splice(0, posted.length - MOST_KEPT);
      return say(reply, 200, 'ok');
    },
  );
  app.all('/slack/services/*', async (_request, reply) => say(reply, 404, 'no_service'));
}
