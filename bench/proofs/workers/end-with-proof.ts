/** The proof was killed: its channel closes. A worker that stayed would retry its lost database forever. */
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
