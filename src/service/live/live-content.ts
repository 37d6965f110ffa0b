import type { CurrentDependencies, Dependencies } from "../../proposals/dependencies.js";
import type { RegistryEvent } from "../targets/polled-registry.js";
import { Targets } from "../targets/targets.js";
import type { Content } from "./content.js";

export interface LiveDependencies extends Dependencies, Omit<Content, "targets"> {
  readonly targets: Targets;
}

/**
 * The content that is served. It is replaced as a whole, so a request works with one `current` from
 * start to end.
 */
export class LiveContent implements CurrentDependencies {
  constructor(
    public current: LiveDependencies,
    private readonly report: (targetId: string, event: RegistryEvent) => void,
  ) {}

  /** Serves other content from the next request on. New registries are loaded before that. */
  async replace({ targets: settings, ...content }: Content): Promise<void> {
    const before = this.current.targets;
    const targets = new Targets(settings, this.report, before);
    await targets.start(before);
    this.current = { ...this.current, ...content, targets };
    before.stop(targets);
  }
}
