import type { MailerPort } from '@overture/adapters/mailer/mailer.port';
import { vi } from 'vitest';

/**
 * A worker that stops in the middle of its mail, before the mail server may own it or after; resolves once it stands there, with what it
 * does if it ever goes on.
 * @param run the round of the worker
 */
export async function stopMail(
  mailer: MailerPort,
  run: () => Promise<unknown>,
  when: 'before' | 'after',
): Promise<() => Promise<void>> {
  const send = mailer.sendSystemMail.bind(mailer);
  const stopped = Promise.withResolvers<() => Promise<void>>();
  vi.spyOn(mailer, 'sendSystemMail').mockImplementationOnce(async (mail) => {
    if (when === 'after') await mail.before_handover?.();
    await new Promise<void>((goOn) =>
      stopped.resolve(async () => {
        goOn();
        await gone;
      }),
    );
    await send(mail);
  });
  const gone = run();
  // A worker that never goes on is parked after its time box, when the test's database may be closed: nobody is left to be told.
  gone.catch(() => undefined);
  return stopped.promise;
}
