import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { accounts } from '@dxx/contract/calls/accounts'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { countAgainst, type Limit } from '../../http/limits'
import { networkOf } from '../../http/network'
import { isKnownToAnyUser } from './known-devices'

const lifeSeconds = 120
const maxTries = 3
const max = 100
/** Allowed distance from the target, sized for a finger on a small screen. */
const tolerance = 3
const creations = {
  device: { name: 'slider_create device', max: 60, windowSeconds: 600 },
  network: { name: 'slider_create network', max: 3000, windowSeconds: 600 },
} satisfies Record<string, Limit>

const hashPass = (pass: string) => createHash('sha256').update(pass).digest()

/** The client that a slider check is bound to: only the client that created the check may solve and use it. */
const solverOf = ({ deviceHash, ip }: Ctx) => ({
  requester: deviceHash ?? networkOf(ip),
  network: networkOf(ip),
})

/**
 * Uses up a solved slider check, so that a repeated call needs another one. Called inside a transaction, because a
 * refusal that follows must restore the check. Slider checks only slow down scripts; the limits make guessing futile,
 * see docs/security.md.
 */
export async function useSlider(db: Db, ctx: Ctx, pass: string | undefined): Promise<void> {
  if (pass === undefined) fail('slider-required')
  const { requester, network } = solverOf(ctx)
  const used = await db
    .deleteFrom('slider_checks')
    .where('pass_hash', '=', hashPass(pass))
    .where('requester', '=', requester)
    .where('network', '=', network)
    .where('expires_at', '>', ctx.clock.now())
    .returning('uid')
    .executeTakeFirst()
  if (!used) fail('slider-required', { msg: '滑块验证已失效，请重新验证' })
}

export const sliderHandlers: Pick<Handlers<typeof accounts>, 'POST /v1/slider_create' | 'POST /v1/slider_check'> = {
  'POST /v1/slider_create': async (ctx) => {
    const { db, clock, deviceHash } = ctx
    const now = clock.now()
    const solver = solverOf(ctx)
    await countAgainst(db, creations.device, solver.requester, now)
    // Floods from a shared network must not block known devices.
    if (!(await isKnownToAnyUser(db, deviceHash))) await countAgainst(db, creations.network, solver.network, now)
    const target = randomInt(30, 96)
    const expiresAt = now + lifeSeconds
    const { uid } = await db
      .insertInto('slider_checks')
      .values({ ...solver, target, expires_at: expiresAt })
      .returning('uid')
      .executeTakeFirstOrThrow()
    return { id: uid, target, max, expiresAt }
  },

  'POST /v1/slider_check': async (ctx, { id, position }) => {
    const { db, clock } = ctx
    const { requester, network } = solverOf(ctx)
    const row = await db
      .updateTable('slider_checks')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('uid', '=', id)
      .where('requester', '=', requester)
      .where('network', '=', network)
      .where('pass_hash', 'is', null)
      .where('tries', '<', maxTries)
      .where('expires_at', '>', clock.now())
      .returning(['target'])
      .executeTakeFirst()
    if (!row) fail('slider-expired')
    if (Math.abs(position - row.target) > tolerance) fail('slider-wrong')
    const pass = randomBytes(32).toString('base64url')
    const solved = await db
      .updateTable('slider_checks')
      .set({ pass_hash: hashPass(pass) })
      .where('uid', '=', id)
      .where('pass_hash', 'is', null)
      .returning('uid')
      .executeTakeFirst()
    return solved ? { slider: pass } : fail('slider-expired')
  },
}
