/** The settings as reactive state. */
import { loadSettings, type Settings } from "../../core/settings";

/** The settings saved in this browser, as reactive state shared by all screens. */
export function createPreferences(): Settings {
  const settings = $state(loadSettings());
  return settings;
}
