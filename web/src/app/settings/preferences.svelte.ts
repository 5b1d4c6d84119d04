/** The settings as something that screens follow. */
import { loadSettings, type Settings } from "../../core/settings";

/** The settings kept in this browser; a change is seen by every screen at once. */
export function createPreferences(): Settings {
  const settings = $state(loadSettings());
  return settings;
}
