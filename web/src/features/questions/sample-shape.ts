import type { Answer, QuestionType, ScoredQuestion, Verdict } from '@dxx/contract/questions'

export interface SampleResult {
  name: string
  question: QuestionType
  result: Omit<ScoredQuestion, 'question'>
}

export const about = { difficulty: 2, tags: [] }

/** Option ids in the format of a real paper. */
export const sampleId = (letter: string, index: number) => `${letter}${'abcdefghij'[index]}`.padEnd(10, '2')

export const sampleOptions = (letter: string, htmls: string[]) =>
  htmls.map((html, index) => ({ id: sampleId(letter, index), html }))

export const result = (
  verdict: Verdict,
  score: number,
  maxScore: number,
  answer: Answer | null,
  key: SampleResult['result']['key'],
): SampleResult['result'] => ({
  verdict,
  score,
  maxScore,
  answer,
  key,
  analysis: '<p>画一摞盘子就明白了：最后放上去的，总是最先被拿走。</p>',
  parts: [],
})
