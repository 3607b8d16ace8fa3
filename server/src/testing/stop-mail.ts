import type { MailerPort } from '@overture/adapters/mailer/mailer.port';
import { vi } from 'vitest';

/**
 * A worker that stops in the middle of a mail, before or after the mail server may accept it; resolves once it stopped, with
 * its result in case it continues.
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
        await result;
      }),
    );
    await send(mail);
  });
  const result = run();
  // A worker that never continues is parked after its time box, when the test's database may be closed: its error has no
  // reader.
  result.catch(() => undefined);
  return stopped.promise;
}
