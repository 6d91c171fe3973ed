import { appDefaults } from '@dxx/contract/rules/constants'
import { optionProblem, type SiteOptionKey, type SiteOptionValue, type siteOptions } from '@dxx/contract/site-options'
import { sql } from 'kysely'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { switchesKey } from './books-visibility'
import { raiseSettingsVersion, setting } from './queries'
import { type Switches, setSwitches } from './switches'

/** Defaults of options that have no environment variable. */
export const optionDefaults = { 'refund-second-person-cents': 50_000, 'card-photo-days': 30, 'staff-rest-days': 90 }

const switchNames = { 'show-book': 'showBook', review: 'review' } as const

const isSwitch = (key: SiteOptionKey): key is keyof typeof switchNames => key in switchNames

/** Returns the value set by staff; undefined if there is none or it is not allowed. */
export async function storedOption(db: Db, key: SiteOptionKey): Promise<SiteOptionValue | undefined> {
  if (isSwitch(key)) return ((await setting(db, switchesKey)) as Switches | undefined)?.[switchNames[key]]
  const value = (await setting(db, key)) as SiteOptionValue | undefined
  return value === undefined || optionProblem(key, value) !== null ? undefined : value
}

/** The value that applies if staff set none. */
export function optionFallback(key: SiteOptionKey, { site, ai }: Pick<Config, 'site' | 'ai'>): SiteOptionValue {
  if (key === 'contact-hours') return site.contact.hours
  if (key === 'ai-daily-questions') return ai.daily
  if (key === 'show-book') return appDefaults.showBook
  if (key === 'review') return false
  return optionDefaults[key]
}

/** Returns the value set by staff, or the fallback if it is not set or empty. */
export async function siteOption(db: Db, key: SiteOptionKey, config: Pick<Config, 'site' | 'ai'>) {
  const stored = await storedOption(db, key)
  return stored === undefined || stored === '' ? optionFallback(key, config) : stored
}

type Numeric = { [K in SiteOptionKey]: (typeof siteOptions)[K]['kind'] extends 'number' ? K : never }[SiteOptionKey]

export async function numberOption(db: Db, key: Exclude<Numeric, 'ai-daily-questions'>): Promise<number> {
  return ((await storedOption(db, key)) as number | undefined) ?? optionDefaults[key]
}

export async function saveOption(tx: Db, key: SiteOptionKey, value: SiteOptionValue): Promise<void> {
  if (isSwitch(key)) return setSwitches(tx, { [switchNames[key]]: value as boolean })
  await sql`
    insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(tx)
  await raiseSettingsVersion(tx)
}
