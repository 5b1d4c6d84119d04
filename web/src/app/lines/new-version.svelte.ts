/** Whether a newer version of the site is out, as the page shows it. */
import { Versions } from "../../offline/versions";

export class NewVersion {
  out = $state(false);
  /** While pages are saved and the newer version takes over. */
  reloading = $state(false);
  readonly #versions: Versions;

  /** @param settle resolves when everything that was given to be kept is kept */
  constructor(settle: () => Promise<void>) {
    this.#versions = new Versions({ settle, onNew: () => (this.out = true) });
  }

  /** Looks for newer versions from now on. */
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
