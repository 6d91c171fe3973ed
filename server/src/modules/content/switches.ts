import type { Gvss } from '@dxx/contract/calls/content'
import { appConstants, appDefaults } from '@dxx/contract/rules/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { switchesKey } from './books-visibility'
import { raiseSettingsVersion, setting } from './queries'

export type Switches = Partial<Pick<Gvss, 'review' | 'showBook'>>

/** Version and review switches: values set by staff, otherwise the defaults. */
export async function readSwitches(db: Db): Promise<Gvss> {
  const stored = (await setting(db, switchesKey)) as Switches | undefined
  return { version: appConstants.version, review: false, showBook: appDefaults.showBook, ...stored }
}

/** Changes only the given switches; the row lock of the upsert prevents lost updates. */
export async function setSwitches(db: Db, changed: Switches): Promise<void> {
  if (Object.keys(changed).length === 0) return
  await sql`
    insert into settings (key, value) values (${switchesKey}, ${JSON.stringify(changed)}::jsonb)
    on conflict (key) do update set value = settings.value || excluded.value`.execute(db)
  await raiseSettingsVersion(db)
}
