/** The settings: their defaults, how they are kept, and how unknown or broken values are read. */
import { readText, writeText, type KeyValues } from "../store/texts";

export type Theme = "light" | "dark" | "system";
export type Notation = "words" | "short";

export interface Settings {
  /** The id of one of the game's presets, or "custom". */
  think: string;
  customMs: number;
  hints: boolean;
  coach: boolean;
  theme: Theme;
  /** Letters or patterns on the pieces. */
  colorMarks: boolean;
  animations: boolean;
  notation: Notation;
  enginePanel: boolean;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  think: "fast",
  customMs: 3000,
  hints: false,
  coach: true,
  theme: "system",
  colorMarks: false,
  animations: true,
  notation: "words",
  enginePanel: false,
};

export const MIN_CUSTOM_MS = 50;
export const MAX_CUSTOM_MS = 60_000;

const SETTINGS_KEY = "hindsight:settings";
/** A key of its own, because the page's head reads it before the first paint. */
const THEME_KEY = "hindsight:theme";

/** A think time in whole milliseconds, clamped to the limits. */
export function clampMs(value: unknown): number {
  const ms = typeof value === "number" && Number.isFinite(value) ? Math.round(value) : DEFAULT_SETTINGS.customMs;
  return Math.min(MAX_CUSTOM_MS, Math.max(MIN_CUSTOM_MS, ms));
}

function flag(value: unknown, fallback: boolean): boolean {
  return typeof value === "boolean" ? value : fallback;
}

/** Parses saved settings; each invalid or missing field gets its default. */
export function parseSettings(text: string | null, theme: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value === "object" && value !== null) kept = value as Record<string, unknown>;
  } catch {
    // Not ours, or truncated: use the defaults.
  }
  return {
    think: typeof kept.think === "string" && kept.think.length <= 40 ? kept.think : DEFAULT_SETTINGS.think,
    customMs: clampMs(kept.customMs),
    hints: flag(kept.hints, DEFAULT_SETTINGS.hints),
    coach: flag(kept.coach, DEFAULT_SETTINGS.coach),
    theme: theme === "light" || theme === "dark" ? theme : "system",
    colorMarks: flag(kept.colorMarks, DEFAULT_SETTINGS.colorMarks),
    animations: flag(kept.animations, DEFAULT_SETTINGS.animations),
    notation: kept.notation === "short" ? "short" : "words",
    enginePanel: flag(kept.enginePanel, DEFAULT_SETTINGS.enginePanel),
  };
}

/** The settings saved in this browser. */
export function loadSettings(storage?: KeyValues): Settings {
  return parseSettings(readText(SETTINGS_KEY, storage), readText(THEME_KEY, storage));
}

/** Whether a key of the browser's storage belongs to the settings. */
export function isSettingsKey(key: string | null): boolean {
  return key === SETTINGS_KEY || key === THEME_KEY;
}

/** Saves the settings, if the browser allows it. */
export function saveSettings(settings: Settings, storage?: KeyValues): void {
  const { theme, ...rest } = settings;
  writeText(SETTINGS_KEY, JSON.stringify(rest), storage);
  writeText(THEME_KEY, theme === "system" ? null : theme, storage);
}
