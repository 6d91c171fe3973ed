import { appendFileSync } from 'node:fs'

/** Whether tests run in their long form, as in `npm run verify`, or as the sample that fits into `npm test`. */
export const long = process.env.DXX_LONG_TESTS === '1'

/** Names the cases in the title of a test that runs all of them in its long form and a sample in `npm test`. */
export const sampleOf = (cases: string) => (long ? `all ${cases}` : `a sample of ${cases}`)

/** A measurement with its target and verdict. */
export interface Measurement {
  name: string
  values: Record<string, number | string>
  target: string
  ok: boolean
}

/** Reports a measurement to `npm run verify`. Call it before `expect`, so that the table also has those that fail. */
export function recordMeasurement(
  name: string,
  values: Measurement['values'],
  { target, ok }: Pick<Measurement, 'target' | 'ok'>,
): void {
  const file = process.env.DXX_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ name, values, target, ok } satisfies Measurement)}\n`)
}
