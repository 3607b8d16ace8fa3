/** On a busy machine the server closes an idle connection in the moment in which it is used again: then nothing was processed. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(address, init);
    } catch (error) {
      const { code } = Object((error as Error).cause) as { code?: string };
      if (tries === 3 || code !== 'ECONNRESET') throw error;
    }
  }
}
