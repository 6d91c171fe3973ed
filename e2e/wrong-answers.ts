import type { Answer } from '@dxx/contract/questions'
import { newMobile, register } from './accounts'
import { api } from './browser'
import { curriculum } from './catalogue'

/** Registers a user who has answered three questions of a chapter test wrong. Returns the token. */
export async function registerWithWrongAnswers(): Promise<string> {
  const token = await register(newMobile(), '常做错的人')
  await wrongAnswers(token)
  return token
}

/** Answers three questions of a chapter test wrong. */
export async function wrongAnswers(token: string): Promise<void> {
  const client = api(token)
  const book = await curriculum('textbook', '数据结构与算法')
  const [test] = await client.call('GET /v1/textbooks_test_list', { id: book.id })
  const { paper, questions } = await client.call('GET /v1/textbooks_get_test', { id: test!.id })
  const answers: { id: string; answer: Answer }[] = []
  for (const question of questions) {
    const { id } = question
    if (question.type === 'blank')
      answers.push({ id, answer: { type: 'blank', blanks: Array.from({ length: question.blanks }, () => '不会') } })
    if (question.type === 'multiple')
      answers.push({ id, answer: { type: 'multiple', options: [question.options[0]!.id] } })
  }
  await client.call('POST /v1/textbooks_test_submit', { paper, answers, seconds: 9 })
}
