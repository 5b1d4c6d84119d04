/** Which of the engine's complaints about an edited position stand at which field. */
import type { FieldError } from "../../types";

function isAt(error: FieldError, path: string): boolean {
  return error.path === path || error.path.startsWith(`${path}.`);
}

/** The faults at a path or below it. */
export function errorsAt(errors: readonly FieldError[], path: string): FieldError[] {
  return errors.filter((error) => isAt(error, path));
}

/** The faults that none of the paths shows. */
export function errorsElsewhere(errors: readonly FieldError[], paths: readonly string[]): FieldError[] {
  return errors.filter((error) => !paths.some((path) => isAt(error, path)));
}
