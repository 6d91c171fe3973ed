/** Checks whose removal shows nothing to anybody else, and why. Named as `Mutant.name` names them. */
export const harmless: Record<string, string> = {}
