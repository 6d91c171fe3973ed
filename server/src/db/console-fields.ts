import type { Db } from './connection'

/** `<table> <slug>`, for example `curricula textbook/stacks` or `banners autumn`. */
type Target = string

/** Records that staff set these fields in the console, so that imports do not overwrite them. */
export async function markConsoleFields(
  tx: Db,
  target: Target,
  fields: readonly string[],
  by: number | null,
  now: number,
): Promise<void> {
  for (const field of fields)
    await tx
      .insertInto('console_fields')
      .values({ target, field, set_at: now, set_by: by })
      .onConflict((conflict) => conflict.columns(['target', 'field']).doUpdateSet({ set_at: now, set_by: by }))
      .execute()
}
