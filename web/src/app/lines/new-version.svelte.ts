/** Reactive state of a newer version of the site. */
import { Versions } from "../../offline/versions";

export class NewVersion {
  out = $state(false);
  /** True while games are being saved and the newer version takes over. */
  reloading = $state(false);
  readonly #versions: Versions;

  /** @param settle resolves when everything pending is saved */
  constructor(settle: () => Promise<void>) {
    this.#versions = new Versions({ settle, onNew: () => (this.out = true) });
  }

  /** Starts checking for newer versions. */
  async follow(): Promise<void> {
    await this.#versions.follow();
  }

  dismiss(): void {
    this.out = false;
  }

  async reload(): Promise<void> {
    if (this.reloading) return;
    this.reloading = true;
    await this.#versions.reload();
  }
}
