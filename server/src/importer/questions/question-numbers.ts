/** A line that may start a question, because it starts with a number. */
interface Candidate {
  index: number
  number: number
}

interface Lines {
  /** Number at the start of the line, or null. */
  numberOf(text: string): number | null
  isHeading(text: string): boolean
  /** Whether a line can only be part of a question: an answer or an option. */
  isAnswer(text: string): boolean
}

/**
 * Decides which numbered lines of a paper start a question. Question numbers are consecutive; a stray number, a
 * numbered list or the steps of an analysis must not be taken for a question.
 */
export class QuestionNumbers {
  private readonly candidates: Candidate[]
  private readonly answers: number[]
  private readonly headings: number[]

  constructor(texts: readonly string[], { numberOf, isHeading, isAnswer }: Lines) {
    const indexes = (is: (text: string) => boolean) => texts.flatMap((text, i) => (is(text) ? [i] : []))
    this.headings = indexes(isHeading)
    this.answers = indexes(isAnswer)
    this.candidates = texts.flatMap((text, index) => {
      const number = numberOf(text)
      return number === null ? [] : [{ index, number }]
    })
  }

  /**
   * Whether the line at `index` starts the question after question `last`; `answered`: whether `last` already has its
   * answer. `earlier` is the last question of the previous section, if a section has just begun.
   */
  starts(index: number, number: number, last: number | null, answered: boolean, earlier: number | null): boolean {
    const end = this.headings.find((heading) => heading > index) ?? Number.POSITIVE_INFINITY
    const followers = this.candidates.filter((candidate) => candidate.index > index && candidate.index < end)
    const hasAnswer = (to: number) => this.answers.some((at) => at >= index && at < to)
    if (last === null && earlier !== null && number === earlier + 1) return true
    if (last === null) return number === 1 || !followers.some((candidate) => candidate.number === 1)
    if (number === last + 1) {
      // If the same number occurs again before any answer, this line is a step or an item of a list.
      const again = followers.find((candidate) => candidate.number === number)
      return !again || hasAnswer(again.index)
    }
    const isQuestion = hasAnswer(followers[0]?.index ?? end)
    if (number > last + 1) return isQuestion && !followers.some((candidate) => candidate.number === last + 1)
    return isQuestion && answered
  }
}
