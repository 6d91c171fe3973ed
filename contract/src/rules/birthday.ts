/** Earliest accepted date of birth, yyyy-mm-dd; the latest is today. */
export const oldestBirthday = '1930-01-01'
