import { SMTPServer } from 'smtp-server';

/** A mail server in its own process that accepts everything: the reference for sending. Prints its port on stdout. */
const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => done(null));
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
