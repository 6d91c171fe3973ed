import { formatDate } from '@dxx/contract/rules/time-from'
import type { Db } from '../../db/connection'

/** Maximum number of turns in one file, newest first; more would make the response too large. */
const mostTurns = 2000

/** Writes all conversations of a user, or one, as Markdown. */
export async function exportText(db: Db, userId: number, uid?: string): Promise<{ name: string; text: string }> {
  const ownTurns = db
    .selectFrom('ai_turns as t')
    .innerJoin('ai_conversations as c', 'c.id', 't.conversation_id')
    .select([
      'c.id',
      'c.title',
      'c.created_at',
      't.question',
      't.quote',
      't.answer',
      't.sources',
      't.generated',
      't.model',
    ])
    .where('c.user_id', '=', userId)
  const rows = await (uid ? ownTurns.where('c.uid', '=', uid) : ownTurns)
    .orderBy('t.id', 'desc')
    .limit(mostTurns)
    .execute()
  rows.reverse()
  const ids = [...new Set(rows.map(({ id }) => id))]
  const parts = ids.map((id) => {
    const turns = rows.filter((row) => row.id === id)
    const { title, created_at } = turns[0]!
    return [`# ${title}`, formatDate(created_at), ...turns.map(turnText)].join('\n\n')
  })
  const one = ids.length === 1 ? rows[0]!.title : ''
  return { name: `AI 对话${one && ` ${one.replace(/[\\/:*?"<>|]/g, ' ')}`}.md`, text: `${parts.join('\n\n---\n\n')}\n` }
}

function turnText(turn: {
  question: string
  quote: string
  answer: string
  sources: { n: number; title: string }[]
  generated: boolean
  model: string
}): string {
  const { question, quote, answer, sources, generated, model } = turn
  const cited = sources.filter(({ n }) => answer.includes(`[${n}]`)).map(({ n, title }) => `[${n}] ${title}`)
  return [
    ...(quote ? [`> ${quote.replaceAll('\n', '\n> ')}`] : []),
    `**问：** ${question}`,
    answer || '（没有回答）',
    ...(cited.length > 0 ? [`出处：\n${cited.map((line) => `- ${line}`).join('\n')}`] : []),
    generated ? `AI 生成${model && `（${model}）`}` : '摘自学习资料',
  ].join('\n\n')
}
