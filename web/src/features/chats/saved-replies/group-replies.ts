interface Named {
  name: string;
}

/** The part before the first slash of a name, if anything follows it. */
export function parseGroup({ name }: Named): string | null {
  const at = name.indexOf('/');
  const group = name.slice(0, Math.max(0, at)).trim();
  return group === '' || name.slice(at + 1).trim() === '' ? null : group;
}

/** The name within its group. */
export function ownName(reply: Named): string {
  return parseGroup(reply) === null ? reply.name : reply.name.slice(reply.name.indexOf('/') + 1).trim();
}

/**
 * Replies of a group one after another, in the order in which each group is first met; those of none come first. `heading` is set
 * on the first of a group.
 */
export function groupReplies<Reply extends Named>(
  replies: readonly Reply[],
): { reply: Reply; heading: string | null }[] {
  const groups = Map.groupBy(replies, (reply) => parseGroup(reply)?.toLowerCase() ?? '');
  const alone = groups.get('') ?? [];
  const named = [...groups].filter(([key]) => key !== '').map(([, group]) => group);
  return [alone, ...named].flatMap((group) =>
    group.map((reply, place) => ({ reply, heading: place === 0 ? parseGroup(reply) : null })),
  );
}
