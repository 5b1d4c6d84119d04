/** Assigns the engine's errors about an edited position to the editor's fields. */
import type { FieldError } from "../../types";

function isAt(error: FieldError, path: string): boolean {
  return error.path === path || error.path.startsWith(`${path}.`);
}

/** The errors at a path or below it. */
export function errorsAt(errors: readonly FieldError[], path: string): FieldError[] {
  return errors.filter((error) => isAt(error, path));
}

/** The errors that none of the paths covers. */
export function errorsElsewhere(errors: readonly FieldError[], paths: readonly string[]): FieldError[] {
  return errors.filter((error) => !paths.some((path) => isAt(error, path)));
}
