import * as z from 'zod'
import { Id } from '../../shapes'
import { WorkRef } from './work'

/** Work items that are decided together. */
export const Items = z.array(WorkRef).min(1, { error: '请先选择' }).max(50, { error: '一次最多 50 件' })

/** One result per item; `error` is the name of the refusal. */
export const ItemResults = z.array(z.object({ id: Id, ok: z.boolean(), error: z.string(), msg: z.string() }))
