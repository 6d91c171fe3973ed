import fc from 'fast-check'
import { countBlanks } from '../../questions/blank/notation'
import type { Accepted } from '../../questions/blank/rubric'
import type { SourceOption } from '../../questions/choice/rubric'
import type { Comparison } from '../../questions/code/rubric'
import { parseNumberAnswer } from '../../questions/number/notation'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'

/** Generators for property tests: all kinds of questions that an author can write. */

const word = fc.constantFrom(
  '栈',
  '后进先出',
  'queue',
  'O(1)',
  '第 3 章',
  'a+b',
  '100',
  '“引号”',
  'naïve',
  '𝒳',
  '结束。',
)
const piece = fc.oneof(
  { weight: 5, arbitrary: word },
  fc.constantFrom('`code`', '**要点**', '*斜体*', '$x^2+\\frac{1}{2}$', '`a*b`'),
)
const paragraph = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(' '))
/** Words, emphasis, code and formulas in paragraphs, which every format supports. */
export const mild = fc.array(paragraph, { minLength: 1, maxLength: 2 }).map((paragraphs) => paragraphs.join('\n\n'))

const sign = fc.constantFrom(...'~=#{}:\\"<>&|_[]()^%;,.?!/\'-+ ', '中', 'é', '😀', 'x', '7')
/** Any characters on one line that does not start or end with a space. */
export const wild = fc
  .array(sign, { minLength: 1, maxLength: 20 })
  .map((signs) => `文${signs.join('')}字`.replace(/ +/g, ' ').replace(/\$|https?:/g, ''))

const score = fc.integer({ min: 1, max: 2000 }).map((n) => n * 5)
const slug = fc.stringMatching(/^[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,2}$/)

function distinct(text: fc.Arbitrary<string>, minLength: number, maxLength: number) {
  return fc.uniqueArray(text, { minLength, maxLength })
}

const plainOptions = (text: fc.Arbitrary<string>, rights: { min: number; max: number }, fixed: fc.Arbitrary<boolean>) =>
  distinct(text, 4, 6).chain((texts) =>
    fc.tuple(fc.integer(rights), fc.integer({ min: 0, max: 3 }), fixed).map(([count, from, still]) =>
      texts.map((optionText, i): SourceOption => {
        const right = (i - from + texts.length) % texts.length < count
        return { text: optionText, right, fixed: still, share: null }
      }),
    ),
  )

const weighedSingle = (text: fc.Arbitrary<string>) =>
  distinct(text, 3, 3).map((texts) =>
    texts.map((optionText, i) => ({
      text: optionText,
      right: i === 1,
      fixed: false,
      share: [0, wholeShare, wholeShare / 4][i]!,
    })),
  )
const weighedMultiple = (text: fc.Arbitrary<string>) =>
  distinct(text, 4, 4).map((texts) =>
    texts.map((optionText, i) => ({
      text: optionText,
      right: i < 2,
      fixed: false,
      share: [(wholeShare * 3) / 4, wholeShare / 4, 0, -wholeShare / 2][i]!,
    })),
  )

const formulaAnswers = [
  '$\\frac{1}{\\sqrt{2}}$',
  '$\\{1,2\\}$',
  '$|x|\\ge 50\\%$',
  '$\\pi$±0.01',
  '$',
  '$5',
  '\\(x_{1}\\)',
]
const typed = fc.oneof(
  word,
  fc.constantFrom('a|b', '{x}', '50%', 'x=1', 'p#q', '3±1', 'C:\\x', '~'),
  fc.constantFrom(...formulaAnswers),
)

const texts = distinct(typed, 1, 3).map((accepted) =>
  accepted.map((text, i): Accepted => ({ text, share: i === 0 ? wholeShare : wholeShare / 2 })),
)
const numbers = fc
  .tuple(fc.integer({ min: -999, max: 999 }), fc.constantFrom('0', '0.5', '0.01'))
  .map(([value, tolerance]): Accepted[] => [{ value: String(value / 4), tolerance, share: wholeShare }])

/** Keys of 数值题 without units, because some formats keep units only in our own tags. */
const numberAnswers = ['9.8', '-2±0.5', '3e8±1%', '1200±0.01', '0', '0.001±25%']
/** Keys of 数值题 with units, which every format preserves, at least in a tag. */
export const unitAnswers = ['9.8±0.1 m/s²|cm/s²=0.01', '10 m/s|km/h=1/3.6 {30%}', '5±2% [V]', '37.5 ℃ {0%}', '50 %']

export interface Kinds {
  text: fc.Arbitrary<string>
  blanks: { min: number; max: number }
  /** Whether one blank may accept texts and numbers. */
  mixed: boolean
  fixed: boolean
  references: boolean
  /** Whether pairs may have weights. */
  weights?: boolean
}

