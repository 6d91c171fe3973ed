import type { runcode } from '@dxx/contract/calls/runcode'
import { type CodeQueue, QueueFull, type RefusalReason } from '../../adapters/runner/queue'
import { RunnerUnavailable } from '../../adapters/runner/runner'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { inTransaction } from '../../db/transaction'
import { appendStep, draftOf, extendStep, newestStep, pruneDrafts, putDraft, stepsOf } from './queries'
import { historyStep } from './rules'

export const handlers: Handlers<typeof runcode> = {
  'POST /v1/runcode': (ctx, { run, ...program }) => runProgram(ctx, program, run),

  'GET /v1/runcode_languages': (ctx) => ctx.code.languages(),

  'POST /v1/runcode_prepare': async ({ code }, { language }) => {
    code.prepare(language)
    return {}
  },

  'GET /v1/runcode_queue': async (ctx, { run }) => ctx.code.place(ctx.user.id, run),

  'GET /v1/runcode_draft': async ({ db, user }, { cell }) => (await draftOf(db, { userId: user.id, cell })) ?? null,

  'POST /v1/runcode_draft': async ({ db, user, clock }, { cell, language, source }) => {
    const place = { userId: user.id, cell }
    const draft = { language, source, updatedAt: clock.now() }
    await inTransaction(db, async (tx) => {
      if (await putDraft(tx, place, draft)) await pruneDrafts(tx, user.id)
      const newest = await newestStep(tx, place)
      const step = historyStep(newest, draft, draft.updatedAt)
      if (step === 'extend') await extendStep(tx, newest!.id, draft)
      if (step === 'append') await appendStep(tx, place, draft)
    })
    return { updatedAt: draft.updatedAt }
  },

  'GET /v1/runcode_history': ({ db, user }, { cell }) => stepsOf(db, { userId: user.id, cell }),
}

/** Runs a program within the limits of a user. `run` is the id that the client chose, to ask for its place in the queue. */
export async function runProgram(
  { code, user }: { code: CodeQueue; user: { id: number } },
  program: Parameters<CodeQueue['run']>[1],
  run?: string,
) {
  const offered = await code.languages()
  if (!offered.some(({ language }) => language === program.language))
    fail('invalid-input', { msg: '这种语言暂时不能运行，请换一种' })
  return code.run(user.id, program, run).catch(refuseRun)
}

const refusals: Record<RefusalReason, string> = {
  account: '你还有几个程序没有运行完',
  budget: '你的程序这一分钟运行得太久了',
  compiler: '正在准备编译器',
  busy: '服务繁忙，现在运行程序的人太多了',
}

/** Turns an error of the run queue into a refusal of the call. */
export function refuseRun(error: unknown): never {
  if (error instanceof QueueFull) {
    const { retryAfter, reason } = error
    fail('too-many', { msg: `${refusals[reason]}，请 ${retryAfter} 秒后再试`, data: { retryAfter } })
  }
  if (error instanceof RunnerUnavailable) fail('overloaded', { msg: '运行服务正在恢复，请稍等几秒再试' })
  throw error
}
