/** Answers of one student by question; null: not answered. Equal answers are equal texts. */
interface GivenAnswers {
  student: string
  answers: (string | null)[]
}

interface SimilarPair {
  students: [string, string]
  /** Questions that both answered wrong, and those with the same wrong answer. */
  bothWrong: number
  sameWrong: number
  expected: number
  /** Probability that so many wrong answers are equal by chance. */
  chance: number
}

interface SimilarityResult {
  pairs: SimilarPair[]
  compared: number
  /** Largest chance that is shown: the false-alarm rate of the whole exam divided by the number of pairs. */
  limit: number
}

/**
 * Finds pairs of students with more equal wrong answers than chance explains. Only questions that both answered wrong
 * count: equal right answers are expected of students who know the same, so the result does not depend on ability. Two
 * wrong answers are equal with the probability of two draws from the wrong answers of all other students (generalized
 * binomial test of van der Linden and Sotaridona 2006, restricted to wrong answers).
 */
export function findSimilarPairs(
  list: GivenAnswers[],
  isRight: (question: number, answer: string) => boolean,
  falseAlarmRate = 0.05,
): SimilarityResult {
  const wrong = list.map(({ answers }) =>
    answers.map((answer, question) => (answer === null || isRight(question, answer) ? null : answer)),
  )
  const questions = list[0]?.answers.length ?? 0
  const columns = Array.from({ length: questions }, (_, question) => new WrongAnswers(wrong, question))
  const compared = Math.max(0, (list.length * (list.length - 1)) / 2)
  const limit = compared === 0 ? 0 : falseAlarmRate / compared
  const pairs: SimilarPair[] = []
  for (let a = 0; a < list.length; a++)
    for (let b = a + 1; b < list.length; b++) {
      const pair = comparePair(columns, a, b)
      if (pair && pair.chance <= limit) pairs.push({ students: [list[a]!.student, list[b]!.student], ...pair })
    }
  return { pairs: pairs.sort((one, other) => one.chance - other.chance), compared, limit }
}

/** Wrong answers to one question, numbered, with the chance of each combination; −1: right or not answered. */
class WrongAnswers {
  readonly codes: Int32Array
  private readonly texts: string[] = []
  private readonly counts = new Map<string, number>()
  private readonly chances = new Map<number, number>()

  constructor(wrong: (string | null)[][], question: number) {
    const numbers = new Map<string, number>()
    this.codes = Int32Array.from(wrong, (row) => {
      const answer = row[question] ?? null
      if (answer === null) return -1
      this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1)
      if (!numbers.has(answer)) {
        numbers.set(answer, this.texts.length)
        this.texts.push(answer)
      }
      return numbers.get(answer)!
    })
  }

  chanceOf(a: number, b: number): number {
    const key = a < b ? a * this.texts.length + b : b * this.texts.length + a
    let chance = this.chances.get(key)
    if (chance === undefined) {
      chance = matchChance(this.counts, this.texts[a]!, this.texts[b]!)
      this.chances.set(key, chance)
    }
    return chance
  }
}

/** Compares two students; null if they have no more equal wrong answers than expected. */
function comparePair(columns: WrongAnswers[], a: number, b: number): Omit<SimilarPair, 'students'> | null {
  const chances: number[] = []
  let [sameWrong, expected] = [0, 0]
  for (const column of columns) {
    const [one, other] = [column.codes[a]!, column.codes[b]!]
    if (one < 0 || other < 0) continue
    if (one === other) sameWrong++
    const chance = column.chanceOf(one, other)
    chances.push(chance)
    expected += chance
  }
  if (sameWrong <= expected) return null
  return { bothWrong: chances.length, sameWrong, expected, chance: upperTail(chances, sameWrong) }
}

/**
 * Probability that two wrong answers are equal, from the answers of all other students. One unseen answer and one more of
 * each seen one are added: in a small class the shares are uncertain, and too low a chance would be a false alarm.
 */
function matchChance(counts: Map<string, number>, answer: string, other: string): number {
  let [total, squares] = [1, 0]
  for (const [text, count] of counts) {
    const rest = count - (text === answer ? 1 : 0) - (text === other ? 1 : 0) + 1
    total += rest
    squares += rest * rest
  }
  return Math.min(1, (squares + 1) / (total * total) + 1 / total)
}

/** Probability of at least `reached` successes of independent trials (Poisson binomial distribution). */
export function upperTail(chances: number[], reached: number): number {
  const shares = new Float64Array(chances.length + 1)
  shares[0] = 1
  for (const [done, chance] of chances.entries())
    for (let count = done; count >= 0; count--) {
      shares[count + 1]! += shares[count]! * chance
      shares[count]! *= 1 - chance
    }
  let sum = 0
  for (let count = reached; count < shares.length; count++) sum += shares[count]!
  return Math.min(1, sum)
}
