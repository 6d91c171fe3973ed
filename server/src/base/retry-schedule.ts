/** Seconds between the retries of a payment notification by WeChat Pay; the last one comes after about 24 hours. */
const schedule = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600] as const

/** Seconds until the next attempt after this number of failures; null if there is no further attempt. */
export const retryAfter = (failures: number): number | null => schedule[failures - 1] ?? null
