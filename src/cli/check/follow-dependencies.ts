import { changesIn } from "../watch-folders.js";
import type { OpenDependencies } from "./dependencies.js";

/** Dependencies that are opened again after every change of the rules. */
export interface FollowedDependencies<Opened extends OpenDependencies = OpenDependencies> {
  /** Replaced as a whole, so that what is under way sees no change. */
  readonly current: Opened;
  /** Follows changes until close(). If the changed rules cannot be opened, the last good ones stay in use. */
  follow(onChange: () => Promise<void>, onFailure: (error: Error) => void): void;
  close(): Promise<void>;
}

export async function followDependencies<Opened extends OpenDependencies>(
  roots: readonly string[],
  open: () => Promise<Opened>,
): Promise<FollowedDependencies<Opened>> {
  const ending = new AbortController();
  const changes = changesIn(roots, ending.signal);
  // The folders are watched before they are read, so that no change is missed.
  await changes.next();
  let current = await open().catch(async (error) => {
    await changes.return(undefined);
    throw error;
  });
  let following: Promise<void> | undefined;
  return {
    get current() {
      return current;
    },
    follow(onChange, onFailure) {
      following = followAll(onChange, onFailure);
    },
    async close() {
      ending.abort();
      await (following ?? changes.return(undefined));
      current.close();
    },
  };

  async function followAll(onChange: () => Promise<void>, onFailure: (error: Error) => void): Promise<void> {
    for await (const _ of changes) {
      try {
        const before = current;
        current = await open();
        before.close();
      } catch (error) {
        onFailure(error as Error);
        continue;
      }
      await onChange();
    }
  }
}
