/** What a person can choose, how it is kept, and what an unknown or broken value becomes. */
import { readText, writeText, type KeyValues } from "../store/texts";

export type Theme = "light" | "dark" | "system";
export type Notation = "words" | "short";

export interface Settings {
  /** A preset's id from the game, or "custom". */
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
/** Also read by the page's head before the first paint, so it stands under a key of its own. */
const THEME_KEY = "hindsight:theme";

/** A think time within what is allowed, in whole milliseconds. */
export function clampMs(value: unknown): number {
  const ms = typeof value === "number" && Number.isFinite(value) ? Math.round(value) : DEFAULT_SETTINGS.customMs;
  return Math.min(MAX_CUSTOM_MS, Math.max(MIN_CUSTOM_MS, ms));
}

function flag(value: unknown, fallback: boolean): boolean {
  return typeof value === "boolean" ? value : fallback;
}

/** Settings from whatever was kept: each field that is not understood gets its default. */
export function parseSettings(text: string | null, theme: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value === "object" && value !== null) kept = value as Record<string, unknown>;
  } catch {
    // Not ours, or cut short: the defaults serve.
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

/** The settings kept in this browser. */
export function loadSettings(storage?: KeyValues): Settings {
  return parseSettings(readText(SETTINGS_KEY, storage), readText(THEME_KEY, storage));
}

/** Whether settings are kept under a key of the browser's storage. */
export function isSettingsKey(key: string | null): boolean {
  return key === SETTINGS_KEY || key === THEME_KEY;
}

/** Keeps the settings, where the browser allows it. */
export function saveSettings(settings: Settings, storage?: KeyValues): void {
  const { theme, ...rest } = settings;
  writeText(SETTINGS_KEY, JSON.stringify(rest), storage);
  writeText(THEME_KEY, theme === "system" ? null : theme, storage);
}