/** Generates question parts of every type except 编程. */
export function parts({ text, blanks, mixed, fixed, references, weights = false }: Kinds): fc.Arbitrary<SourcePart> {
  const common = { slug, score, stem: text, analysis: fc.oneof(fc.constant(''), text) }
  const still = fixed ? fc.boolean() : fc.constant(false)
  const record = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record({ ...common, ...shape })
  const blank = mixed
    ? fc.oneof(
        texts,
        numbers,
        fc.tuple(texts, numbers).map((both) => both.flat()),
      )
    : fc.oneof(texts, numbers)
  const filled = fc.array(blank, { minLength: blanks.min, maxLength: blanks.max })
  const made: fc.Arbitrary<unknown>[] = [
    record({ type: fc.constant('single'), options: plainOptions(text, { min: 1, max: 1 }, still) }),
    record({ type: fc.constant('multiple'), options: plainOptions(text, { min: 2, max: 3 }, still) }),
    record({ type: fc.constant('indefinite'), options: plainOptions(text, { min: 1, max: 3 }, still) }),
    record({ type: fc.constant('single'), options: weighedSingle(text) }),
    record({ type: fc.constantFrom('multiple', 'indefinite'), options: weighedMultiple(text) }),
    record({ type: fc.constant('judge'), value: fc.boolean() }),
    fc
      .tuple(record({ type: fc.constant('number') }), fc.constantFrom(...numberAnswers))
      .map(([rest, accepted]) => ({ ...rest, ...parseNumberAnswer(accepted) })),
    fc
      .tuple(record({ type: fc.constant('blank'), stem: text.filter((stem) => countBlanks(stem) === 0) }), filled)
      .map(([rest, accepted]) => ({
        ...rest,
        stem: `${rest.stem}${accepted.map(() => ' {{}}').join('，又')} 完`,
        blanks: accepted,
        caseSensitive: false,
      })),
    record({
      type: fc.constant('short'),
      reference: references ? text : fc.constant(''),
      points: references ? fc.array(fc.record({ score, text: word }), { maxLength: 3 }) : fc.constant([]),
    }),
    record({ type: fc.constant('order'), items: distinct(text, 2, 5) }),
    distinct(text, 5, 8).chain((all) =>
      record({
        type: fc.constant('match'),
        pairs: fc
          .constantFrom(undefined, ...(weights ? [200, 50, 0] : []))
          .map((weight) =>
            all
              .slice(0, 2)
              .map((left, i) => ({ left, right: all[2 + i]!, ...(i === 1 && weight !== undefined && { weight }) })),
          ),
        distractors: fc.constant(all.slice(4)),
      }),
    ),
  ]
  return fc.oneof(...made) as fc.Arbitrary<SourcePart>
}

const comparisons = fc.constantFrom<Comparison>(
  { mode: 'exact' },
  { mode: 'tokens' },
  { mode: 'numeric', tolerance: '0.001' },
  { mode: 'numeric', tolerance: '1e-6' },
  { mode: 'numeric', tolerance: '0.5%' },
  { mode: 'checker', language: 'python', source: '# 检查\nprint("accepted")' },
  { mode: 'checker', language: 'cpp', source: 'int main() { /* ``` */ }' },
)

export const programs: fc.Arbitrary<SourcePart> = fc
  .tuple(
    fc.record({
      type: fc.constant('code' as const),
      slug,
      score,
      stem: mild,
      analysis: mild,
      language: fc.constantFrom('python' as const, 'sql' as const),
      starter: fc.constantFrom('', 'print(1)\n\nx = "```"'),
      solution: fc.constantFrom('', '# 答案\nprint(2)'),
      tests: fc.array(
        fc.record({
          input: fc.constantFrom('', '3 4\n', '一 "二"', 'yes', '007'),
          output: fc.constantFrom('7', 'a\n b', '- x: 1'),
          hidden: fc.boolean(),
          score: fc.constantFrom(1, 2.5),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      db: fc.constantFrom(null, 'school'),
    }),
    fc.option(comparisons, { nil: undefined }),
  )
  .map(([program, compare]) => ({ ...program, ...(compare && { compare }) }))

const about = {
  difficulty: fc.integer({ min: 1, max: 5 }),
  tags: fc.uniqueArray(fc.constantFrom('栈', '队列', 'C++', '第 1 章', 'a]b'), { maxLength: 2 }),
  chapter: fc.constantFrom(null, 'stacks'),
  test: fc.constantFrom(null, 'chapter-3'),
}

export const questionsOf = (part: fc.Arbitrary<SourcePart>): fc.Arbitrary<SourceQuestion> =>
  fc.tuple(part, fc.record(about)).map(([made, said]) => ({ ...made, ...said }))

export const materials = (part: fc.Arbitrary<SourcePart>, text: fc.Arbitrary<string>): fc.Arbitrary<SourceQuestion> =>
  fc
    .tuple(
      fc.uniqueArray(part, { minLength: 1, maxLength: 3, selector: ({ slug: name }) => name }),
      fc.record({ slug, stem: text, analysis: fc.oneof(fc.constant(''), text), ...about }),
    )
    .map(([made, rest]) => ({
      type: 'material' as const,
      ...rest,
      score: made.reduce((sum, { score: worth }) => sum + worth, 0),
      parts: made,
    }))
