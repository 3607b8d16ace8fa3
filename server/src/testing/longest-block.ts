const LOOK_EVERY_IN_MS = 10;

/**
 * The longest that this thread worked without letting anybody else have a turn. In time of the processor: a machine with other work
 * keeps everybody waiting, and that is not ours.
 * @returns how to end it; answers milliseconds
 */
export function watchLongestBlock(): () => number {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const timer = setInterval(look, LOOK_EVERY_IN_MS);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}
