import { join } from 'node:path'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { inject } from 'vitest'
import { connect } from '../server/src/db/connection'
import { readPostmaster, socketUrl } from '../server/src/db/embedded-postmaster'
import { grantEntitlement } from '../server/src/modules/access/public'
import { newMobile, register } from './accounts'
import { api } from './browser'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

const lists = {
  course: 'GET /v1/course_list',
  ebook: 'GET /v1/ebook_list',
  textbook: 'GET /v1/textbooks_list',
  bank: 'GET /v1/bank_list',
} as const

/** Finds a curriculum of the sample content by its title. */
export async function curriculum(kind: CurriculumKind, title: string) {
  const { list } = await api().call(lists[kind], { pageSize: 100 })
  const found = list.find((card) => card.title === title)
  if (!found) throw new Error(`the sample content has no ${kind} ${title}`)
  return found
}

/** Registers an account with entitlements for these curricula. Returns its token. */
export async function registerOwner(nickname: string, ...uids: string[]): Promise<string> {
  const token = await register(newMobile(), nickname)
  const { id } = await api(token).call('GET /v1/get_user_info', {})
  const postmaster = await readPostmaster(join(inject('dataDir'), 'postgres'))
  const { db, close } = connect(socketUrl(postmaster!.socketDir), { max: 1, log: silent })
  const user = await db.selectFrom('users').select('id').where('uid', '=', id).executeTakeFirstOrThrow()
  for (const uid of uids) {
    const row = await db.selectFrom('curricula').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
    const now = Math.floor(Date.now() / 1000)
    await grantEntitlement(db, { userId: user.id, curriculumId: row.id, source: 'journey', now })
  }
  await close()
  return token
}
